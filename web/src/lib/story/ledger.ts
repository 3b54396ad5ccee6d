/**
 * Ledgers: what each seat won and lost in a game, by cause and by round. The engine announces each
 * change of a score with the episode in which it happens.
 */
import type { Episode, ScoreCause, ScoreChange, Seat } from "../../generated/core";

/** The changes of one seat's score by one cause. */
export interface LedgerRow {
  /** The id of the cause. */
  cause: string;
  /** The sum of the changes, in the game's points. */
  amount: number;
}

/** The gains and losses of a seat from one round to the next. */
export interface LedgerRound {
  /** The number of the round; 0 for what happened before the first. */
  round: number;
  rows: readonly LedgerRow[];
  total: number;
}

/** The gains and losses of one seat. */
export interface Ledger {
  /** By cause, in the order of the game's causes; causes without changes are left out. */
  rows: readonly LedgerRow[];
  /** By round, in order; rounds without changes are left out. */
  rounds: readonly LedgerRound[];
  /** The sum of all changes: the seat's score. */
  total: number;
}

/** The part of a step that a ledger needs. */
export interface Told {
  episodes: readonly Pick<Episode, "changes" | "round">[];
  /** The score of each seat after the step. */
  scores?: readonly number[];
}

/** The id of the row for what a seat had before the first step: in games from a position. */
export const BEFORE = "";

type Causes = readonly Pick<ScoreCause, "id">[];

/** Sums of changes by cause, in the order of the game's causes. */
export function rowsOf(changes: readonly ScoreChange[], causes: Causes): LedgerRow[] {
  const known = causes.map(({ id }) => id);
  const all = [...new Set([BEFORE, ...known, ...changes.map(({ cause }) => cause)])];
  return all.flatMap((id) => {
    const of = changes.filter(({ cause }) => cause === id);
    return of.length > 0 ? [{ cause: id, amount: totalOf(of) }] : [];
  });
}

/** The ledger of each seat over the steps of a game. */
export function ledgerOf(steps: readonly Told[], causes: Causes, seats: number): Ledger[] {
  const all: { round: number; change: ScoreChange }[] = [];
  // While the first step is being shown, its changes are not complete.
  if (steps.length > 1)
    for (let seat = 0; seat < seats; seat++) {
      const opening = steps[0]!.episodes.flatMap(({ changes = [] }) => changes);
      const own = totalOf(opening.filter((change) => change.seat === seat));
      const amount = (steps[0]!.scores?.[seat] ?? own) - own;
      if (amount !== 0) all.push({ round: 0, change: { seat, amount, cause: BEFORE } });
    }
  let round = 0;
  for (const { episodes } of steps)
    for (const episode of episodes) {
      round = episode.round ?? round;
      for (const change of episode.changes ?? []) all.push({ round, change });
    }
  return Array.from({ length: seats }, (_, seat) => {
    const own = all.filter(({ change }) => change.seat === seat);
    const numbers = [...new Set(own.map((each) => each.round))];
    const changes = own.map(({ change }) => change);
    return {
      rows: rowsOf(changes, causes),
      rounds: numbers.map((number) => {
        const here = own.filter((each) => each.round === number).map(({ change }) => change);
        return { round: number, rows: rowsOf(here, causes), total: totalOf(here) };
      }),
      total: totalOf(changes),
    };
  });
}

/** A change of a seat's score as it is shown beside a sentence. */
export interface Mark {
  seat: Seat;
  /** The change in the units of its cause. */
  amount: number;
  /** The cause, if its points are of another kind than the game's usual ones. */
  cause: ScoreCause | null;
}

/**
 * The changes of an episode, one mark for each seat and kind of points. Changes that cancel each
 * other out are left out.
 */
export function marksOf(changes: readonly ScoreChange[], causes: readonly ScoreCause[]): Mark[] {
  const marks = new Map<string, Mark>();
  for (const { seat, amount, cause: id } of changes) {
    const found = causes.find((each) => each.id === id);
    const special = found !== undefined && found.unit !== 1 ? found : null;
    const key = `${seat} ${special?.id ?? ""}`;
    const before = marks.get(key)?.amount ?? 0;
    marks.set(key, { seat, amount: before + inUnits(amount, special), cause: special });
  }
  return [...marks.values()].filter(({ amount }) => amount !== 0);
}

/** Converts the game's points to the units in which a cause is shown. */
export function inUnits(amount: number, cause: Pick<ScoreCause, "unit"> | null | undefined) {
  return amount / (cause?.unit ?? 1);
}

/** Formats a change with its sign; a minus is a minus sign, not a hyphen. */
export const signed = (amount: number): string => (amount < 0 ? `−${-amount}` : `+${amount}`);

const totalOf = (changes: readonly ScoreChange[]): number =>
  changes.reduce((sum, { amount }) => sum + amount, 0);
