/** The list of public tables, updated live. */
import type { Lobby, LobbyTable, Notice } from "../../generated/server";
import type { GameSummary } from "../../generated/session";
import { transport } from "../../lib/api/dispatch";
import type { Environment } from "../../lib/api/tableSocket";
import { EVENTS_CLOSED, type EventSourceLike } from "../../lib/api/transport";
import { personName } from "../../lib/i18n/names";
import { isSlow } from "../../lib/i18n/timeControl";

const LIVE = "/api/lobby/live";
/**
 * The time that a closed table keeps its row, in milliseconds. Without it, a press could hit
 * another row that moves up.
 */
const STAYS_MS = 10_000;
/**
 * The mean delay before a retry after a refusal by the server, in milliseconds; it varies by ±50 %.
 */
const AGAIN_MS = 10_000;

/** The platform functions that the lobby uses; tests pass their own. */
export interface LobbyEnvironment extends Pick<Environment, "later" | "random"> {
  /** Opens the stream of the lobby; null if the page has no server. */
  events: (path: string) => EventSourceLike | null;
}

const real: LobbyEnvironment = {
  later: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
  events: (path) => transport.events(path),
};

/** A row of the list: a table, which may be closed already. */
export interface Row {
  readonly card: LobbyTable;
  /** True if the table is no longer listed. */
  readonly gone: boolean;
}

/**
 * The live list of public tables. Rows keep their places while the user looks at the list, and new
 * ones come last.
 */
export class LiveLobby {
  /** The rows of the list; null until the server has sent the tables. */
  rows = $state.raw<readonly Row[] | null>(null);
  /** True while the list is up to date. */
  live = $state(false);

  #source: EventSourceLike | null = null;
  /** True before the user has seen the list: its order may still change. */
  #anew = true;
  #held = false;
  #callOff = () => {};
  #keepRows = () => {};

  constructor(
    readonly world: LobbyEnvironment = real,
    /** Called with the operator's notices, which arrive over the same connection. */
    readonly noticed: (notice: Notice) => void = () => {},
  ) {}

  /** Keeps the list up to date while the page is visible; returns a function that ends this. */
  watch(): () => void {
    const look = () => (document.visibilityState === "hidden" ? this.#close() : this.#open());
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      this.#close();
    };
  }

  /**
   * Sets whether the user points at the list or has the focus in it. While that is true, no row is
   * removed.
   */
  hold(held: boolean): void {
    this.#held = held;
  }

  #open(): void {
    if (this.#source) return;
    this.#callOff();
    const source = this.world.events(LIVE);
    if (!source) return;
    this.#source = source;
    source.onmessage = ({ data }) => {
      if (this.#source !== source) return;
      this.live = true;
      this.#hear((JSON.parse(data) as Lobby).tables);
    };
    source.addEventListener("notice", ({ data }) => {
      if (this.#source === source) this.noticed(JSON.parse(data) as Notice);
    });
    source.onerror = () => {
      if (this.#source !== source) return;
      this.live = false;
      // The browser reconnects a lost connection, but gives up after a refusal.
      if (source.readyState !== EVENTS_CLOSED) return;
      this.#source = null;
      const wait = AGAIN_MS * (0.5 + this.world.random());
      this.#callOff = this.world.later(() => this.#open(), wait);
    };
  }

  #close(): void {
    this.#callOff();
    this.#keepRows();
    this.#source?.close();
    this.#source = null;
    this.live = false;
    this.#anew = true;
  }

  #hear(tables: readonly LobbyTable[]): void {
    const rest = new Map(tables.map((card) => [card.table, card]));
    const before = this.#anew ? [] : (this.rows ?? []);
    this.#anew = false;
    const kept = before.map(({ card }): Row => {
      const now = rest.get(card.table);
      rest.delete(card.table);
      return { card: now ?? card, gone: !now };
    });
    this.rows = [...kept, ...[...rest.values()].map((card) => ({ card, gone: false }))];
    if (this.rows.some(({ gone }) => gone)) this.#sweepLater();
  }

  #sweepLater(): void {
    this.#keepRows();
    this.#keepRows = this.world.later(() => {
      if (this.#held) this.#sweepLater();
      else this.rows = this.rows?.filter(({ gone }) => !gone) ?? null;
    }, STAYS_MS);
  }
}

/** The number of people who sit at public tables that have not started. */
export function peopleWaiting(rows: readonly Row[]): number {
  const waiting = rows.filter(({ card, gone }) => !gone && !card.started);
  return waiting.flatMap(({ card }) => card.seats.filter(({ name, bot }) => name !== "" && !bot))
    .length;
}

/** The number of open seats of a table. */
export function openSeats({ seats }: Pick<LobbyTable, "seats">): number {
  return seats.filter(({ name, bot }) => name === "" && bot === null).length;
}

/** The ids of the options of a table that differ from the game's defaults. */
export function unusual(
  { default_options }: Pick<GameSummary, "default_options">,
  { options }: Pick<LobbyTable, "options">,
): string[] {
  return Object.entries(default_options)
    .filter(([id, usual]) => id in options && options[id] !== usual)
    .map(([id]) => id);
}

/** The name of the player whom a quick start of the game would join; null if no player waits. */
export function whoWaits(
  rows: readonly Row[],
  info: Pick<GameSummary, "id" | "default_options">,
  own: ReadonlySet<string>,
): string | null {
  const found = rows.find(({ card, gone }) => {
    const usual = !isSlow(card.terms.time) && !card.from_position && !card.own_components;
    const plain = usual && unusual(info, card).length === 0;
    const open = !gone && !card.started && openSeats(card) > 0;
    const people = !card.seats.some((seat) => seat.bot_account);
    return card.game === info.id && plain && open && people && !own.has(card.table);
  });
  const waits = found?.card.seats.find(({ name, bot }) => name !== "" && bot === null);
  return waits ? personName(waits.name) : null;
}
