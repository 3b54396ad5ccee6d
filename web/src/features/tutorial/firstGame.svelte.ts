/**
 * The first game after a lesson, in which the page shows the tutorial's advice for each decision.
 */
import type { Advice, Tutorial } from "../../generated/core";
import { readStored, writeStored } from "../../lib/storage/storage";

const KEY = "zashiki.first-games";

/** The maximum number of tables that are stored as first games; a new one replaces the oldest. */
const MOST = 8;

/**
 * Advice that was shown: for the index of each of the user's decisions, the index of the advice in
 * the tutorial.
 */
export type Said = Readonly<Record<number, number>>;

/** A stored table that is a user's first game, with the advice shown there. */
interface Kept {
  table: string;
  said: Said;
}

function kept(): Kept[] {
  try {
    const read: unknown = JSON.parse(readStored(KEY) ?? "[]");
    return Array.isArray(read) ? (read as (Partial<Kept> | null)[]).filter(isKept) : [];
  } catch {
    return [];
  }
}

const isKept = (each: Partial<Kept> | null): each is Kept =>
  typeof each?.table === "string" && typeof each.said === "object" && each.said !== null;

function keep(tables: readonly Kept[]): void {
  writeStored(KEY, JSON.stringify(tables.slice(-MOST)));
}

/** Stores that this table is the user's first game. */
export function beginFirstGame(table: string): void {
  keep([...kept().filter((each) => each.table !== table), { table, said: {} }]);
}

/**
 * The index of the advice for a decision: the advice that this decision got before an undo or a
 * reload; otherwise the next advice for its prompt. Null if there is none left.
 */
export function adviceFor(
  advice: readonly Advice[],
  said: Said,
  rule: string,
  decision: number,
): number | null {
  const before = said[decision];
  if (before !== undefined && advice[before]?.rule === rule) return before;
  const elsewhere = Object.entries(said).filter(([at]) => Number(at) !== decision);
  const times = (number: number) => elsewhere.filter(([, each]) => each === number).length;
  const next = advice.findIndex((each, at) => each.rule === rule && times(at) < each.times);
  return next < 0 ? null : next;
}

/** The advice at a table, if that table is the user's first game after a lesson. */
export class FirstGame {
  /** True if advice is shown at this table. */
  on = $state(false);
  /** The game's tutorial; null until it has loaded. */
  book = $state.raw<Tutorial | null>(null);
  /** The advice about the open decision; null if there is none. */
  now = $state.raw<Advice | null>(null);
  /** The places of the board that the advice mentions, by their ids (`data-anchor`). */
  places = $derived(
    (this.now?.at ?? []).map((place) => place.replace("{you}", String(this.#seat))),
  );

  #seat = $state(0);
  #said: Said = {};

  constructor(readonly table: string) {
    const found = kept().find((each) => each.table === table);
    this.on = found !== undefined;
    this.#said = found?.said ?? {};
  }

  /**
   * Chooses the advice for a decision of `seat`: `rule` is the id of the prompt's rule, `decision`
   * the index of the decision. Null for either means that no decision is open.
   */
  ask(rule: string | null, decision: number | null, seat: number): void {
    const { book } = this;
    this.#seat = seat;
    this.now = null;
    if (!this.on || !book || rule === null || decision === null) return;
    const number = adviceFor(book.advice, this.#said, rule, decision);
    if (number === null) return;
    this.now = book.advice[number] ?? null;
    if (this.#said[decision] === number) return;
    this.#said = { ...this.#said, [decision]: number };
    const { table } = this;
    const said = this.#said;
    keep(kept().map((each) => (each.table === table ? { table, said } : each)));
  }

  /** Ends the advice at this table: the user knows the game. */
  dismiss(): void {
    this.on = false;
    this.now = null;
    keep(kept().filter((each) => each.table !== this.table));
  }
}
