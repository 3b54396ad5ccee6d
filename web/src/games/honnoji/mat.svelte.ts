/** The person's own layout while it grows: what is laid, what is in the fingers, where the
    cursor is. Nothing here reaches the table but by the confirmation. */
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

/** What is in the fingers. */
export type Held = { from: "hand"; face: Face } | { from: "cell"; cell: Cell };

/** A card of the hand. */
export interface InHand {
  key: string;
  face: Face;
  /** Where it is laid out; null while it is held in the hand. */
  cell: Cell | null;
}

const MIDDLE: Cell = { x: 0, y: 0 };

export class Mat {
  /** The cards laid out. */
  layout = $state.raw<Layout>([]);
  /** What of it was laid by hand, and not filled in: ready-made layouts are to go with it. */
  basis = $state.raw<Layout>([]);
  held = $state.raw<Held | null>(null);
  /** The cell that Tab leads to. */
  cursor = $state.raw<Cell>(MIDDLE);

  /** The whole hand in order; of the cards that are laid out, where they lie. */
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
  /** The cards not laid out. */
  left: Face[] = $derived.by(() => remaining(this.hand(), this.layout));
  frame: Frame = $derived(frame(this.layout));
  /** The layout as the action that confirms it, or as the draft of it. */
  text: string = $derived(write(this.layout));

  constructor(
    /** The cards that may be laid out; empty when nothing may. */
    readonly hand: () => readonly Face[],
  ) {}

  /** Takes up a card of the hand; the same again puts it down. */
  take(face: Face): void {
    const again = this.held?.from === "hand" && this.held.face === face;
    this.held = again || !this.left.includes(face) ? null : { from: "hand", face };
  }

  /** Presses a cell: lays, moves, takes up or puts down. False when there is nothing to do. */
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

  /** Moves a laid card; one that lies where it goes changes places with it. */
  shift(from: Cell, to: Cell): void {
    this.held = null;
    this.#set(move(this.layout, from, to));
    this.cursor = to;
  }

  /** Takes a laid card back into the hand; false when none is there. */
  back(cell: Cell): boolean {
    if (!at(this.layout, cell)) return false;
    this.held = null;
    this.#set(takeBack(this.layout, cell));
    return true;
  }

  /** Lays out something ready-made instead; false when the hand does not have it. What was laid
      by hand is remembered, so that another idea may go with it as well. */
  fill(layout: Layout): boolean {
    if (!possible(this.hand(), layout)) return false;
    this.held = null;
    this.layout = layout;
    this.cursor = layout.find(({ face }) => face === "crest")?.cell ?? layout[0]?.cell ?? MIDDLE;
    return true;
  }

  /** Takes everything back. */
  clear(): void {
    this.held = null;
    this.#set([]);
    this.cursor = MIDDLE;
  }

  /** Puts down what is in the fingers; false when they are empty. */
  cancel(): boolean {
    const had = this.held !== null;
    this.held = null;
    return had;
  }

  /** Moves the cursor by a key; false when the key leads nowhere. */
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
