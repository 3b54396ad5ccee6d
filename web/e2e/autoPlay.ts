/**
 * A player that uses the board without knowing the game: it presses what is highlighted. An action
 * may take several steps (a piece, then a square, then a confirmation), so it continues to press
 * until the table changes.
 */
import type { Page } from "@playwright/test";
import { choices, moved, openList, painted, turn, version } from "./person";

/** Presses the point (x, y) of the window, in CSS pixels. */
export type Press = (page: Page, x: number, y: number) => Promise<void>;

/** Presses with a mouse, which first moves to the point from elsewhere. */
export const mouse: Press = async (page, x, y) => {
  await page.mouse.move(x, y, { steps: 2 });
  await page.mouse.down();
  // A person is slower than the server: updates meanwhile must not move the target.
  await painted(page);
  await page.mouse.up();
};

/** Taps with a finger. */
export const finger: Press = (page, x, y) => page.touchscreen.tap(x, y);

/**
 * The selector of the buttons to press. Every enabled button of a board leads to an action, at once
 * or by a further step, except those that only open a panel.
 */
export const LIT = litIn(".board");

/** The selector of the buttons to press within an element. */
function litIn(within: string): string {
  return `${within} :is(button, [role=button]):not(:disabled, [aria-disabled=true], [popovertarget])`;
}

/**
 * The maximum number of presses for one decision. After these, the player chooses an action from
 * the list.
 */
const PATIENCE = 60;

/** The decisions and presses of a played game, counted. */
export interface Played {
  /** The number of decisions taken on the board. */
  onBoard: number;
  /** The number of decisions taken from the list, because no way was found on the board. */
  byList: number;
  presses: number;
}

/**
 * Data that the player stores in the page's `window` object: the elements that were highlighted
 * before the last press, and whether the page has changed since.
 */
interface Looked {
  handLooked?: Set<Element>;
  handChanged?: boolean;
  handWatch?: MutationObserver;
  /**
   * The element that is about to be pressed, whether the press hit it, and whether the browser made
   * a click of the press.
   */
  handAim?: Element;
  handDown?: boolean;
  handHit?: boolean;
  /** The point at which that element was found. */
  handFrom?: { x: number; y: number };
}

/**
 * The centre of a highlighted button that a pointer can reach, scrolled into view; null if there
 * is none. `draw`, in 0..1, sets where the search begins. With `onward`, elements that were just
 * highlighted come first: the last press led to them. With `confirm`, an enabled confirm button
 * comes first: a decision that is built in parts is complete at some point.
 */
function reach(
  page: Page,
  draw: number,
  onward: boolean,
  confirm: boolean,
  lit: string,
  changes: string,
): Promise<{ x: number; y: number; what: string } | null> {
  return page.evaluate(
    ({ lit, draw, onward, confirm, changes }) => {
      const memory = window as Looked;
      const all = [...document.querySelectorAll<HTMLElement>(lit)];
      const start = Math.floor(draw * all.length);
      const turned = [...all.slice(start), ...all.slice(0, start)];
      const before = memory.handLooked;
      memory.handLooked = new Set(all);
      memory.handWatch ??= new MutationObserver(() => (memory.handChanged = true));
      memory.handWatch.observe(document.querySelector(changes)!, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
      const isNew = (button: Element) => onward && before !== undefined && !before.has(button);
      const confirms = (button: Element) => confirm && button.matches(".primary, [data-do]");
      const rank = (button: Element) => (confirms(button) ? 0 : isNew(button) ? 1 : 2);
      const buttons = turned.sort((one, other) => rank(one) - rank(other));
      for (const button of buttons) {
        button.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        const { x, y, width, height } = button.getBoundingClientRect();
        const middle = { x: x + width / 2, y: y + height / 2 };
        const top = width > 0 && document.elementFromPoint(middle.x, middle.y);
        if (!top || !button.contains(top)) continue;
        memory.handWatch.takeRecords();
        memory.handChanged = false;
        const onAim = (event: Event) => memory.handAim?.contains(event.target as Node) ?? false;
        if (memory.handAim === undefined) {
          document.addEventListener(
            "pointerdown",
            (event) => (memory.handDown = onAim(event)),
            true,
          );
          document.addEventListener("click", (event) => (memory.handHit ||= onAim(event)), true);
        }
        memory.handAim = button;
        memory.handDown = memory.handHit = false;
        memory.handFrom = { x, y };
        return { ...middle, what: button.outerHTML.slice(0, 160) };
      }
      return null;
    },
    { lit, draw, onward, confirm, changes },
  );
}

/**
 * Presses one of the highlighted elements within an element; returns true if there was one. The press
 * must change something within the element `changes`.
 */
export async function pressLit(
  page: Page,
  press: Press,
  pick: (below: number) => number,
  { onward = false, confirm = false, within = ".board", changes = "[data-version]" } = {},
): Promise<boolean> {
  const draw = pick(1 << 16) / (1 << 16);
  const place = await reach(page, draw, onward, confirm, litIn(within), changes);
  if (!place) return false;
  await press(page, place.x, place.y);
  // A press without any effect would be a false button, and one that never becomes a click would
  // be a button that was removed under the pointer.
  await page
    .waitForFunction(() => (window as Looked).handChanged, null, { timeout: 30_000 })
    .catch((error: unknown) => {
      throw new Error(`a press on ${place.what} changed nothing`, { cause: error });
    });
  const swallowed = await page.evaluate(() => {
    const { handAim, handDown, handHit, handFrom } = window as Looked;
    if (!handDown || handHit) return null;
    const { x, y } = handAim!.getBoundingClientRect();
    const from = handFrom!;
    return handAim!.isConnected ? `it moved by ${x - from.x}, ${y - from.y}` : "it was taken away";
  });
  if (swallowed)
    throw new Error(
      `a press at ${place.x}, ${place.y} on ${place.what} was swallowed: ${swallowed}`,
    );
  return true;
}

/**
 * Takes one decision, on the board if possible. Returns the number of presses; 0 if the action was
 * chosen from the list.
 */
async function decide(page: Page, press: Press, pick: (below: number) => number): Promise<number> {
  const before = await version(page);
  // The list of actions is there at once, the board when its code has loaded.
  await page.locator(LIT).first().waitFor({ state: "attached", timeout: 60_000 });
  for (let presses = 1; presses <= PATIENCE; presses++) {
    // Now and then the player cancels, so that it cannot loop for ever; after enough tries it
    // takes any complete action.
    const onward = presses > 1 && pick(5) > 0;
    const confirm = presses > 2 && (presses > PATIENCE / 3 || pick(3) === 0);
    if (!(await pressLit(page, press, pick, { onward, confirm }))) break;
    await page.locator("[data-busy=false]").waitFor();
    if ((await version(page)) !== before) return presses;
  }
  await openList(page);
  await choices(page)
    .nth(pick(await choices(page).count()))
    .click();
  await moved(page, before);
  return 0;
}

/** Plays until the game is over, or until the player has taken `decisions` decisions. */
export async function play(
  page: Page,
  press: Press,
  pick: (below: number) => number,
  decisions: number,
): Promise<Played> {
  const played: Played = { onBoard: 0, byList: 0, presses: 0 };
  for (let taken = 0; taken < decisions && (await turn(page)) === "choose"; taken++) {
    const presses = await decide(page, press, pick);
    played.presses += presses;
    if (presses > 0) played.onBoard++;
    else played.byList++;
  }
  return played;
}
