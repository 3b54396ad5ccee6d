/**
 * The legal actions, parsed from their notation and grouped by the piece, item or button that the
 * page highlights for them.
 */
import type { Square } from "../../generated/shinra";
import type { LegalAction } from "../../generated/core";
import { isSquare } from "./geometry";

/**
 * The kinds of action whose target square needs no selection first: an attacker returns or joins a
 * piece, or the piece that was set aside is placed.
 */
export type Spot = "back" | "join" | "settle";

/** The legal actions, grouped by the piece, item or button that the page highlights for them. */
export interface Lit {
  /**
   * Moves, joins, attacks and the king's step: by the square of the piece, then by the target
   * square.
   */
  moves: Map<Square, Map<Square, LegalAction>>;
  /** Items put from the hand: by the item's notation, then by the target square. */
  puts: Map<string, Map<Square, LegalAction>>;
  /**
   * Two items of the hand put as one stack: by either item, then by the other, then by the target
   * square.
   */
  pairs: Map<string, Map<string, Map<Square, LegalAction>>>;
  /**
   * Exchanges of two pieces: by one square, then by the other. Each is stored in both directions.
   */
  switches: Map<Square, Map<Square, LegalAction>>;
  retreats: Map<Square, LegalAction>;
  /** Target squares that need no selection first; see {@link Spot}. */
  spots: Map<Square, { verb: Spot; choice: LegalAction }>;
  toHand: LegalAction | null;
  decline: LegalAction | null;
  keepQueen: LegalAction | null;
  /**
   * Returns of the captured queen: by the item that contains her; "" for a queen captured just now.
   */
  returns: Map<string, LegalAction>;
  /** The actions that choose a ready-made formation. */
  formations: LegalAction[];
  /** Actions whose notation this page does not know; it shows them as plain buttons. */
  other: LegalAction[];
  /** The total number of legal actions. */
  count: number;
}

function within<K, V>(map: Map<K, Map<Square, V>>, key: K): Map<Square, V> {
  const found = map.get(key);
  if (found) return found;
  const made = new Map<Square, V>();
  map.set(key, made);
  return made;
}

function paired(out: Lit, item: string): Map<string, Map<Square, LegalAction>> {
  const found = out.pairs.get(item) ?? new Map<string, Map<Square, LegalAction>>();
  out.pairs.set(item, found);
  return found;
}

/** Adds an action to its group; returns false if this page does not know its notation. */
function sort(out: Lit, choice: LegalAction): boolean {
  const words = choice.action.trim().split(/\s+/);
  const [verb = "", first = "", second = ""] = words;
  const step = /^([a-e][1-5])>([a-e][1-5])$/.exec(verb);
  if (step && words.length === 1) {
    within(out.moves, step[1]!).set(step[2]!, choice);
    return true;
  }
  const squares = words.slice(1).every(isSquare);
  switch (verb) {
    case "arrange":
      out.formations.push(choice);
      return true;
    case "put": {
      const to = words.at(-1)!;
      if (words.length < 3 || !isSquare(to)) return false;
      within(out.puts, words.slice(1, -1).join(" ")).set(to, choice);
      return true;
    }
    case "pair":
      if (words.length !== 4 || !isSquare(words[3]!)) return false;
      within(paired(out, first), second).set(words[3]!, choice);
      within(paired(out, second), first).set(words[3]!, choice);
      return true;
    case "switch":
      if (words.length !== 3 || !squares) return false;
      within(out.switches, first).set(second, choice);
      within(out.switches, second).set(first, choice);
      return true;
    case "retreat":
      if (words.length !== 2 || !squares) return false;
      out.retreats.set(first, choice);
      return true;
    case "back":
    case "join":
    case "settle":
      if (words.length !== 2 || !squares) return false;
      out.spots.set(first, { verb, choice });
      return true;
    case "return":
      if (first !== "queen") return false;
      out.returns.set(words.slice(2).join(" "), choice);
      return true;
  }
  switch (choice.action.trim()) {
    case "to hand":
      out.toHand = choice;
      return true;
    case "no switch":
      out.decline = choice;
      return true;
    case "keep queen":
      out.keepQueen = choice;
      return true;
    default:
      return false;
  }
}

/** Groups the legal actions. Nothing but this list decides what the page highlights. */
export function lit(legal: readonly LegalAction[]): Lit {
  const out: Lit = {
    moves: new Map(),
    puts: new Map(),
    pairs: new Map(),
    switches: new Map(),
    retreats: new Map(),
    spots: new Map(),
    toHand: null,
    decline: null,
    keepQueen: null,
    returns: new Map(),
    formations: [],
    other: [],
    count: legal.length,
  };
  for (const choice of legal) if (!sort(out, choice)) out.other.push(choice);
  return out;
}
