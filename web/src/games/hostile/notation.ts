/**
 * The legal actions, parsed from their notation and grouped by the element of the board that is
 * highlighted for them.
 */
import type { Facing, Skill, Square } from "../../generated/hostile";
import type { LegalAction } from "../../generated/core";
import { isSquare } from "./geometry";

/** A tile in the notation: a kind of floor tile, or the square of a gem tile. */
export type TileName = string;

/**
 * The actions that place a tile on one square, by the tile's orientation; the key is "" for a kind
 * that looks the same in all orientations.
 */
export type ByFacing = Map<Facing | "", LegalAction>;

/** The legal actions with one tile of the draft. */
export interface DraftWays {
  keep: LegalAction | null;
  use: LegalAction | null;
  place: Map<Square, ByFacing>;
}

/** The legal actions, grouped by the element of the board that is highlighted for them. */
export interface Lit {
  skill: Map<Skill, LegalAction>;
  draft: Map<TileName, DraftWays>;
  /** The pawn's steps, by direction: n, e, s, w. */
  move: Map<string, LegalAction>;
  take: Map<TileName, LegalAction>;
  giveBack: Map<TileName, LegalAction>;
  place: Map<TileName, Map<Square, ByFacing>>;
  use: Map<TileName, LegalAction>;
  crash: Map<Square, LegalAction>;
  rotate: Map<Square, Map<"left" | "right", LegalAction>>;
  steal: Map<Square, LegalAction>;
  recall: LegalAction | null;
  end: LegalAction | null;
  /** Actions unknown to this page; they are shown as plain buttons. */
  other: LegalAction[];
  /** The number of legal actions. */
  count: number;
}

function within<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

const newWays = (): DraftWays => ({ keep: null, use: null, place: new Map() });

/** Adds an action to its group. Returns false if this page does not know the notation. */
function sort(out: Lit, choice: LegalAction): boolean {
  const [verb, first, ...rest] = choice.action.trim().split(/\s+/);
  const put = (squares: Map<Square, ByFacing>, [square, facing, ...more]: string[]): boolean => {
    if (square === undefined || !isSquare(square) || more.length > 0) return false;
    within(squares, square, () => new Map()).set((facing ?? "") as Facing | "", choice);
    return true;
  };
  if (first === undefined) {
    if (verb === "recall") out.recall = choice;
    else if (verb === "end") out.end = choice;
    else return false;
    return true;
  }
  switch (verb) {
    case "draft": {
      const [fate, ...where] = rest;
      const ways = within(out.draft, first, newWays);
      if (fate === "keep" && where.length === 0) ways.keep = choice;
      else if (fate === "use" && where.length === 0) ways.use = choice;
      else return fate === "place" && put(ways.place, where);
      return true;
    }
    case "place":
      return put(
        within(out.place, first, () => new Map()),
        rest,
      );
    case "rotate": {
      const [way, ...more] = rest;
      if ((way !== "left" && way !== "right") || more.length > 0 || !isSquare(first)) return false;
      within(out.rotate, first, () => new Map()).set(way, choice);
      return true;
    }
  }
  if (rest.length > 0) return false;
  switch (verb) {
    case "skill":
      out.skill.set(first as Skill, choice);
      return true;
    case "move":
      out.move.set(first, choice);
      return true;
    case "take":
      out.take.set(first, choice);
      return true;
    case "return":
      out.giveBack.set(first, choice);
      return true;
    case "use":
      out.use.set(first, choice);
      return true;
    case "crash":
    case "steal":
      if (!isSquare(first)) return false;
      out[verb].set(first, choice);
      return true;
    default:
      return false;
  }
}

/** Groups the legal actions. The board highlights only elements with an action in this result. */
export function lit(legal: readonly LegalAction[]): Lit {
  const out: Lit = {
    skill: new Map(),
    draft: new Map(),
    move: new Map(),
    take: new Map(),
    giveBack: new Map(),
    place: new Map(),
    use: new Map(),
    crash: new Map(),
    rotate: new Map(),
    steal: new Map(),
    recall: null,
    end: null,
    other: [],
    count: legal.length,
  };
  for (const choice of legal) if (!sort(out, choice)) out.other.push(choice);
  return out;
}
