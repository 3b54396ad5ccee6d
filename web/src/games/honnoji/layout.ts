/**
 * The user's layout before it is confirmed: the card in each cell. Only the engine interprets it;
 * this module adds, moves and removes cards.
 */
import type { Cell, Face, LaidCard } from "../../generated/honnoji";
import { ORDER } from "./faces";

/** The cards that are laid out, at most one in each cell. */
export type Layout = readonly LaidCard[];

/** The rectangle of cells that is shown, ends included. */
export interface Frame {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

/** The maximum distance of a cell from the middle, in cells. */
const REACH = 15;
/** The distance from the middle up to which cells are always shown, in cells. */
const SPAN = 3;

const NOTHING = "nothing";
const CARD = /^([a-z0-9_]+)@(-?\d+):(-?\d+)$/;

/** Returns true if `a` and `b` are the same cell. */
export const same = (a: Cell, b: Cell): boolean => a.x === b.x && a.y === b.y;

/** The card of a layout in a cell; undefined if the cell is empty. */
export const at = (layout: Layout, cell: Cell): LaidCard | undefined =>
  layout.find((card) => same(card.cell, cell));

/** The layout of an action; null for any other action. */
export function parse(action: string): Layout | null {
  const [verb, ...words] = action.trim().split(/\s+/);
  if (verb !== "lay" || words.length === 0) return null;
  if (words.length === 1 && words[0] === NOTHING) return [];
  const cards = words.map((word) => CARD.exec(word));
  if (cards.some((card) => !card)) return null;
  return cards.map((card) => ({
    face: card![1] as Face,
    cell: { x: Number(card![2]), y: Number(card![3]) },
  }));
}

/**
 * The notation of the action that lays this layout. Equal layouts give equal text, in the engine's
 * form.
 */
export function write(layout: Layout): string {
  if (layout.length === 0) return `lay ${NOTHING}`;
  const rank = ({ face }: LaidCard) => ORDER.indexOf(face);
  const sorted = [...layout].sort(
    (a, b) => rank(a) - rank(b) || a.cell.x - b.cell.x || a.cell.y - b.cell.y,
  );
  return `lay ${sorted.map(({ face, cell }) => `${face}@${cell.x}:${cell.y}`).join(" ")}`;
}

/** The cards of the hand that are not part of the layout. */
export function remaining(hand: readonly Face[], layout: Layout): Face[] {
  const left = [...hand];
  for (const { face } of layout) {
    const index = left.indexOf(face);
    if (index >= 0) left.splice(index, 1);
  }
  return left;
}

/** Returns true if all the cards of the layout are in the hand. */
export const possible = (hand: readonly Face[], layout: Layout): boolean =>
  remaining(hand, layout).length === hand.length - layout.length;

/** Puts a card of the hand into a cell; a card that was there goes back to the hand. */
export function put(layout: Layout, face: Face, cell: Cell): Layout {
  return [...takeBack(layout, cell), { face, cell: { x: cell.x, y: cell.y } }];
}

/** Moves the card in one cell to another; a card that was there takes its place. */
export function move(layout: Layout, from: Cell, to: Cell): Layout {
  return layout.map((card) => {
    if (same(card.cell, from)) return { ...card, cell: to };
    if (same(card.cell, to)) return { ...card, cell: from };
    return card;
  });
}

/** Takes the card in a cell back into the hand. */
export const takeBack = (layout: Layout, cell: Cell): Layout =>
  layout.filter((card) => !same(card.cell, cell));

/** A text that is the same for a layout and all its translations (A-H45). */
export function shape(layout: Layout): string {
  const { left, bottom } = bounds(layout.map(({ cell }) => cell)) ?? { left: 0, bottom: 0 };
  return write(
    layout.map(({ face, cell }) => ({ face, cell: { x: cell.x - left, y: cell.y - bottom } })),
  );
}

/** The number of cards that are in the same cell in both layouts. */
export const alike = (a: Layout, b: Layout): number =>
  a.filter((card) => at(b, card.cell)?.face === card.face).length;

/**
 * The layout translated as a whole so that the largest number of its cards are in the same cells as
 * in `to`. The position of a layout has no meaning. The result never leaves the placement area.
 */
export function fitted(layout: Layout, to: Layout): { layout: Layout; alike: number } {
  let best = { layout, alike: alike(layout, to) };
  for (const there of to) {
    for (const here of layout) {
      if (here.face !== there.face) continue;
      const [dx, dy] = [there.cell.x - here.cell.x, there.cell.y - here.cell.y];
      const moved = layout.map(({ face, cell }) => ({
        face,
        cell: { x: cell.x + dx, y: cell.y + dy },
      }));
      const count = alike(moved, to);
      if (count > best.alike && moved.every(({ cell }) => inside(cell, AREA)))
        best = { layout: moved, alike: count };
    }
  }
  return best;
}
const AREA: Frame = { left: -REACH, right: REACH, bottom: -REACH, top: REACH };

/**
 * The displayed cells: seven columns and rows around the middle, so that no cell moves on the
 * screen. More are displayed only if a card is beyond them.
 */
export function frame(layout: Layout): Frame {
  const xs = layout.map(({ cell }) => cell.x);
  const ys = layout.map(({ cell }) => cell.y);
  return {
    left: Math.min(-SPAN, ...xs),
    right: Math.max(SPAN, ...xs),
    bottom: Math.min(-SPAN, ...ys),
    top: Math.max(SPAN, ...ys),
  };
}

/**
 * The layout translated as a whole into the displayed cells, by the shortest way; centred if it is
 * too large for them. The position of a layout has no meaning (A-H45).
 */
export function homed(layout: Layout): Layout {
  const { left, right, bottom, top } = bounds(layout.map(({ cell }) => cell)) ?? frame([]);
  const by = (low: number, high: number) => {
    if (high - low > 2 * SPAN) return -Math.round((low + high) / 2);
    return Math.max(0, -SPAN - low) + Math.min(0, SPAN - high);
  };
  const [dx, dy] = [by(left, right), by(bottom, top)];
  if (dx === 0 && dy === 0) return layout;
  return layout.map(({ face, cell }) => ({ face, cell: { x: cell.x + dx, y: cell.y + dy } }));
}

/** The tightest rectangle around cells; null around none. */
export function bounds(cells: readonly Cell[]): Frame | null {
  if (cells.length === 0) return null;
  const xs = cells.map(({ x }) => x);
  const ys = cells.map(({ y }) => y);
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    bottom: Math.min(...ys),
    top: Math.max(...ys),
  };
}

/** The cells of a frame, row by row from the far side to the near one. */
export function rows({ left, right, bottom, top }: Frame): Cell[][] {
  const across = Array.from({ length: right - left + 1 }, (_, i) => left + i);
  return Array.from({ length: top - bottom + 1 }, (_, i) => across.map((x) => ({ x, y: top - i })));
}

/** The cell that an arrow key leads to inside a frame; null for other keys or beyond the frame. */
export function step(key: string, { x, y }: Cell, frame: Frame): Cell | null {
  const to = {
    ArrowLeft: { x: x - 1, y },
    ArrowRight: { x: x + 1, y },
    ArrowUp: { x, y: y + 1 },
    ArrowDown: { x, y: y - 1 },
    Home: { x: frame.left, y },
    End: { x: frame.right, y },
  }[key];
  return to && inside(to, frame) ? to : null;
}

/** Returns true if a cell is in a frame. */
export const inside = ({ x, y }: Cell, { left, right, bottom, top }: Frame): boolean =>
  x >= left && x <= right && y >= bottom && y <= top;
