/**
 * Dragging, for any board: a press that moves far enough becomes a drag, by mouse, pen or finger.
 * The board defines what can be dragged and where it can be dropped, in its own types. It calls
 * `grab` with the pressed item, draws `item` at `x`, `y` while there is one (with `pointer-events:
 * none`), and highlights `over`. Everything that can be grabbed needs the style `touch-action:
 * none`, or a finger scrolls instead.
 */

/** The distance in CSS pixels from which a moved press is a drag; a shorter movement is a click. */
export const SLACK = 7;

/** The state of dragging on a board; at most one item is dragged at a time. */
export class Drag<Item, Target> {
  /** The dragged item; null while nothing is dragged. */
  item = $state.raw<Item | null>(null);
  /** The position of the pointer in the window. */
  x = $state(0);
  y = $state(0);
  /** The drop target under the pointer; null if there is none. */
  over = $state.raw<Target | null>(null);

  /** Removes the listeners of the current press. */
  #stop: (() => void) | null = null;

  constructor(
    /**
     * Finds the drop target for the item at the point (x, y) of the window; null if there is none.
     */
    readonly find: (x: number, y: number, item: Item) => Target | null,
    /** Called when the item is dropped, also if there is no target (null). */
    readonly fall: (item: Item, target: Target | null) => void,
  ) {}

  /** Starts to watch a press that may become a drag. */
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
      // Escape ends only the drag and has no other effect.
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

  /** Ends the drag; the item stays where it was. */
  cancel(): void {
    this.item = null;
    this.over = null;
  }

  /**
   * Ends a drag and removes all listeners. Call it when the board is removed, since an item may be
   * dragged then.
   */
  destroy(): void {
    this.cancel();
    this.#stop?.();
    this.#stop = null;
  }
}

/**
 * Directs the pointer's further events to the element; has no effect if the pointer is up already.
 */
function capture(element: Element, pointer: number): void {
  try {
    element.setPointerCapture(pointer);
  } catch {
    // Listeners on the window end the drag in this case.
  }
}

/** Suppresses the click that the browser reports at the end of a drag. */
function swallowClick(): void {
  const swallow = (click: Event) => click.stopPropagation();
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 0);
}
