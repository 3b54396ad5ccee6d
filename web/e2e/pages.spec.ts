/**
 * Tests that every page other than a table can be read in windows of every size, in both languages and
 * schemes, and with letters of twice the size: no text is cut, covered or too small, nothing scrolls
 * sideways, buttons are large enough for a finger, and axe finds no fault. Tables are tested in
 * `board.spec.ts`, the accessibility of some pages in `access.spec.ts` and in the tests of their
 * functions.
 */
import type { Page } from "@playwright/test";
import { alone, once } from "./fastForward";
import { tooSmall, violations } from "./perception";
import { painted, walk } from "./person";
import { expect, test, type Enter, type Server } from "./server";
import { early, fill, FRIEND, late, midway, order } from "./tables";
import { SMALLEST, textFaults } from "./textFaults";
import { FULL, games } from "./games";
import { PAGE_SIZES } from "./viewports";

const LANGS = ["ja", "en"] as const;
type Lang = (typeof LANGS)[number];

/** The games that random moves do not end soon: unless everything is tested, a short one is reviewed. */
const LONG: ReadonlySet<string> = new Set(["shinra"]);

/** A page, and how a user comes to see it. */
interface Shown {
  name: string;
  /** The address. */
  place: string;
  /** A part that is visible once the page has loaded. */
  sight: string;
  /** Opens a part of the page that is closed at first. */
  open?: (page: Page) => Promise<unknown>;
  /** True if another test inspects the page with axe. */
  inspected?: boolean;
}

/** Tests pages one after the other, and collects the faults of each. */
class Walker {
  readonly #faults = new Map<string, Map<string, string>>();
  #turn = 0;

  private constructor(
    readonly page: Page,
    readonly url: string,
    readonly lang: Lang,
  ) {}

  static async of(enter: Enter, server: Server, lang: Lang, met?: string): Promise<Walker> {
    const name = lang === "ja" ? "あやめ" : "Iris";
    const page = await enter({ lang, speed: "off", name, ...(met === undefined ? {} : { met }) });
    await page.goto(server.url);
    return new Walker(page, server.url, lang);
  }

  /** The user's name. */
  get name(): string {
    return this.lang === "ja" ? "あやめ" : "Iris";
  }

  /** Goes to the page and tests it. */
  async visit(shown: Shown): Promise<void> {
    await this.page.setViewportSize({ width: 1280, height: 860 });
    await walk(this.page, this.url, shown.place);
    await this.look(shown);
  }

  /** Tests the page that is open. */
  async look({ name, sight, open, inspected }: Omit<Shown, "place">): Promise<void> {
    const { page } = this;
    await page.locator(sight).first().waitFor({ timeout: 180_000 });
    await open?.(page);
    const turn = this.#turn++;
    const found = new Map<string, string>();
    for (const [index, [width, height]] of PAGE_SIZES.entries()) {
      await page.setViewportSize({ width, height });
      const colorScheme = (index + turn) % 2 === 0 ? "light" : "dark";
      await page.emulateMedia({ colorScheme });
      for (const letters of this.#letters(index + turn, index === 0)) {
        const where = `${letters} at ${width} px, ${colorScheme}`;
        for (const fault of await this.#faultsWith(letters))
          if (!found.has(fault)) found.set(fault, where);
      }
      // Each page is inspected in one size and scheme, which differ between pages and languages.
      if (!inspected && index === (turn + LANGS.indexOf(this.lang)) % PAGE_SIZES.length)
        for (const { rule, where } of await violations(page))
          found.set(`axe, ${rule}: ${where.join("; ")}`, `${width} px, ${colorScheme}`);
    }
    this.#faults.set(name, found);
  }

  /**
   * The sizes of letters that are tested: on a phone both, otherwise one, which the other language does
   * not have.
   */
  #letters(turn: number, phone: boolean): readonly ("100%" | "200%")[] {
    if (FULL || phone) return ["100%", "200%"];
    return (turn + LANGS.indexOf(this.lang)) % 2 === 0 ? ["100%"] : ["200%"];
  }

  async #faultsWith(letters: "100%" | "200%"): Promise<string[]> {
    const html = this.page.locator("html");
    await html.evaluate((element, size) => (element.style.fontSize = size), letters);
    // Parts that measure themselves follow a new size after the next frame.
    await painted(this.page);
    const excess = await html.evaluate((element) => element.scrollWidth - element.clientWidth);
    const faults = await this.page.evaluate(textFaults, SMALLEST);
    if (excess > 0) faults.push("scrolls sideways");
    // The minimum size for a finger does not depend on that of the letters.
    if (letters === "100%")
      for (const target of await tooSmall(this.page)) faults.push(`a small target: ${target}`);
    await html.evaluate((element) => (element.style.fontSize = ""));
    return faults;
  }

  /** Fails if a page has a fault. */
  expectNone(): void {
    for (const [name, found] of this.#faults) {
      const list = [...found].map(([fault, where]) => `${where}: ${fault}`).sort();
      expect.soft(list, `${name} (${this.lang})`).toEqual([]);
    }
  }
}

/** Presses the button whose text is given in both languages. */
const press = (japanese: string, english: string) => (page: Page) =>
  page.getByRole("button", { name: new RegExp(`^(${japanese}|${english})`) }).click();
const byId = (id: string) => games.find((game) => game.id === id)!;

