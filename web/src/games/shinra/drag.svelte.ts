/** Dragging cards of the set-up: a press that moves far enough becomes a drag. */
import type { Kind, Square } from "../../generated/shinra";

/** What is dragged. */
export type Load = { from: "box"; kind: Kind } | { from: "square"; square: Square };

/** Where it would fall: a square of one's own side, the box, or nowhere. */
export type Drop = { on: "square"; square: Square } | { on: "box" } | null;

/** A press that moves less than this, in CSS pixels, is a click. */
const SLACK = 7;

/** One drag at a time. */
export class Drag {
  /** What is under way; null while nothing is. */
  load = $state.raw<Load | null>(null);
  /** Where the pointer is, in the window. */
  x = $state(0);
  y = $state(0);
  over = $state.raw<Drop>(null);

  constructor(
    /** Where things would fall at a point of the window. */
    readonly find: (x: number, y: number) => Drop,
    readonly fall: (load: Load, drop: Drop) => void,
  ) {}

  /** Watches a press that may become a drag. */
  grab(load: Load, event: PointerEvent): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const start = { x: event.clientX, y: event.clientY };
    const { pointerId } = event;
    const move = (e: PointerEvent) => {
      if (e.pointerId !== pointerId) return;
      if (!this.load && Math.hypot(e.clientX - start.x, e.clientY - start.y) < SLACK) return;
      this.load = load;
      this.x = e.clientX;
      this.y = e.clientY;
      this.over = this.find(e.clientX, e.clientY);
      e.preventDefault();
    };
    const end = (e: PointerEvent) => {
      if (e.pointerId !== pointerId) return;
      stop();
      if (!this.load) return;
      const drop = e.type === "pointerup" ? this.find(e.clientX, e.clientY) : null;
      this.load = null;
      this.over = null;
      // The click that ends a drag is not a press.
      const swallow = (click: Event) => click.stopPropagation();
      window.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
      this.fall(load, drop);
    };
    const stop = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
    window.addEventListener("pointermove", move, { passive: false });
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  }
}
