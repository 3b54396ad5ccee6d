/**
 * The set-up while it is being laid: which cards lie on which square. Its text is the draft that
 * the server reads, and when it is complete, the action. What is right is the server's to say.
 */
import type { Kind, Square } from "../../generated/shinra";
import { isSquare, mirrored } from "./geometry";

/** The cards on each square, the top one last. Squares without cards are not in it. */
export type Layout = ReadonlyMap<Square, readonly Kind[]>;

/** Nothing laid yet. */
export const EMPTY: Layout = new Map();

/** Reads `arrange a1=shu+ko b1=king …`; whatever else it is given is an empty layout. */
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

/** Writes it as the notation does, square by square. */
export function write(layout: Layout): string {
  const row = (square: Square) => square.charAt(1) + square.charAt(0);
  const pieces = [...layout].sort(([a], [b]) => row(a).localeCompare(row(b)));
  return ["arrange", ...pieces.map(([square, cards]) => `${square}=${cards.join("+")}`)].join(" ");
}

/** Puts one more card on a square. */
export function lay(layout: Layout, square: Square, kind: Kind): Layout {
  return new Map(layout).set(square, [...(layout.get(square) ?? []), kind]);
}

/** Takes the top card off a square, or everything. */
export function takeOff(layout: Layout, square: Square, all = false): Layout {
  const out = new Map(layout);
  const rest = all ? [] : (layout.get(square) ?? []).slice(0, -1);
  if (rest.length > 0) out.set(square, rest);
  else out.delete(square);
  return out;
}

/** Returns true if two pieces together make a stack: few enough cards, all of different names. */
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

/** Moves what lies on a square: onto what it goes with, or else in exchange. */
export function move(layout: Layout, from: Square, to: Square): Layout {
  const [going, there] = [layout.get(from), layout.get(to)];
  if (from === to || !going) return layout;
  const out = new Map(layout);
  out.delete(from);
  if (there && !stackable(there, going)) return out.set(from, there).set(to, going);
  return out.set(to, [...(there ?? []), ...going]);
}

/** The same seen in a mirror, left for right. */
export function mirror(layout: Layout): Layout {
  return new Map([...layout].map(([square, cards]) => [mirrored(square), cards]));
}

/** Returns true if two layouts are the same, whatever the order in the stacks. */
export function same(one: Layout, other: Layout): boolean {
  return canonical(one) === canonical(other);
}

/** A layout written so that the order within the stacks does not matter. */
function canonical(layout: Layout): string {
  return write(new Map([...layout].map(([square, cards]) => [square, [...cards].sort()])));
}
