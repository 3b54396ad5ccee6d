/**
 * Animation of pieces from their old to their new places. Pieces are elements with `data-piece`; a
 * copy travels in a layer above everything, so that no part of the board can cover it, while the
 * piece itself waits invisibly at its destination.
 *
 * A new piece comes from the element with `data-anchor` equal to its `data-from`; a removed one
 * travels to its `data-gone`.
 */

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Was {
  box: Box;
  node: HTMLElement;
}

interface Flight {
  ghost: HTMLElement;
  animation: Animation;
  node: HTMLElement | null;
}

const FAR = 2;

export class Stage {
  #was = new Map<string, Was>();
  #flights = new Map<string, Flight>();
  /** The position at which a piece was dropped. Its next travel begins there. */
  #dropped: { key: string; x: number; y: number } | null = null;

  constructor(
    readonly root: HTMLElement,
    readonly layer: HTMLElement,
  ) {}

  /** Stores the positions of all pieces; call just before the page changes. */
  before(): void {
    this.#was.clear();
    for (const node of this.#pieces()) {
      const key = node.dataset["piece"] ?? "";
      const ghost = this.#flights.get(key)?.ghost;
      this.#was.set(key, { box: this.#box(ghost ?? node), node });
    }
  }

  /** Stores the position on the root at which a piece was dropped: its next travel begins there. */
  dropped(key: string, x: number, y: number): void {
    this.#dropped = { key, x, y };
  }

  /** Starts the travels of all pieces that moved; call just after the page changed. */
  after(ms: number): void {
    if (ms === 0 || typeof this.root.animate !== "function") {
      this.stop();
      return;
    }
    // All is measured before anything is written, so that the page is laid out once.
    const here = new Set<string>();
    const leaving: (() => void)[] = [];
    for (const node of this.#pieces()) {
      const key = node.dataset["piece"] ?? "";
      here.add(key);
      const to = this.#box(node);
      const was = this.#was.get(key);
      const from = was?.box ?? this.#anchor(node.dataset["from"]);
      if (!from || to.width === 0) continue;
      const flight = this.#flights.get(key);
      if (near(from, to)) continue;
      const begin = this.#dropped?.key === key ? this.#let(from, this.#dropped) : from;
      // Already travelling to this place.
      if (flight?.node === node && near(this.#goal(flight), to)) continue;
      leaving.push(() => {
        flight?.animation.cancel();
        this.#fly(key, node, node, begin, to, ms);
      });
    }
    this.#dropped = null;
    for (const [key, { box, node }] of this.#was) {
      const to = here.has(key) ? null : this.#anchor(node.dataset["gone"]);
      if (to) leaving.push(() => this.#fly(key, node, null, box, to, ms));
    }
    for (const leave of leaving) leave();
  }

  /** Ends all travels at once. */
  stop(): void {
    for (const { animation } of this.#flights.values()) animation.cancel();
  }

  /** A box of this size around the position at which its piece was dropped. */
  #let({ width, height }: Box, { x, y }: { x: number; y: number }): Box {
    return { x: x - width / 2, y: y - height / 2, width, height };
  }

  #pieces(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>("[data-piece]")];
  }

  #box(node: Element): Box {
    const origin = this.root.getBoundingClientRect();
    const { x, y, width, height } = node.getBoundingClientRect();
    return { x: x - origin.x, y: y - origin.y, width, height };
  }

  #anchor(name: string | undefined): Box | null {
    const node = name && this.root.querySelector(`[data-anchor="${name}"]`);
    return node ? this.#box(node) : null;
  }

  #goal({ ghost }: Flight): Box {
    return {
      x: parseFloat(ghost.style.left),
      y: parseFloat(ghost.style.top),
      width: parseFloat(ghost.style.width),
      height: parseFloat(ghost.style.height),
    };
  }

  #fly(
    key: string,
    picture: HTMLElement,
    node: HTMLElement | null,
    from: Box,
    to: Box,
    ms: number,
  ): void {
    const ghost = picture.cloneNode(true) as HTMLElement;
    delete ghost.dataset["piece"];
    ghost.style.cssText += `;position:absolute;margin:0;visibility:visible;pointer-events:none;transform-origin:0 0;left:${to.x}px;top:${to.y}px;width:${to.width}px;height:${to.height}px`;
    this.layer.append(ghost);
    if (node) node.style.visibility = "hidden";
    const [dx, dy] = [from.x - to.x, from.y - to.y];
    const [sx, sy] = [from.width / to.width, from.height / to.height];
    const lift = Math.min(28, Math.hypot(dx, dy) / 6);
    const animation = ghost.animate(
      [
        { transform: `translate(${dx}px,${dy}px) scale(${sx},${sy})` },
        {
          transform: `translate(${dx * 0.42}px,${dy * 0.42 - lift}px) scale(${(sx + 1) * 0.56},${(sy + 1) * 0.56})`,
          offset: 0.5,
        },
        { transform: "none", ...(node ? {} : { opacity: 0.2 }) },
      ],
      { duration: ms, easing: "cubic-bezier(.35,.05,.2,1)", fill: "both" },
    );
    const flight: Flight = { ghost, animation, node };
    this.#flights.set(key, flight);
    const land = () => {
      ghost.remove();
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
      if (node && this.#flights.get(key)?.node !== node) node.style.visibility = "";
    };
    animation.onfinish = land;
    animation.oncancel = land;
  }
}

function near(a: Box, b: Box): boolean {
  return (
    Math.abs(a.x + a.width / 2 - b.x - b.width / 2) < FAR &&
    Math.abs(a.y + a.height / 2 - b.y - b.height / 2) < FAR
  );
}
