/**
 * Continues a table that is open in pages, without a browser: the seats of those pages take
 * decisions through the same interface of the server that the pages use. A hundred decisions take
 * as long as one by hand.
 */
import type { Page } from "@playwright/test";
import WebSocket from "ws";
import type { TableState, ToClient, ToServer } from "../src/generated/session";
import type { ClientMessage } from "../src/lib/api/tableSocket";
import { advanced } from "../src/lib/api/patch";
import { expect } from "@playwright/test";
import { version } from "./person";

/** The number of decisions still to take, shared by all stand-ins. */
interface Budget {
  left: number;
}

/** Takes decisions for one page's seat, signed in with that page's cookie. */
class StandIn {
  state: TableState | null = null;
  #pending: string | null = null;
  #count = 0;
  readonly #socket: WebSocket;
  readonly ended: Promise<void>;

  constructor(
    url: string,
    cookie: string,
    readonly pick: (below: number) => number,
    readonly budget: Budget,
    /** Called after every message from the server. */
    readonly changed: () => void = () => {},
    /** The free seat to take if the user has no seat yet. */
    readonly seat: number | null = null,
  ) {
    this.#socket = new WebSocket(url, { headers: { cookie } });
    this.ended = new Promise((resolve, reject) => {
      this.#socket.on("error", reject);
      this.#socket.on("close", () => resolve());
      this.#socket.on("message", (data) => {
        const message = JSON.parse(String(data)) as ToClient;
        if (message.type === "state") this.state = message.state;
        if (message.type === "changed") this.state = advanced(this.state!, message);
        if (message.type === "refused") reject(new Error(`refused: ${message.message.en}`));
        if (message.type === "done" && message.id === this.#pending) this.#pending = null;
        this.decide();
        this.changed();
      });
    });
    // Callers that wait on this promise receive its rejection; until then, the rejection counts as
    // handled.
    this.ended.catch(() => {});
  }

  /** True if the table's state has arrived and no sent action waits for its answer. */
  get idle(): boolean {
    return this.state !== null && this.#pending === null;
  }

  /** Ends a game against bots without a result. */
  abandon(): void {
    this.#send({ type: "talk", version: this.state!.version, word: "abandon" });
  }

  decide(): void {
    const { state } = this;
    if (!state || this.#pending || this.budget.left <= 0) return;
    if (state.you === null && this.seat !== null)
      return this.#send({ type: "sit", seat: this.seat, name: `Seat ${this.seat + 1}` });
    if (state.outcome || state.you === null || !state.awaiting.includes(state.you)) return;
    const action = state.legal[this.pick(state.legal.length)]?.action;
    if (action === undefined) return;
    this.budget.left--;
    this.#send({ type: "act", version: state.version, action });
  }

  #send(order: ClientMessage): void {
    this.#pending = `forward-${this.#count++}-${process.hrtime.bigint()}`;
    const message: ToServer = { id: this.#pending, ...order };
    this.#socket.send(JSON.stringify(message));
  }

  leave(): void {
    this.#socket.close();
  }
}

const live = (url: string, table: string) =>
  `${url.replace(/^http/, "ws")}/api/tables/${table}/live?seen=0`;

/**
 * Adds a player without a browser to a free seat, who takes decisions until the end of the game.
 * Returns a function that disconnects this player.
 */
export async function companion(
  url: string,
  table: string,
  seat: number,
  pick: (below: number) => number,
): Promise<() => void> {
  const page = await fetch(url);
  const cookie = page.headers.getSetCookie().map((each) => each.split(";")[0]);
  const guest = new StandIn(
    live(url, table),
    cookie.join("; "),
    pick,
    { left: Infinity },
    undefined,
    seat,
  );
  return () => guest.leave();
}

/** The cookies of a page, as the value of an HTTP `Cookie` header. */
async function cookieOf(page: Page, origin: string): Promise<string> {
  const cookies = await page.context().cookies(origin);
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/**
 * Takes `decisions` decisions for the seat of a page that is elsewhere, or plays to the end. Then
 * waits until the page's user must decide again. A page that shows the table lags behind; use
 * `forward` there, which waits for it.
 */
export async function alone(
  page: Page,
  url: string,
  table: string,
  pick: (below: number) => number,
  decisions = Infinity,
): Promise<void> {
  if (new URL(page.url()).pathname === `/t/${table}`)
    throw new Error(`the page shows the table ${table}: use forward`);
  const cookie = await cookieOf(page, url);
  const budget = { left: decisions };
  let check = () => {};
  const standIn = new StandIn(live(url, table), cookie, pick, budget, () => check());
  const reached = new Promise<void>((resolve) => {
    check = () => {
      const { state, idle } = standIn;
      const asked = budget.left <= 0 && state !== null && state.legal.length > 0;
      if (idle && (state?.outcome || asked)) resolve();
    };
  });
  await Promise.race([reached, standIn.ended]);
  standIn.leave();
}

/**
 * Takes one decision for the seat of a page at a table against bots, and ends the game: its review has
 * few decisions to analyse.
 */
export async function once(
  page: Page,
  url: string,
  table: string,
  pick: (below: number) => number,
): Promise<void> {
  await alone(page, url, table, pick, 1);
  const cookie = await cookieOf(page, url);
  let ends = false;
  let check = () => {};
  const standIn = new StandIn(live(url, table), cookie, pick, { left: 0 }, () => check());
  const over = new Promise<void>((resolve) => {
    check = () => {
      if (standIn.state?.outcome) resolve();
      else if (standIn.idle && !ends) {
        ends = true;
        standIn.abandon();
      }
    };
  });
  await Promise.race([over, standIn.ended]);
  standIn.leave();
}

/**
 * Takes `decisions` decisions for the seats of these pages, or plays to the end. Then waits until
 * all the pages show the latest step.
 */
export async function forward(
  pages: readonly Page[],
  pick: (below: number) => number,
  decisions = Infinity,
): Promise<void> {
  const budget = { left: decisions };
  let check = () => {};
  const standIns = await Promise.all(
    pages.map(async (page) => {
      const { origin, pathname } = new URL(page.url());
      const table = pathname.replace(/^\/t\//, "");
      const cookie = await cookieOf(page, origin);
      return new StandIn(live(origin, table), cookie, pick, budget, () => check());
    }),
  );
  const reached = new Promise<void>((resolve) => {
    check = () => {
      if (!standIns.every(({ idle }) => idle)) return;
      const over = standIns.every(({ state }) => state!.outcome);
      if (over || budget.left <= 0) resolve();
    };
  });
  await Promise.race([reached, ...standIns.map(({ ended }) => ended)]);
  const least = Math.max(...standIns.map(({ state }) => state!.version));
  for (const standIn of standIns) standIn.leave();
  for (const page of pages)
    await expect
      .poll(() => version(page), { timeout: 60_000, intervals: [20, 100] })
      .toBeGreaterThanOrEqual(least);
}
