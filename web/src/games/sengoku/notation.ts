/**
 * The legal actions, parsed from their notation and grouped by the domino that they declare or
 * place.
 */
import type { LegalAction } from "../../generated/core";
import { towards } from "./sheet";

/** The general in the notation, where other dominoes have their two marks. */
export const GENERAL = "general";

/** An action, parsed from its notation. */
export type Action =
  | { verb: "declare"; tile: string }
  | { verb: "place" | "general"; low: string; high: string }
  | { verb: "lose" };

/** The lower and the higher mark of a tile; null for the general. */
export function marks(tile: string): [number, number] | null {
  const found = /^([1-6])([1-6])$/.exec(tile);
  return found && found[1]! < found[2]! ? [Number(found[1]), Number(found[2])] : null;
}

/** The strength (戦力値) of a tile: the sum of its halves. */
export function strength(tile: string): number {
  const pair = marks(tile);
  return pair ? pair[0] + pair[1] : 1;
}

/** Parses an action; null if this page does not know the notation. */
export function parse(notation: string): Action | null {
  const [verb, first = "", second = "", ...more] = notation.trim().split(/\s+/);
  if (more.length > 0) return null;
  switch (verb) {
    case "declare":
      return !second && (first === GENERAL || marks(first)) ? { verb, tile: first } : null;
    case "place":
    case "general":
      return towards(first, second) ? { verb, low: first, high: second } : null;
    case "lose":
      return first ? null : { verb };
    default:
      return null;
  }
}

/** A legal place of a domino: the squares of its lower and its higher mark. */
export interface Place {
  low: string;
  high: string;
  choice: LegalAction;
}

/** The legal actions, grouped by the domino that they declare or place. */
export interface Lit {
  /** The declarations, by tile. */
  declare: Map<string, LegalAction>;
  /** The legal places of the declared tile. */
  tile: Place[];
  /** The legal places of the general. */
  general: Place[];
  lose: LegalAction | null;
  /** Actions unknown to this page; they are shown as plain buttons. */
  other: LegalAction[];
  /** The number of legal actions. */
  count: number;
}

/** Groups the legal actions. The board enables only what has an action in this result. */
export function lit(legal: readonly LegalAction[]): Lit {
  const out: Lit = {
    declare: new Map(),
    tile: [],
    general: [],
    lose: null,
    other: [],
    count: legal.length,
  };
  for (const choice of legal) {
    const action = parse(choice.action);
    if (action?.verb === "declare") out.declare.set(action.tile, choice);
    else if (action?.verb === "place") out.tile.push({ ...action, choice });
    else if (action?.verb === "general") out.general.push({ ...action, choice });
    else if (action?.verb === "lose") out.lose = choice;
    else out.other.push(choice);
  }
  return out;
}
