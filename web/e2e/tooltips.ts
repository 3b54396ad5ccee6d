/**
 * Checks the tooltips of the elements of a board. The tooltips open as for a pointer, but without
 * the delay, since a board has hundreds of elements.
 */
import { expect, type Page } from "@playwright/test";
import type { Lang } from "../src/lib/i18n/grammar";

const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Texts that programs show by mistake instead of words, such as `undefined`. */
const NO_WORDS = /\b(undefined|null|NaN)\b|\[object|\{\w+\}/;
/** The pattern of a rule's id with its sentence. */
const LAW = /^[A-Z]-\d+[a-z]? \S/;

/** The selector of all elements with a meaning: places, pieces, buttons, scores, piles, players. */
const THINGS =
  "[data-anchor], button, [role=button], [role=img], [role=meter], [tabindex='0'], header:not([aria-hidden])";

/** The texts in the tooltip of an element. */
interface Heard {
  /** The HTML source of the element. */
  thing: string;
  /** A point of the element that a pointer can reach. */
  at: { x: number; y: number };
  /** The id of the element's place on the board; null if the element is not a place. */
  place: string | null;
  /** The title of the tooltip: the name and the state of the element. */
  title: string;
  /** The description of the element, in words. */
  meaning: string;
  /** The texts of the relevant rules, with their ids. */
  laws: string[];
  /** True if no text follows the rules in the tooltip. */
  lawsLast: boolean;
}

/** Hovers over every visible element of the board, and collects the texts of the tooltips. */
const hearAll = (page: Page): Promise<Heard[]> =>
  page.evaluate(async (things) => {
    const board = document.querySelector(".board")!;
    const heard: Heard[] = [];
    let screenX = 0;
    const point = (target: Element, x: number, y: number) => {
      const { setTimeout } = window;
      window.setTimeout = ((then: () => void) => then()) as unknown as typeof window.setTimeout;
      const at = { clientX: x, clientY: y, screenX: ++screenX, bubbles: true };
      target.dispatchEvent(new PointerEvent("pointermove", { pointerType: "mouse", ...at }));
      window.setTimeout = setTimeout;
    };
    for (const thing of board.querySelectorAll<HTMLElement>(things)) {
      const { left, top, width, height } = thing.getBoundingClientRect();
      const seen = thing.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      // Hidden elements and tiny ones, such as texts for screen readers, are left out.
      if (!seen || width < 6 || height < 6) continue;
      const spots = [0.5, 0.2, 0.8].flatMap((down) =>
        [0.5, 0.2, 0.8].map((across) => [left + across * width, top + down * height] as const),
      );
      const found = spots.flatMap(([x, y]) => {
        const under = document.elementFromPoint(x, y);
        return under && board.contains(under) ? [{ x, y, under }] : [];
      });
      const hit = found.find(({ under }) => thing.contains(under)) ?? found[0];
      if (!hit) continue;
      point(document.body, 0, 0);
      point(hit.under, hit.x, hit.y);
      await Promise.resolve();
      const said = [...(document.querySelector(".bubble")?.children ?? [])];
      const laws = said.filter((each) => each.classList.contains("law"));
      const meaning = said.filter((each) => !laws.includes(each));
      const words = (each: Element) => each.textContent?.trim() ?? "";
      heard.push({
        thing: thing.outerHTML.replace(/<!--.*?-->/g, "").slice(0, 160),
        at: { x: hit.x, y: hit.y },
        place: thing.dataset["anchor"] ?? null,
        title: meaning
          .filter(({ tagName }) => tagName === "STRONG")
          .map(words)
          .join(),
        meaning: meaning
          .filter(({ tagName }) => tagName === "P")
          .map(words)
          .join(),
        laws: laws.map(words),
        lawsLast: said.slice(meaning.length).every((each) => laws.includes(each)),
      });
    }
    point(document.body, 0, 0);
    return heard;
  }, THINGS);

/** The errors in the texts of an element. */
function faults({ thing, title, meaning, laws, lawsLast }: Heard, lang: Lang): string[] {
  // The tooltip of a rule's id shows only the rule's sentence; a button is named after its effect.
  const isRule = /class="[^"]*\brule/.test(thing);
  const isButton = thing.startsWith("<button");
  const words = title + meaning;
  const all = [title, meaning, ...laws].join("\n");
  return [
    words === "" && !isRule && "says nothing of what it is",
    meaning + laws.join("") === "" && !isButton && "says no more than its name",
    NO_WORDS.test(words) && "says what programs say",
    lang === "en" && JAPANESE.test(all) && "speaks Japanese",
    lang === "ja" && words !== "" && !JAPANESE.test(words) && "speaks no Japanese",
    !laws.every((law) => LAW.test(law)) && "names a rule without its sentence",
    !lawsLast && "goes on after the rules",
  ]
    .filter((fault) => fault !== false)
    .map((fault) => `${fault}: ${thing}\n    ${all}`);
}

/** Places that have equal texts, although each should describe itself. */
function alike(heard: readonly Heard[]): string[] {
  const places = heard.filter(({ place }) => place !== null);
  const said = new Set(places.map(({ title, meaning }) => title + meaning));
  return places.length < 8 || said.size > places.length / 2
    ? []
    : [`${places.length} places say only ${said.size} different things`];
}

/**
 * Checks that every visible element of the board describes itself, in the page's language and with
 * its rules.
 */
export async function expectSaid(page: Page, lang: Lang, what: string): Promise<Heard[]> {
  await expect(page.locator(".board [data-anchor]:visible").first()).toBeVisible();
  // Once the sentence of the prompt's rule is shown, all rules have loaded.
  await page.mouse.move(0, 0);
  await page.locator(".ask .rule-id").first().hover();
  await expect(page.locator(".bubble .law")).toHaveText(LAW);
  await page.keyboard.press("Escape");
  const heard = await hearAll(page);
  expect(heard.length, `things at ${what}`).toBeGreaterThan(15);
  const found = [...heard.flatMap((each) => faults(each, lang)), ...alike(heard)];
  expect.soft(found, `${what} (${lang})`).toEqual([]);
  return heard;
}

/** Checks that three of the places show their tooltips to a resting pointer. */
export async function expectToldAtRest(page: Page, heard: readonly Heard[]): Promise<void> {
  const places = heard.filter(({ place, title }) => place && title);
  const few = [0.1, 0.5, 0.9].map((part) => places[Math.floor(part * places.length)]!);
  for (const { at, title, thing } of few) {
    await page.mouse.move(1, 1);
    await page.mouse.move(at.x, at.y, { steps: 3 });
    await expect(page.locator(".bubble"), thing).toContainText(title);
  }
}