for (const lang of LANGS) {
  test(`pages before a game can be read at every size (${lang})`, async ({
    complaints,
    enter,
    server,
  }) => {
    // A table that does not exist.
    complaints.expect(/404 \(Not Found\)|tables\/nowhere\/live/);
    const walker = await Walker.of(enter, server, lang, "");
    const { page, url, name } = walker;
    const game = lang === "ja" ? byId("hostile") : byId("sengoku");
    await walker.visit({ name: "front page", place: "/", sight: ".mat", inspected: true });
    await page.setViewportSize({ width: 360, height: 800 });
    await page.locator(".mat .more").first().click();
    await walker.look({ name: "front page, more ways to play", sight: ".mat.unfolded" });
    await page.locator(".mat .big").nth(games.indexOf(game)).click();
    await walker.look({ name: "question whether a game is new", sight: "dialog[open] .question" });
    await page.locator("dialog[open] .question .primary").click();
    await walker.look({ name: "one-minute introduction", sight: "dialog[open] #meeting" });
    await page.keyboard.press("Escape");

    await order(page, url, game, fill(game.seats[1] - 1), { name });
    const open = await order(page, url, game, [FRIEND], { name });
    const shown: Shown[] = [
      { name: "not found", place: "/nowhere", sight: "main h1", inspected: true },
      { name: "front page with tables", place: "/", sight: ".row" },
      { name: "table that does not exist", place: "/t/nowhere", sight: "main h1" },
      {
        name: "new table",
        place: `/new/${game.id}`,
        sight: "form",
        open: (page) => page.locator(".seats-fold > summary").click(),
      },
      { name: "waiting room", place: `/t/${open}`, sight: ".waiting", inspected: true },
      { name: "profile", place: "/me", sight: "form", inspected: true },
      { name: "ratings", place: `/ratings/${game.id}`, sight: "main h1", inspected: true },
      { name: "puzzles", place: "/puzzles", sight: "section li" },
      { name: "settings", place: "/record", sight: "main h1", open: press("設定", "Settings") },
    ];
    for (const each of shown) await walker.visit(each);

    complaints.expect(/ERR_FAILED/);
    await page.route("**/api/**", (route) => route.abort());
    await page.goto(url);
    await walker.look({ name: "front page without a server", sight: "[role=alert]" });
    walker.expectNone();
  });

  test(`pages about games can be read at every size (${lang})`, async ({ enter, server }) => {
    const walker = await Walker.of(enter, server, lang);
    const { page, url } = walker;
    const list = await page.request.get(`${url}/api/games/hostile/puzzles`);
    const [puzzle] = (await list.json()) as { id: string }[];
    const [taught, edited] = lang === "ja" ? ["hostile", "kokyu"] : ["shinra", "honnoji"];
    const solved = byId("kokyu");
    const choice = { action: "place 4", label: { ja: "4番に置く", en: "Place on card 4" } };
    const own = {
      ...{
        id: "mine-1",
        table: "gone",
        step: 1,
        seat: 0,
        actions: [],
        played: choice,
        better: choice,
      },
      start: { game: solved.id, seats: 2, position: early(solved, 2) },
      ...{ lost: 14, solved: false },
    };
    await page.evaluate((own) => {
      localStorage.setItem("zashiki.own-puzzles", JSON.stringify([own]));
    }, own);
    await page.reload();
    const shown: Shown[] = [
      { name: "rules", place: `/rules/${edited}`, sight: "[data-rule]", inspected: true },
      { name: "lesson", place: `/learn/${taught}`, sight: ".lesson .study button" },
      { name: "position", place: `/position/${taught}`, sight: ".position .study button" },
      { name: "puzzle", place: `/puzzles/hostile/${puzzle!.id}`, sight: ".puzzle .study button" },
      { name: "own puzzle", place: "/puzzles/own/mine-1", sight: ".puzzle .study button" },
      { name: "edition", place: `/edition/${edited}`, sight: "section.group", inspected: true },
    ];
    for (const each of shown) await walker.visit(each);
    walker.expectNone();
  });

  // Each page with the board of each game: in both languages if everything is tested, otherwise in one.
  test(`boards beside other things can be read at every size (${lang})`, async ({
    enter,
    server,
  }) => {
    test.setTimeout(600_000);
    const walker = await Walker.of(enter, server, lang);
    const { page, url, name } = walker;
    for (const [turn, game] of games.entries()) {
      const [replays, reviews] = [true, false].map(
        (first) => FULL || ((turn + LANGS.indexOf(lang)) % 2 === 0) === first,
      );
      const shown: Shown[] = [];
      if (reviews) {
        shown.push({
          name: `position editor, ${game.id}`,
          place: `/position/${game.id}`,
          sight: ".position .study",
          open: async (page) => {
            await press("局面を編集", "Edit the position")(page);
            await page.locator(".places [data-place]").first().waitFor();
          },
          inspected: turn > 1,
        });
      }
      // A replay has the largest number of seats; a review of many decisions would take minutes.
      const played = async (seats: number) => {
        const position = late(game, seats, 2);
        const table = await order(page, url, game, fill(seats - 1), { position, name });
        await alone(page, url, table, (below) => 3 % below);
        return table;
      };
      if (replays) {
        const place = `/t/${await played(game.seats[1])}/1?eyes=all`;
        shown.push({ name: `replay, ${game.id}`, place, sight: ".looking", inspected: true });
      }
      /** The id of a table in the middle of whose game the user took one decision. */
      const ended = async (seats: number) => {
        const position = midway(game, seats);
        const table = await order(page, url, game, fill(seats - 1), { position, name });
        await once(page, url, table, (below) => 2 % below);
        return table;
      };
      if (reviews) {
        const [seats] = game.seats;
        const table = LONG.has(game.id) && !FULL ? ended(seats) : played(seats);
        shown.push({
          name: `review, ${game.id}`,
          place: `/t/${await table}/review`,
          sight: "section[aria-labelledby=line] svg[role=img]",
          inspected: true,
        });
      }
      for (const each of shown) await walker.visit(each);
    }
    walker.expectNone();
  });
}
