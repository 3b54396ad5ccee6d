/** Measurements of a page: loading, readiness, layout shift, memory. */
import { appendFileSync } from "node:fs";
import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import { LIT } from "./autoPlay";

/** The factor by which the browser's processor is slowed down for measurements. */
export const SLOWDOWN = 4;

/** Data that these measurements store in the page's `window` object. */
interface Probed {
  readyAt?: number;
  shifts?: Shift[];
  reworded?: Set<Node>;
  frameTimes?: number[];
  longTasks?: number[];
}

/** A layout shift: elements that moved abruptly. */
export interface Shift {
  /**
   * The score of the shift in the browser's Layout Instability API; shifts shortly after input
   * count as well.
   */
  score: number;
  /** The names of the moved elements, without those in `words`. */
  moved: string[];
  /**
   * The names of elements whose text starts at another point because its content changed, such as a
   * number in a column.
   */
  words: string[];
}

/**
 * Slows the page down to the speed of a small machine. Returns the session that controls the
 * browser.
 */
export async function slowed(context: BrowserContext, page: Page): Promise<CDPSession> {
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  return session;
}

/** Counts the bytes and the requests of a page. */
export class Traffic {
  bytes = 0;
  requests = 0;

  /** Starts to count all requests of the page, with the messages of the live connection. */
  static async of(session: CDPSession): Promise<Traffic> {
    const traffic = new Traffic();
    session.on("Network.requestWillBeSent", ({ request }) => {
      if (request.url.startsWith("http")) traffic.requests++;
    });
    session.on("Network.webSocketCreated", () => traffic.requests++);
    session.on("Network.loadingFinished", ({ encodedDataLength }) => {
      traffic.bytes += encodedDataLength;
    });
    session.on("Network.webSocketFrameReceived", ({ response }) => {
      const binary = response.opcode === 2;
      traffic.bytes += Buffer.byteLength(response.payloadData, binary ? "base64" : "utf8");
    });
    await session.send("Network.enable");
    return traffic;
  }
}

/**
 * Describes the elements that should be in view and are not: hidden in a scroller, or highlighted
 * outside the board.
 */
export const outOfView = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const scroller of ["main", ".board"]) {
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

/** Records when an element that matches `selector` was first painted. */
export async function watchReady(page: Page, selector: string): Promise<void> {
  await page.addInitScript((selector) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      watch.disconnect();
      requestAnimationFrame(() =>
        requestAnimationFrame(() => ((window as Probed).readyAt = performance.now())),
      );
    });
    watch.observe(document, { subtree: true, childList: true, attributes: true });
  }, selector);
}

/** Writes a measure of this kind as a line of JSON to the file MEASURES. */
export const note = (what: string, measure: object) =>
  appendFileSync(
    process.env.MEASURES ?? "measures.jsonl",
    `${JSON.stringify({ what, ...measure })}\n`,
  );

/** The middle one of numbers. */
export const middle = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1]!;

/** Selectors that match once an action is possible: opening a game, or a decision on the board. */
export const READY = {
  front: "main button.primary:not(:disabled)",
  table: `[data-choices]:not([data-choices="0"]) ${LIT}`,
};

/** Milliseconds from the request of the page to the paint that {@link watchReady} records. */
export async function readyAfter(page: Page): Promise<number> {
  await page.waitForFunction(() => (window as Probed).readyAt, null, { timeout: 120_000 });
  return await page.evaluate(() => (window as Probed).readyAt!);
}

/** Records every layout shift of the page from the start of its loading. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
      sources: readonly { node: Node | null }[];
    }
    const name = (node: Node): string => {
      const element = node instanceof Element ? node : node.parentElement;
      if (!element) return "(gone)";
      const classes = [...element.classList].filter((each) => !each.startsWith("svelte-"));
      return [element.localName, ...classes].join(".");
    };
    const path = (node: Node): string => {
      const around = node.parentElement ? `${name(node.parentElement)} > ` : "";
      return around + name(node);
    };
    const reworded = ((window as Probed).reworded = new Set<Node>());
    new MutationObserver((changes) => {
      for (const { target } of changes) reworded.add(target);
    }).observe(document, { subtree: true, characterData: true });
    const shifts: Shift[] = ((window as Probed).shifts = []);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        // Elements that were removed meanwhile cannot be described any more, and are left out.
        const nodes = entry.sources.flatMap(({ node }) => node ?? []);
        const says = (node: Node) => reworded.has(node);
        shifts.push({
          score: entry.value,
          moved: nodes.filter((node) => !says(node)).map(path),
          words: nodes.filter(says).map(path),
        });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The layout shifts since the last call. */
export async function takeShifts(page: Page): Promise<Shift[]> {
  return await page.evaluate(
    () =>
      // The browser reports the shifts of the last paint with the next frame.
      new Promise<Shift[]>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            (window as Probed).reworded!.clear();
            resolve((window as Probed).shifts!.splice(0));
          }),
        ),
      ),
  );
}

/**
 * Records the duration of each frame during playback, and of each task that blocks the page for
 * more than 50 ms.
 */
