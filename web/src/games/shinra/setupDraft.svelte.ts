/** The set-up in the person's hands: cards held, laid, moved and taken off, and what it means. */
import type { Kind, Square } from "../../generated/shinra";
import { EMPTY, lay, mirror, move, parse, same, takeOff, write, type Layout } from "./layout";

/** What is held: a card of the box, or what lies on a square. */
export type Held = { from: "box"; kind: Kind } | { from: "square"; square: Square };

/** The person's arrangement. Nothing here is decided before `act`. */
export class Editor {
  layout = $state.raw<Layout>(EMPTY);
  held = $state.raw<Held | null>(null);

  constructor(
    /** How many of each kind can be laid. */
    readonly deck: () => Readonly<Record<string, number>>,
  ) {}

  /** How many of each kind are still in the box. */
  left: Record<string, number> = $derived.by(() => {
    const out = { ...this.deck() };
    for (const kind of [...this.layout.values()].flat()) out[kind] = (out[kind] ?? 0) - 1;
    return out;
  });
  text: string = $derived(write(this.layout));

  /** Begins with what was there before. */
  restore(text: string | undefined): void {
    this.layout = parse(text ?? null);
    this.held = null;
  }

  /** Takes a card of the box in hand; the same again puts it down. */
  hold(kind: Kind): void {
    const again = this.held?.from === "box" && this.held.kind === kind;
    this.held = again || (this.left[kind] ?? 0) < 1 ? null : { from: "box", kind };
  }

  /** Presses a square of one's own side: lays what is held there, or takes up what lies there. */
  press(square: Square): void {
    const { held } = this;
    if (held?.from === "box") this.lay(held.kind, square);
    else if (held) this.move(held.square, square);
    else if (this.layout.has(square)) this.held = { from: "square", square };
  }

  /** Whether pressing a square does anything. */
  answers(square: Square): boolean {
    return this.held !== null || this.layout.has(square);
  }

  /** Lays a card of the box; it stays in hand while there are more. */
  lay(kind: Kind, square: Square, stay = true): void {
    if ((this.left[kind] ?? 0) < 1) return;
    this.layout = lay(this.layout, square, kind);
    this.held = stay && (this.left[kind] ?? 0) > 0 ? { from: "box", kind } : null;
  }

  /** Moves what lies on a square to another. */
  move(from: Square, to: Square): void {
    this.held = null;
    if (from !== to) this.layout = move(this.layout, from, to);
  }

  /** Takes the top card off a square, or all. */
  takeOff(square: Square, all = false): void {
    this.layout = takeOff(this.layout, square, all);
    if (!this.layout.has(square)) this.held = null;
  }

  /** Turns it left for right. */
  mirror(): void {
    this.held = null;
    this.layout = mirror(this.layout);
  }

  /** Takes everything off. */
  clear(): void {
    this.held = null;
    this.layout = EMPTY;
  }

  /** Lays out a formation from its notation. */
  use(action: string): void {
    this.held = null;
    this.layout = parse(action);
  }

  /** Whether it lies as a formation says. */
  is(action: string): boolean {
    return same(this.layout, parse(action));
  }

  /** Puts down what is held; false when nothing is. */
  putDown(): boolean {
    const had = this.held !== null;
    this.held = null;
    return had;
  }
}
