/**
 * Dragging, for any board: a press that moves far enough becomes a drag, by mouse, pen or finger.
 * What is dragged and where it may fall are the board's matter; it says both in its own types.
 *
 * A board gives `grab` what a press takes hold of, draws `item` at `x`, `y` while there is one
 * (with `pointer-events: none`), and lights `over`. Whatever can be grabbed needs the style
 * `touch-action: none`, or a finger scrolls instead.
 */

/** A press that moves less than this, in CSS pixels, is a click. */
export const SLACK = 7;

/** One drag at a time. */
export class Drag<Item, Target> {
  /** What is dragged; null while nothing is. */
  item = $state.raw<Item | null>(null);
  /** Where the pointer is, in the window. */
  x = $state(0);
  y = $state(0);
  /** Where it would fall now; null where it cannot. */
  over = $state.raw<Target | null>(null);

  /** Ends the watch over the press under way. */
  #stop: (() => void) | null = null;

  constructor(
    /** Where something would fall at a point of the window; null where it cannot. */
    readonly find: (x: number, y: number, item: Item) => Target | null,
    /** Called when it falls, also where it cannot. */
    readonly fall: (item: Item, target: Target | null) => void,
  ) {}

  /** Watches a press that may become a drag. */
  grab(item: Item, press: PointerEvent): void {
    if (press.button !== 0 || !press.isPrimary || this.#stop) return;
    const grip = press.currentTarget;
    const { pointerId } = press;
    const watch = new AbortController();
    const { signal } = watch;
    let moved = false;

    const move = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      const { clientX: x, clientY: y } = event;
      if (!moved) {
        if (Math.hypot(x - press.clientX, y - press.clientY) < SLACK) return;
        moved = true;
        this.item = item;
        if (grip instanceof Element) capture(grip, pointerId);
      }
      event.preventDefault();
      if (this.item === null) return;
      this.x = x;
      this.y = y;
      this.over = this.find(x, y, item);
    };
    const end = (event: PointerEvent) => {
      if (event.pointerId !== pointerId) return;
      watch.abort();
      this.#stop = null;
      if (moved) swallowClick();
      if (this.item === null) return;
      const target =
        event.type === "pointerup" ? this.find(event.clientX, event.clientY, item) : null;
      this.cancel();
      this.fall(item, target);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || this.item === null) return;
      // The drag alone ends, not also what Escape means elsewhere.
      event.preventDefault();
      event.stopPropagation();
      this.cancel();
    };
    window.addEventListener("pointermove", move, { signal, passive: false });
    window.addEventListener("pointerup", end, { signal });
    window.addEventListener("pointercancel", end, { signal });
    window.addEventListener("keydown", key, { signal, capture: true });
    this.#stop = () => watch.abort();
  }

  /** Lets go of what is dragged: it stays where it was. */
  cancel(): void {
    this.item = null;
    this.over = null;
  }

  /** For a board that goes away while something is dragged. */
  destroy(): void {
    this.cancel();
    this.#stop?.();
    this.#stop = null;
  }
}

/** Keeps the pointer's events coming wherever it goes; one that is up already needs no keeping. */
function capture(element: Element, pointer: number): void {
  try {
    element.setPointerCapture(pointer);
  } catch {
    // It ends by the window's own events.
  }
}

/** The click that ends a drag is not a press. */
function swallowClick(): void {
  const swallow = (click: Event) => click.stopPropagation();
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
}