export async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frames: number[] = ((window as Probed).frameTimes = []);
    const tasks: number[] = ((window as Probed).longTasks = []);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: "longtask" });
    // A frame that equals the frame before does not reach the screen. During a pause of an
    // animation nothing moves, and the gap would count as a long frame, so a canvas changes all the
    // time.
    const dot = document.body.appendChild(document.createElement("canvas"));
    [dot.width, dot.height] = [1, 1];
    dot.style.cssText = "position: fixed; inset: auto 0 0 auto";
    const pen = dot.getContext("2d")!;
    let shade = false;
    let before: number | null = null;
    const next = (now: number) => {
      const busy = document.querySelector("[data-busy=true]") !== null;
      if (busy !== (before !== null)) performance.mark(busy ? "busy" : "rest");
      shade = !shade;
      pen.fillStyle = shade ? "#000" : "#fff";
      pen.fillRect(0, 0, 1, 1);
      if (busy && before !== null) frames.push(now - before);
      before = busy ? now : null;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}

/** The durations of frames and long tasks in milliseconds, shortest first. */
export async function frames(page: Page): Promise<{ took: number[]; tasks: number[] }> {
  const rising = (numbers: number[]) => numbers.sort((a, b) => a - b);
  const [took, tasks] = await page.evaluate(
    () => [(window as Probed).frameTimes!, (window as Probed).longTasks!] as const,
  );
  return { took: rising([...took]), tasks: rising([...tasks]) };
}

/**
 * Starts to record the times of frames on the screen during playback. {@link watchFrames} must be
 * called too. The compositor thread continues animations while the main thread is busy, so the
 * screen shows more frames than the page draws. The returned function gives the durations in
 * milliseconds, shortest first.
 */
export async function drawn(session: CDPSession): Promise<() => Promise<number[]>> {
  interface Traced {
    name: string;
    /** The phase of the traced event; `e` is the end of an interval. */
    ph: string;
    /** The time of the traced event, in microseconds. */
    ts: number;
  }
  const traced: Traced[] = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const event of value as unknown as Traced[])
      if (event.name in MARKS || (event.name === PRESENTED && event.ph === "e")) traced.push(event);
  });
  const includedCategories = ["disabled-by-default-devtools.timeline.frame", "blink.user_timing"];
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
    await session.send("Tracing.end");
    await complete;
    const took: number[] = [];
    let before: number | null = null;
    for (const { name, ts } of traced.sort((a, b) => a.ts - b.ts)) {
      // The two threads may both present within one frame, shortly after each other; this counts
      // once.
      if (name === PRESENTED && (before === null || ts - before < HALF_FRAME)) continue;
      if (name === PRESENTED) took.push((ts - before!) / 1000);
      before = name === "rest" ? null : ts;
    }
    return took.sort((a, b) => a - b);
  };
}
/** The names of the page's performance marks at the start and the end of playback. */
const MARKS = { busy: true, rest: true };
/** Half the duration of a frame at 60 frames per second, in microseconds. */
const HALF_FRAME = 1e6 / 120;
/** The name of the trace event with which a frame is presented on the screen. */
const PRESENTED = "SubmitCompositorFrameToPresentationCompositorFrame";

/**
 * The work of the page's main thread: milliseconds spent in each kind of work, and the number of
 * tasks.
 */
export interface Work {
  script: number;
  style: number;
  layout: number;
  styles: number;
  layouts: number;
}

/**
 * Starts to count the work of the page, without other work of the machine. The returned function
 * gives the result.
 */
export async function worked(session: CDPSession): Promise<() => Promise<Work>> {
  await session.send("Performance.setTimeDomain", { timeDomain: "threadTicks" });
  await session.send("Performance.enable");
  const sum = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const read = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0;
    return {
      script: read("ScriptDuration") * 1000,
      style: read("RecalcStyleDuration") * 1000,
      layout: read("LayoutDuration") * 1000,
      styles: read("RecalcStyleCount"),
      layouts: read("LayoutCount"),
    };
  };
  const before = await sum();
  return async () => {
    const after = await sum();
    return {
      script: after.script - before.script,
      style: after.style - before.style,
      layout: after.layout - before.layout,
      styles: after.styles - before.styles,
      layouts: after.layouts - before.layouts,
    };
  };
}

/** The page's use of memory after a garbage collection. */
export interface Held {
  nodes: number;
  listeners: number;
  heap: number;
}

/**
 * Measures the page's memory now: DOM nodes, also detached ones, event listeners, and bytes of
 * scripts.
 */
export async function held(session: CDPSession): Promise<Held> {
  await session.send("Performance.enable");
  await session.send("HeapProfiler.enable");
  // The first collection may free objects whose contents only the second can free.
  for (let round = 0; round < 2; round++) await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const read = (name: string) => metrics.find((each) => each.name === name)?.value ?? 0;
  return {
    nodes: read("Nodes"),
    listeners: read("JSEventListeners"),
    heap: read("JSHeapUsedSize"),
  };
}
