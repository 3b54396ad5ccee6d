/**
 * Measurements of the page in a release build, for `cargo xtask measure-web`: each is a line of
 * JSON in the file MEASURES. MEASURE_GAME and MEASURE_SIZE restrict them to one game or one size.
 */
import type { Page } from "@playwright/test";
import type { GameInfo } from "../src/generated/core";
import { companion, forward } from "./fastForward";
import { LIT } from "./autoPlay";
import { early, fill, FRIEND, order } from "./tables";
import { chance, turn, version } from "./person";
import {
  drawn,
  frames,
  held,
  middle,
  note,
  READY,
  readyAfter,
  slowed,
  SLOWDOWN,
  takeShifts,
  Traffic,
  watchFrames,
  watchReady,
  watchShifts,
  worked,
  type Shift,
} from "./probes";
import { expect, test } from "./server";
import { games } from "./games";
import { SIZES } from "./viewports";

const measured = games.filter(({ id }) => id === (process.env.MEASURE_GAME ?? id));
const sizes = SIZES.map(([width, height]) => ({ width, height, size: `${width}x${height}` }));
const wanted = sizes.filter(({ size }) => size === (process.env.MEASURE_SIZE ?? size));

/** The number of runs of each measurement; the median of their results is reported. */
const RUNS = 3;
/**
 * The number of the user's decisions in a scripted game, and in a game whose animation frames are
 * measured.
 */
const SCRIPTED = 8;
const FRAMED = 3;
/**
 * The number of turns for the test of memory leaks: after these the page should use no more memory
 * than before.
 */
const TURNS = 300;
/** The number of decisions taken without the browser between two looks at the page's memory. */
const STRIDE = 10;
const SEED = 1;

/**
 * Opens a table whose game takes the same course in every run. Players without a browser take its
 * other seats.
 */
async function scripted(page: Page, url: string, game: GameInfo): Promise<() => void> {
  const [, seats] = game.seats;
  const position = early(game, seats);
  const table = await order(page, url, game, fill(seats - 1, FRIEND), { position });
  const others: (() => void)[] = [];
  for (let seat = 1; seat < seats; seat++)
    others.push(await companion(url, table, seat, chance(SEED + seat)));
  await page.goto(`${url}/t/${table}`);
  return () => others.forEach((leave) => leave());
}

/**
 * Takes decisions from the list, also while it is hidden, and waits for their animations. The
 * script runs in the page: polling from outside would make the page work.
 */
async function choose(page: Page, decisions: number): Promise<void> {
  const pick = chance(SEED);
  const draws = Array.from({ length: decisions }, () => pick(1 << 16) / (1 << 16));
  await page.evaluate(async (draws) => {
    const until = (done: () => boolean) =>
      new Promise<void>((resolve) => {
        if (done()) return resolve();
        const watch = new MutationObserver(() => {
          if (!done()) return;
          watch.disconnect();
          resolve();
        });
        watch.observe(document, { subtree: true, childList: true, attributes: true });
      });
    const { dataset } = document.querySelector<HTMLElement>(".table[data-version]")!;
    const over = () => document.querySelector("dialog[open] #result-title") !== null;
    const asked = () => over() || (dataset["busy"] === "false" && dataset["choices"] !== "0");
    for (const draw of draws) {
      await until(asked);
      if (over()) return;
      const before = dataset["version"];
      const list = document.querySelectorAll(".choices button[data-action]");
      const click = new MouseEvent("click", { bubbles: true, detail: 1 });
      list[Math.floor(draw * list.length)]!.dispatchEvent(click);
      await until(() => dataset["version"] !== before && dataset["busy"] === "false");
    }
    await until(asked);
  }, draws);
}

const score = (shifts: readonly Shift[]) =>
  Math.round(shifts.reduce((sum, shift) => sum + shift.score, 0) * 1e4) / 1e4;

/** The names of the moved elements, the most frequent first. */
function mostMoved(shifts: readonly Shift[]): string[] {
  const counts = new Map<string, number>();
  for (const name of shifts.flatMap((shift) => shift.moved))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name, count]) => `${name} ×${count}`);
}

/** Statistics of frame durations, which are given in milliseconds, shortest first. */
function paced(took: readonly number[]) {
  const all = took.reduce((sum, each) => sum + each, 0);
  return {
    frames: took.length,
    per_second: Math.round((took.length / all) * 10_000) / 10,
    median_ms: Math.round(took[took.length >> 1]!),
    p95_ms: Math.round(took[Math.floor(took.length * 0.95)]!),
    longest_ms: Math.round(took.at(-1)!),
  };
}

