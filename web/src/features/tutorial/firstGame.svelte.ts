/** The game after a lesson, in which the book says what matters in each decision. */
import type { Advice, Book } from "../../generated/table";
import { readStored, writeStored } from "../../lib/storage/storage";

const KEY = "zashiki.first-games";

/** So many tables are remembered; who begins another forgets the oldest. */
const MOST = 8;

/** What was said at which of the person's decisions: the advice by its number in the book. */
export type Said = Readonly<Record<number, number>>;

/** A table that is somebody's first game. */
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

/** Remembers that this table is the person's first game. */
export function beginFirstGame(table: string): void {
  keep([...kept().filter((each) => each.table !== table), { table, said: {} }]);
}

/**
 * Which advice belongs to a decision: the one that was given there before it was taken back or the
 * page was opened again, else the next one for this question; null where there is none left.
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

/** A person's first game, if this table is one. */
export class FirstGame {
  /** Whether there is something to be said at this table. */
  on = $state(false);
  /** The game's book, once it is there. */
  book = $state.raw<Book | null>(null);
  /** What is said to the decision that is open. */
  now = $state.raw<Advice | null>(null);
  /** The places to look at, by their anchors on the board. */
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

  /** To be told what this seat is asked, by which rule, at which of its decisions; null for none. */
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

  /** The person knows the game: nothing more is said at this table. */
  dismiss(): void {
    this.on = false;
    this.now = null;
    keep(kept().filter((each) => each.table !== this.table));
  }
}
