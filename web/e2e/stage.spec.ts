/** The stage: at every size of window the whole board is in view, and nothing moves but the pieces. */
import type { Page } from "@playwright/test";
import { mouse, play } from "./hand";
import { fill, late, sit } from "./late";
import { chance, remember, turn } from "./person";
import { expect, test } from "./server";
import { games } from "./shelf";

const SIZES = [
  [1920, 1080],
  [1440, 900],
  [1366, 768],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [360, 800],
] as const;

/** What is not in view: what a scroller holds back, and lit things that lie outside the board. */
const hidden = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const scroller of ["main", ".board", ".asked"]) {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } =
        document.querySelector<HTMLElement>(scroller)!;
      if (scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
        found.push(
          `${scroller} has ${scrollWidth}×${scrollHeight} in ${clientWidth}×${clientHeight}`,
        );
    }
    const board = document.querySelector(".board")!;
    const stage = board.getBoundingClientRect();
    for (const button of board.querySelectorAll("button:not(:disabled):not([popover] *)")) {
      const { left, right, top, bottom, width } = button.getBoundingClientRect();
      const inside =
        left >= stage.left - 1 &&
        right <= stage.right + 1 &&
        top >= stage.top - 1 &&
        bottom <= stage.bottom + 1;
      if (width > 0 && !inside) found.push(`outside: ${button.outerHTML.slice(0, 120)}`);
    }
    return found;
  });

async function whole(page: Page, what: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => hidden(page), { message: `${what} at ${width}×${height}`, timeout: 10_000 })
      .toEqual([]);
  }
}

for (const game of games) {
  for (const lang of ["ja", "en"] as const) {
    test(`${game.id} is whole in view at every size (${lang})`, async ({
      context,
      page,
      server,
    }) => {
      await remember(context, { lang, speed: "off" });
      for (const seats of new Set(game.seats)) {
        for (const left of [null, 10, 2]) {
          const position = left === null ? undefined : late(game, seats, left);
          await sit(page, server.url, game, fill(seats - 1), { position });
          if ((await turn(page)) === "over") continue;
          await whole(page, `${game.id} for ${seats}, ${left ?? "all"} decisions from its end`);
        }
      }
    });
  }

  for (const [width, height] of [
    [1440, 900],
    [360, 800],
  ] as const) {
    test(`nothing shifts at ${game.id} at ${width}×${height}`, async ({
      context,
      page,
      server,
    }) => {
      await remember(context, { lang: "en", speed: "off" });
      await page.setViewportSize({ width, height });
      await sit(page, server.url, game, fill(game.seats[1] - 1));
      await turn(page);
      const read = await watchShifts(page);
      await play(page, mouse, chance(11), 6);
      expect(await read()).toEqual([]);
    });
  }
}

/** From now on every layout shift is written down; gives what reads them. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const shifts: string[] = [];
    const rect = ({ x, y, width, height }: DOMRect) => `${x},${y} ${width}×${height}`;
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${(node as Element)?.outerHTML?.slice(0, 90) ?? node?.textContent}: ` +
            `${rect(previousRect)} → ${rect(currentRect)}`,
        );
        shifts.push(`${value.toFixed(4)} ${moved.join(" | ")}`);
      }
    }).observe({ type: "layout-shift" });
    Object.assign(window, { shifts });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
}
