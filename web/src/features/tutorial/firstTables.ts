/** The tables that are stored as users' first games, with the advice shown there. */
import { readStored, writeStored } from "../../lib/storage/storage";

const KEY = "zashiki.first-games";

/** The maximum number of tables that are stored as first games; a new one replaces the oldest. */
const MOST = 8;

/**
 * Advice in the tutorial: the index of advice on a prompt, or the id of a situation. Null for no
 * advice.
 */
export type Choice = number | string | null;

/** Advice that was shown, for the index of each of the user's decisions. */
export type Said = Readonly<Record<number, Choice>>;

/** A stored table that is a user's first game, with the advice shown there. */
export interface Kept {
  table: string;
  said: Said;
}

/** The stored first games, the newest last. */
export function kept(): Kept[] {
  try {
    const read: unknown = JSON.parse(readStored(KEY) ?? "[]");
    return Array.isArray(read) ? (read as (Partial<Kept> | null)[]).filter(isKept) : [];
  } catch {
    return [];
  }
}

const isKept = (each: Partial<Kept> | null): each is Kept =>
  typeof each?.table === "string" && typeof each.said === "object" && each.said !== null;

/** Stores the newest of these first games, instead of those that are stored. */
export function keep(tables: readonly Kept[]): void {
  writeStored(KEY, JSON.stringify(tables.slice(-MOST)));
}

/** Stores that this table is the user's first game. */
export function beginFirstGame(table: string): void {
  keep([...kept().filter((each) => each.table !== table), { table, said: {} }]);
}
