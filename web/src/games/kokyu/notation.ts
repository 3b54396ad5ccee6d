/** The legal actions, parsed from their notation and grouped by the place that they are about. */
import type { LegalAction } from "../../generated/core";

/**
 * The legal actions for each side of a eunuch, 弱 (weak) or 強 (strong). A side that cannot be
 * chosen is absent.
 */
export interface BySide {
  weak?: LegalAction;
  strong?: LegalAction;
}

/** A legal action, parsed from its notation. */
export type Action =
  | { verb: "place"; card: number; strong: boolean }
  | { verb: "fly"; card: number }
  | { verb: "move" }
  | { verb: "draw" }
  | { verb: "activate"; square: number; strong: boolean }
  | { verb: "take"; from: "player" | "kohi" };

/** Parses one action; null if this page does not know the notation. */
export function parse(notation: string): Action | null {
  const words = notation.trim().split(/\s+/);
  const [verb, target, side] = words;
  const strong = side === "strong";
  const numbered = target !== undefined && /^\d+$/.test(target);
  const sided = words.length === 2 || (words.length === 3 && strong);
  switch (verb) {
    case "place":
      return numbered && sided ? { verb, card: Number(target), strong } : null;
    case "fly":
      return numbered && words.length === 2 ? { verb, card: Number(target) } : null;
    case "activate":
      return numbered && sided ? { verb, square: Number(target), strong } : null;
    case "move":
    case "draw":
      return words.length === 1 ? { verb } : null;
    case "take":
      return (target === "player" || target === "kohi") && words.length === 2
        ? { verb, from: target }
        : null;
    default:
      return null;
  }
}

/** The legal actions by kind, and by the places to be highlighted on the board. */
export interface Lit {
  /** The placements, by card number from 1. */
  place: Map<number, BySide>;
  /** The flights, by the number of the destination card, from 1. */
  fly: Map<number, LegalAction>;
  /** The activations, by palace square from 0. */
  activate: Map<number, BySide>;
  move: LegalAction | null;
  draw: LegalAction | null;
  takePlayer: LegalAction | null;
  takeKohi: LegalAction | null;
  /** Actions unknown to this page; they are shown as plain buttons. */
  other: LegalAction[];
  /** The total number of legal actions. */
  count: number;
}

function addSide<K>(map: Map<K, BySide>, key: K, strong: boolean, choice: LegalAction): void {
  const sides = map.get(key) ?? {};
  sides[strong ? "strong" : "weak"] = choice;
  map.set(key, sides);
}

/**
 * Groups the legal actions by kind, and by the card or square at which they are chosen. The board
 * highlights only these places.
 */
export function lit(legal: readonly LegalAction[]): Lit {
  const out: Lit = {
    place: new Map(),
    fly: new Map(),
    activate: new Map(),
    move: null,
    draw: null,
    takePlayer: null,
    takeKohi: null,
    other: [],
    count: legal.length,
  };
  for (const choice of legal) {
    const action = parse(choice.action);
    switch (action?.verb) {
      case "place":
        addSide(out.place, action.card, action.strong, choice);
        break;
      case "fly":
        out.fly.set(action.card, choice);
        break;
      case "activate":
        addSide(out.activate, action.square, action.strong, choice);
        break;
      case "move":
        out.move = choice;
        break;
      case "draw":
        out.draw = choice;
        break;
      case "take":
        if (action.from === "player") out.takePlayer = choice;
        else out.takeKohi = choice;
        break;
      default:
        out.other.push(choice);
    }
  }
  return out;
}
