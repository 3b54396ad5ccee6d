/**
 * The cards on each square while the user arranges the set-up. The text form of a layout is sent to
 * the server as a draft, and, once it is complete, as the action. Only the server decides what is
 * legal.
 */
import type { Kind, Square } from "../../generated/shinra";
import { isSquare, mirrored } from "./geometry";

/** The cards on each square, the top card last. Squares without cards have no entry. */
export type Layout = ReadonlyMap<Square, readonly Kind[]>;

/** The layout without any cards. */
export const EMPTY: Layout = new Map();

/** Parses `arrange a1=shu+ko b1=king …`; any other text gives an empty layout. */
export function parse(text: string | null): Layout {
  const [verb, ...pieces] = (text ?? "").trim().split(/\s+/);
  const out = new Map<Square, Kind[]>();
  if (verb !== "arrange") return out;
  for (const piece of pieces) {
    const [square = "", cards = ""] = piece.split("=");
    if (isSquare(square) && cards) out.set(square, cards.split("+") as Kind[]);
  }
  return out;
}

/** The notation of the layout (`arrange a1=shu+ko …`), square by square. */
export function write(layout: Layout): string {
  const row = (square: Square) => square.charAt(1) + square.charAt(0);
  const pieces = [...layout].sort(([a], [b]) => row(a).localeCompare(row(b)));
  return ["arrange", ...pieces.map(([square, cards]) => `${square}=${cards.join("+")}`)].join(" ");
}

/** The layout with one more card on a square. */
export function lay(layout: Layout, square: Square, kind: Kind): Layout {
  return new Map(layout).set(square, [...(layout.get(square) ?? []), kind]);
}

/** The layout without the top card of a square, or without all its cards. */
export function takeOff(layout: Layout, square: Square, all = false): Layout {
  const out = new Map(layout);
  const rest = all ? [] : (layout.get(square) ?? []).slice(0, -1);
  if (rest.length > 0) out.set(square, rest);
  else out.delete(square);
  return out;
}

/** Returns true if two pieces can be stacked: not too many cards, and all of different kinds. */
function combinable(
  one: readonly Kind[],
  other: readonly Kind[],
  single: readonly Kind[] = ["king", "joker", "hachitobi"] as Kind[],
): boolean {
  const cards = [...one, ...other];
  return (
    cards.length <= 3 &&
    new Set(cards).size === cards.length &&
    !cards.some((kind) => single.includes(kind))
  );
}

/**
 * The layout after the contents of `from` were moved to `to`. They join the piece there, or change
 * places with it if they cannot.
 */
export function move(layout: Layout, from: Square, to: Square): Layout {
  const [going, there] = [layout.get(from), layout.get(to)];
  if (from === to || !going) return layout;
  const out = new Map(layout);
  out.delete(from);
  if (there && !combinable(there, going)) return out.set(from, there).set(to, going);
  return out.set(to, [...(there ?? []), ...going]);
}

/** The mirror image of the layout, with left and right swapped. */
export function mirror(layout: Layout): Layout {
  return new Map([...layout].map(([square, cards]) => [mirrored(square), cards]));
}

/** Returns true if two layouts have the same cards on each square, in any order. */
export function same(one: Layout, other: Layout): boolean {
  return canonical(one) === canonical(other);
}

/** A canonical text of a layout, independent of the order within the stacks. */
function canonical(layout: Layout): string {
  return write(new Map([...layout].map(([square, cards]) => [square, [...cards].sort()])));
}
