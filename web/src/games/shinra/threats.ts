/**
 * The pieces that attack a king, to name and mark them. Whether he is in check is known from the
 * server alone.
 */
import type { Dir, Square, View } from "../../generated/shinra";
import { indexOf, isSquare } from "./geometry";
import { combinable } from "./layout";
import type { Moves } from "./movement";

const COLUMNS = "abcde";

const pieceAt = (view: Pick<View, "squares">, square: Square) =>
  view.squares[indexOf(square)] ?? null;

/** The square at this distance, in columns to the right and rows up; null outside the board. */
function offset(square: Square, right: number, up: number): Square | null {
  const column = COLUMNS.charAt(COLUMNS.indexOf(square.charAt(0)) + right);
  const there = `${column}${Number(square.slice(1)) + up}`;
  return isSquare(there) ? there : null;
}

/** Returns true if the piece on `from` reaches `to` by its arrows. */
function reaches(
  view: Pick<View, "squares">,
  moves: Readonly<Record<string, Moves>>,
  from: Square,
  to: Square,
): boolean {
  const piece = pieceAt(view, from);
  if (!piece) return false;
  const turn = piece.seat === 0 ? 1 : -1;
  const next = (square: Square, way: string) => {
    const has = (letter: string) => Number(way.includes(letter));
    return offset(square, turn * (has("R") - has("L")), turn * (has("F") - has("B")));
  };
  return piece.cards.some((kind) => {
    const { step = [], slide = [], leap = [] } = moves[kind] ?? {};
    if (leap.some(([up = 0, right = 0]) => offset(from, turn * right, turn * up) === to))
      return true;
    for (const way of [...step, ...slide] as Dir[]) {
      const beside = next(from, way);
      if (beside === to) return true;
      const over = beside === null ? null : pieceAt(view, beside);
      // A jump over an own piece beside it, with which it could be combined.
      if (over?.seat === piece.seat && combinable(over.cards, piece.cards))
        if (next(beside!, way) === to) return true;
    }
    return (slide as Dir[]).some((way) => {
      let square = next(from, way);
      while (square !== null && square !== to && !pieceAt(view, square)) square = next(square, way);
      return square === to;
    });
  });
}

/**
 * Those of the attackers whose attack captures the king: it has at least his life points, or has no
 * limit. A Joker never captures a king.
 */
export function capturers(
  view: Pick<View, "squares" | "kings">,
  seat: number,
  attackers: readonly Square[],
): Square[] {
  const square = view.kings[seat]?.square;
  const king = square ? pieceAt(view, square) : null;
  if (!king) return [];
  return attackers.filter((from) => {
    const piece = pieceAt(view, from);
    if (!piece || piece.cards.includes("joker")) return false;
    return piece.attack === null || piece.attack >= king.points;
  });
}

/** The squares of the pieces that attack the king of a seat, in the order of the board. */
export function attackers(
  view: Pick<View, "squares" | "kings">,
  seat: number,
  moves: Readonly<Record<string, Moves>>,
): Square[] {
  const king = view.kings[seat]?.square;
  if (!king) return [];
  const all = [...COLUMNS].flatMap((column) => [1, 2, 3, 4, 5].map((row) => `${column}${row}`));
  return all
    .filter((square) => (pieceAt(view, square)?.seat ?? seat) !== seat)
    .filter((square) => reaches(view, moves, square, king))
    .sort((a, b) => indexOf(a) - indexOf(b));
}
