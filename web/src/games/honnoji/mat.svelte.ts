/**
 * The layout that the user is arranging: its cards, the selected card, the cursor. Nothing is
 * played before the user confirms the layout.
 */
import type { Cell, Face } from "../../generated/honnoji";
import { inOrder, keyed } from "./faces";
import {
  at,
  frame,
  move,
  possible,
  put,
  remaining,
  same,
  step,
  takeBack,
  write,
  type Frame,
  type Layout,
} from "./layout";

/** The selected card, in the hand or in a cell. */
export type Held = { from: "hand"; face: Face } | { from: "cell"; cell: Cell };

/** A card of the user's hand, laid out or not. */
export interface InHand {
  key: string;
  face: Face;
  /** The cell in which the card is laid out; null while it is in the hand. */
  cell: Cell | null;
}

const MIDDLE: Cell = { x: 0, y: 0 };

export class Mat {
  /** The cards that are laid out, with their cells. */
  layout = $state.raw<Layout>([]);
  /** The part of the layout that was laid by hand. Ready-made layouts are offered that fit it. */
  basis = $state.raw<Layout>([]);
  held = $state.raw<Held | null>(null);
  /** The cell of the keyboard cursor, which the Tab key reaches. */
  cursor = $state.raw<Cell>(MIDDLE);

  /** The whole hand in order. Cards that are laid out have their cells. */
  cards: InHand[] = $derived.by(() => {
    const laid = [...this.layout];
    const cards = keyed(inOrder(this.hand())).reverse();
    return cards
      .map(({ key, face }) => {
        const index = laid.findIndex((card) => card.face === face);
        return { key, face, cell: index < 0 ? null : laid.splice(index, 1)[0]!.cell };
      })
      .reverse();
  });
  /** The cards of the hand that are not laid out. */
  left: Face[] = $derived.by(() => remaining(this.hand(), this.layout));
  frame: Frame = $derived(frame(this.layout));
  /** The notation of the layout, for the action that confirms it or for its draft. */
  text: string = $derived(write(this.layout));

  constructor(
    /** The cards that may be laid out; empty if none may. */
    readonly hand: () => readonly Face[],
  ) {}

  /** Selects a card of the hand; selecting it again deselects it. */
  take(face: Face): void {
    const again = this.held?.from === "hand" && this.held.face === face;
    this.held = again || !this.left.includes(face) ? null : { from: "hand", face };
  }

  /**
   * Reacts to a press on a cell: lays, moves, selects or deselects a card. Returns false if nothing
   * changes.
   */
  press(cell: Cell): boolean {
    const { held } = this;
    const there = at(this.layout, cell);
    if (!held && !there) return false;
    this.cursor = cell;
    if (!held) this.held = { from: "cell", cell };
    else if (held.from === "hand") this.lay(held.face, cell);
    else if (same(held.cell, cell)) this.held = null;
    else this.shift(held.cell, cell);
    return true;
  }

  /** Lays a card of the hand on a cell. */
  lay(face: Face, cell: Cell): void {
    this.held = null;
    if (!this.left.includes(face)) return;
    this.#set(put(this.layout, face, cell));
    this.cursor = cell;
  }

  /** Moves a laid card; a card at its destination takes its place. */
  shift(from: Cell, to: Cell): void {
    this.held = null;
    this.#set(move(this.layout, from, to));
    this.cursor = to;
  }

  /** Takes a laid card back into the hand. Returns false if the cell has none. */
  back(cell: Cell): boolean {
    if (!at(this.layout, cell)) return false;
    this.held = null;
    this.#set(takeBack(this.layout, cell));
    return true;
  }

  /**
   * Replaces the layout by a ready-made one. Returns false if the hand lacks cards for it. The part
   * laid by hand is remembered, so that other ready-made layouts can fit it too.
   */
  fill(layout: Layout): boolean {
    if (!possible(this.hand(), layout)) return false;
    this.held = null;
    this.layout = layout;
    this.cursor = layout.find(({ face }) => face === "crest")?.cell ?? layout[0]?.cell ?? MIDDLE;
    return true;
  }

  /** Takes all cards back into the hand. */
  clear(): void {
    this.held = null;
    this.#set([]);
    this.cursor = MIDDLE;
  }

  /** Deselects the selected card. Returns false if no card is selected. */
  cancel(): boolean {
    const had = this.held !== null;
    this.held = null;
    return had;
  }

  /** Moves the cursor by an arrow key. Returns false if it does not move. */
  walk(key: string): boolean {
    const to = step(key, this.cursor, this.frame);
    if (!to) return false;
    this.cursor = to;
    return true;
  }

  #set(layout: Layout): void {
    this.layout = layout;
    this.basis = layout;
  }
}
