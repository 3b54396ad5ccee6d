/**
 * The layout of a piece's face: the names of its cards and their points, as large as they can be read
 * at the size in which the piece is drawn.
 */
import type { Kind } from "../../../generated/shinra";
import type { Pieces } from "../../../lib/storage/settings.svelte";
import { widthOf } from "../../../lib/i18n/textWidth";
import { PRINTS } from "./print";

/** The name of one card of a piece; positions and sizes are in units of a card of 100 × 100. */
export interface FaceName {
  kind: Kind;
  text: string;
  x: number;
  y: number;
  font: number;
}

/** The largest letters of short names and of the numbers below a card: larger ones cover its arrows. */
export const LARGEST = 39;

/** The width of a Latin letter of the names, as a multiple of its size. */
const NARROW = 0.57;
const nameWidth = (text: string) => widthOf(text, NARROW);

/** The width and height within the arrows, for names one above the other. */
const ROOM = { width: 87, height: 72 };
/** The width between the arrows and rings at the sides, which whole names in Japanese do not cover. */
const BETWEEN = 62;

/** Positions of short names in each style, by the number of cards. */
const PLACES: Readonly<Record<Pieces, readonly (readonly (readonly [number, number])[])[]>> = {
  kanji: [
    [],
    [[50, 45]],
    [
      [34, 47],
      [66, 47],
    ],
    [
      [50, 31],
      [34, 61],
      [66, 61],
    ],
  ],
  latin: [
    [],
    [[50, 45]],
    [
      [50, 33],
      [50, 63],
    ],
    [
      [50, 32],
      [31, 62],
      [69, 62],
    ],
  ],
};

/** The position of a short name if there are more cards than a stack has, as while arranging. */
const crowded = (index: number) =>
  [30 + (index % 3) * 20, 28 + Math.floor(index / 3) * 22] as const;

/**
 * The names on a piece. `least` is the smallest size of letters that can be read, in units; `largest` sizes
 * are chosen for the words of the style, and short forms if the words do not fit.
 */
export function faceNames(cards: readonly Kind[], style: Pieces, least: number): FaceName[] {
  const prints = PRINTS[style];
  const words = cards.map((kind) => prints[kind].name);
  const widest = Math.max(...words.map(nameWidth));
  const most = style === "latin" ? 25 : [43, 29, 25][Math.min(cards.length, 3) - 1]!;
  const single = cards.length === 1;
  const lines = style === "latin" || single ? cards.length : Infinity;
  const room = style === "kanji" && single && widest > 1 ? BETWEEN : ROOM.width;
  const font = Math.min(most, room / widest, ROOM.height / lines / 1.06);
  if (font >= least || (single && style === "kanji" && widest <= 1)) {
    const line = (ROOM.height + 2) / 2 / Math.max(lines, 1);
    return cards.map((kind, index) => ({
      kind,
      text: words[index]!,
      x: 50,
      y: single ? 45 : 50 + (index - (lines - 1) / 2) * Math.min(2 * line, font * 1.12),
      font: Math.max(font, Math.min(least, room / widest)),
    }));
  }
  const short = cards.map((kind) => prints[kind].short);
  const usual = style === "latin" ? 25 : [43, 29, 24][Math.min(cards.length, 3) - 1]!;
  const large = cards.length > 3 ? 16 : Math.max(usual, Math.min(least, LARGEST));
  // Large names side by side move apart, so that they do not cover each other.
  const apart = cards.length > 3 ? 0 : (Math.max(...short.map(nameWidth)) * large) / 2 + 0.5;
  return cards.map((kind, index) => {
    const [x, y] = PLACES[style][cards.length]?.[index] ?? crowded(index);
    const off = Math.sign(x - 50) * Math.max(Math.abs(x - 50), apart);
    return {
      kind,
      text: short[index]!,
      x: 50 + off,
      y,
      font: single ? Math.max(large, 38) : large,
    };
  });
}
