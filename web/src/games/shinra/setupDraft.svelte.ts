/**
 * The user's arrangement in the set-up: selecting, placing, moving and removing cards, and the
 * notation of the result.
 */
import type { Kind, Square } from "../../generated/shinra";
import { EMPTY, lay, mirror, move, parse, same, takeOff, write, type Layout } from "./layout";

/** The selection: a card of the box, or the contents of a square. */
export type Held = { from: "box"; kind: Kind } | { from: "square"; square: Square };

/** The user's arrangement while it is edited. The class sends no action. */
export class SetupDraft {
  layout = $state.raw<Layout>(EMPTY);
  held = $state.raw<Held | null>(null);

  constructor(
    /** Returns the number of cards of each kind that the user can place. */
    readonly deck: () => Readonly<Record<string, number>>,
  ) {}

  /** The number of cards of each kind that are not placed yet. */
  left: Record<string, number> = $derived.by(() => {
    const out = { ...this.deck() };
    for (const kind of [...this.layout.values()].flat()) out[kind] = (out[kind] ?? 0) - 1;
    return out;
  });
  text: string = $derived(write(this.layout));

  /** Restores an arrangement from the text of an earlier draft. */
  restore(text: string | undefined): void {
    this.layout = parse(text ?? null);
    this.held = null;
  }

  /** Selects a card of the box; if it is already selected, deselects it. */
  hold(kind: Kind): void {
    const again = this.held?.from === "box" && this.held.kind === kind;
    this.held = again || (this.left[kind] ?? 0) < 1 ? null : { from: "box", kind };
  }

  /**
   * Handles a press on a square of the user's side: places the selected card, or selects the
   * square's contents.
   */
  press(square: Square): void {
    const { held } = this;
    if (held?.from === "box") this.lay(held.kind, square);
    else if (held) this.move(held.square, square);
    else if (this.layout.has(square)) this.held = { from: "square", square };
  }

  /** Returns true if a press on a square has an effect. */
  answers(square: Square): boolean {
    return this.held !== null || this.layout.has(square);
  }

  /** Places a card of the box. It stays selected as long as the box has more of its kind. */
  lay(kind: Kind, square: Square, stay = true): void {
    if ((this.left[kind] ?? 0) < 1) return;
    this.layout = lay(this.layout, square, kind);
    this.held = stay && (this.left[kind] ?? 0) > 0 ? { from: "box", kind } : null;
  }

  /** Moves the contents of a square to another square. */
  move(from: Square, to: Square): void {
    this.held = null;
    if (from !== to) this.layout = move(this.layout, from, to);
  }

  /** Removes the top card of a square, or all its cards. */
  takeOff(square: Square, all = false): void {
    this.layout = takeOff(this.layout, square, all);
    if (!this.layout.has(square)) this.held = null;
  }

  /** Replaces the arrangement by its mirror image, with left and right swapped. */
  mirror(): void {
    this.held = null;
    this.layout = mirror(this.layout);
  }

  /** Removes all cards. */
  clear(): void {
    this.held = null;
    this.layout = EMPTY;
  }

  /** Replaces the arrangement by a formation, given in notation. */
  use(action: string): void {
    this.held = null;
    this.layout = parse(action);
  }

  /** Returns true if the arrangement equals a formation, given in notation. */
  is(action: string): boolean {
    return same(this.layout, parse(action));
  }

  /** Clears the selection; returns false if nothing was selected. */
  putDown(): boolean {
    const had = this.held !== null;
    this.held = null;
    return had;
  }
}