test.describe("loading", () => {
  const rooms = [null, ...measured].filter((game) => game || !process.env.MEASURE_GAME);
  for (const game of rooms) {
    const name = game?.id ?? "front page";
    test(name, async ({ enter, server }) => {
      const runs: { bytes: number; requests: number; ready: number }[] = [];
      for (let run = 0; run < RUNS; run++) {
        const page = await enter({ lang: "en", speed: "off" });
        let path = "/";
        if (game) {
          const [seats] = game.seats;
          const begun = { position: early(game, seats) };
          path = `/t/${await order(page, server.url, game, fill(seats - 1), begun)}`;
        }
        await watchReady(page, game ? READY.table : READY.front);
        const traffic = await Traffic.of(await slowed(page.context(), page));
        await page.goto(server.url + path);
        const ready = await readyAfter(page);
        await page.waitForLoadState("networkidle");
        runs.push({ bytes: traffic.bytes, requests: traffic.requests, ready });
        await page.close();
      }
      const of = (key: "bytes" | "requests" | "ready") =>
        Math.round(middle(runs.map((run) => run[key])));
      note("loading", {
        page: name,
        bytes: of("bytes"),
        requests: of("requests"),
        ready_ms: of("ready"),
        slowdown: SLOWDOWN,
      });
    });
  }
});

test.describe("layout shift", () => {
  for (const game of measured)
    for (const { width, height, size } of wanted)
      test(`${game.id} ${size}`, async ({ enter, server }) => {
        const page = await enter({ lang: "en", speed: "fast" }, { viewport: { width, height } });
        await watchShifts(page);
        const leave = await scripted(page, server.url, game);
        await expect(page.locator(READY.table).first()).toBeAttached({ timeout: 120_000 });
        const loading = await takeShifts(page);
        await choose(page, SCRIPTED);
        const playing = await takeShifts(page);
        leave();
        note("layout shift", {
          game: game.id,
          seats: game.seats[1],
          size,
          decisions: SCRIPTED,
          loading: score(loading),
          playing: score(playing),
          shifts: playing.length,
          moved: mostMoved([...playing, ...loading]),
        });
      });
});

test.describe("frames", () => {
  for (const game of measured)
    test(game.id, async ({ enter, server }) => {
      const page = await enter({ lang: "en", speed: "normal" });
      const leave = await scripted(page, server.url, game);
      await turn(page);
      const session = await slowed(page.context(), page);
      await watchFrames(page);
      const work = await worked(session);
      const drawing = await drawn(session);
      await choose(page, FRAMED);
      const { script, style, layout, styles, layouts } = await work();
      const onScreen = await drawing();
      leave();
      const { took, tasks } = await frames(page);
      const what = { game: game.id, seats: game.seats[1], slowdown: SLOWDOWN };
      note("frames", { ...what, on: "the screen", ...paced(onScreen) });
      note("frames", { ...what, on: "the page", ...paced(took) });
      note("work", {
        ...what,
        long_tasks: tasks.length,
        longest_task_ms: Math.round(tasks.at(-1) ?? 0),
        script_ms: Math.round(script),
        style_ms: Math.round(style),
        layout_ms: Math.round(layout),
        styles,
        layouts,
      });
    });
});

test.describe("memory", () => {
  for (const game of measured)
    test(game.id, async ({ enter, server }) => {
      const page = await enter({ lang: "en", speed: "off" });
      const [, seats] = game.seats;
      const open = () =>
        order(page, server.url, game, fill(seats - 1), { position: early(game, seats) });
      await page.goto(`${server.url}/t/${await open()}`);
      await turn(page);
      await expect(page.locator(LIT).first()).toBeAttached();
      const session = await page.context().newCDPSession(page);
      // Opens another table without loading the page again.
      const goOn = async () => {
        await page.evaluate(
          (path) => {
            history.pushState(null, "", path);
            dispatchEvent(new PopStateEvent("popstate"));
          },
          `/t/${await open()}`,
        );
        await expect(page.locator('[data-choices]:not([data-choices="0"])')).toBeVisible();
      };
      const start = await held(session);
      const pick = chance(SEED);
      let turns = 0;
      let most = start.nodes;
      for (let before = await version(page); turns < TURNS; before = await version(page)) {
        await forward([page], pick, STRIDE);
        turns += (await version(page)) - before;
        most = Math.max(most, (await held(session)).nodes);
        if ((await turn(page)) === "over") await goOn();
      }
      // The memory is read at the same step of another table: any increase is a leak.
      await goOn();
      await expect(page.locator(LIT).first()).toBeAttached();
      const end = await held(session);
      note("memory", {
        game: game.id,
        seats,
        turns,
        nodes_before: start.nodes,
        nodes_after: end.nodes,
        nodes_most: most,
        listeners_before: start.listeners,
        listeners_after: end.listeners,
        heap_kb_before: Math.round(start.heap / 1024),
        heap_kb_after: Math.round(end.heap / 1024),
      });
    });
});
