/**
 * The set-up while it is being arranged: the cards on each square. Its text is the draft that the
 * server reads, and once complete, the action. Only the server decides what is legal.
 */
import type { Kind, Square } from "../../generated/shinra";
import { isSquare, mirrored } from "./geometry";

/** The cards on each square, the top one last. Squares without cards are left out. */
export type Layout = ReadonlyMap<Square, readonly Kind[]>;

/** The empty layout. */
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

/** The layout in the notation, square by square. */
export function write(layout: Layout): string {
  const row = (square: Square) => square.charAt(1) + square.charAt(0);
  const pieces = [...layout].sort(([a], [b]) => row(a).localeCompare(row(b)));
  return ["arrange", ...pieces.map(([square, cards]) => `${square}=${cards.join("+")}`)].join(" ");
}

/** Puts one more card on a square. */
export function lay(layout: Layout, square: Square, kind: Kind): Layout {
  return new Map(layout).set(square, [...(layout.get(square) ?? []), kind]);
}

/** Removes the top card of a square, or all. */
export function takeOff(layout: Layout, square: Square, all = false): Layout {
  const out = new Map(layout);
  const rest = all ? [] : (layout.get(square) ?? []).slice(0, -1);
  if (rest.length > 0) out.set(square, rest);
  else out.delete(square);
  return out;
}

/** Returns true if two pieces can be stacked: few enough cards, all with different names. */
function stackable(
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

/** Moves the contents of a square: onto a piece that it can join, or otherwise in exchange. */
export function move(layout: Layout, from: Square, to: Square): Layout {
  const [going, there] = [layout.get(from), layout.get(to)];
  if (from === to || !going) return layout;
  const out = new Map(layout);
  out.delete(from);
  if (there && !stackable(there, going)) return out.set(from, there).set(to, going);
  return out.set(to, [...(there ?? []), ...going]);
}

/** The mirror image, left for right. */
export function mirror(layout: Layout): Layout {
  return new Map([...layout].map(([square, cards]) => [mirrored(square), cards]));
}

/** Returns true if two layouts are equal, whatever the order in the stacks. */
export function same(one: Layout, other: Layout): boolean {
  return canonical(one) === canonical(other);
}

/** A canonical text of a layout, independent of the order within the stacks. */
function canonical(layout: Layout): string {
  return write(new Map([...layout].map(([square, cards]) => [square, [...cards].sort()])));
}
