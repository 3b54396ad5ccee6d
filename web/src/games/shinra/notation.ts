/** The legal actions, parsed from their notation and grouped by the thing to highlight. */
import type { Square } from "../../generated/shinra";
import type { LegalAction } from "../../generated/core";
import { isSquare } from "./geometry";

/** The actions on a square of a follow-up, which need no selection. */
export type Spot = "back" | "join" | "settle";

/** The legal actions, by the thing to highlight. */
export interface Lit {
  /** By square of departure, then of arrival: moves, joins, attacks, the king's step. */
  moves: Map<Square, Map<Square, LegalAction>>;
  /** By thing in hand as the notation names it, then by square. */
  puts: Map<string, Map<Square, LegalAction>>;
  /** Two things in hand that may enter as one stack, by either of them, then by square. */
  pairs: Map<string, Map<string, Map<Square, LegalAction>>>;
  /** In both directions. */
  switches: Map<Square, Map<Square, LegalAction>>;
  retreats: Map<Square, LegalAction>;
  /** The targets of the piece of a follow-up. */
  spots: Map<Square, { verb: Spot; choice: LegalAction }>;
  toHand: LegalAction | null;
  decline: LegalAction | null;
  keepQueen: LegalAction | null;
  /** Returning the queen: by the thing in hand that contains her; "" for one just taken. */
  returns: Map<string, LegalAction>;
  /** Ready-made formations. */
  formations: LegalAction[];
  /** Actions unknown to this page; they are shown as plain buttons. */
  other: LegalAction[];
  /** The number of actions. */
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

/** Adds an action to its group; false if this page does not know the notation. */
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

/** Groups the legal actions. Only `legal` decides what is highlighted. */
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
