/**
 * Svelte transitions with which new elements appear: moving from their former place, or opening
 * like a flower.
 */
import type { TransitionConfig } from "svelte/transition";

interface Options {
  /**
   * The `data-anchor` of the element from whose place the new element moves. If several elements on
   * the board have it, the first counts.
   */
  from: string;
  /** Duration in milliseconds; 0 for no animation. */
  ms: number;
}

/**
 * A transition that moves an element from its anchor to its place, slightly enlarged on the way.
 */
export function arrive(node: Element, { from, ms }: Options): TransitionConfig {
  const anchor =
    ms > 0 ? node.closest(".sengoku-board")?.querySelector(`[data-anchor="${from}"]`) : null;
  if (!anchor) return { duration: 0 };
  const [a, b] = [anchor.getBoundingClientRect(), node.getBoundingClientRect()];
  const dx = a.x + a.width / 2 - b.x - b.width / 2;
  const dy = a.y + a.height / 2 - b.y - b.height / 2;
  if (b.width === 0 || a.width === 0) return { duration: 0 };
  const easing = (t: number) => 1 - (1 - t) ** 3;
  return {
    duration: ms,
    easing,
    css: (t, u) => {
      const lift = 1 + 0.35 * Math.sin(Math.PI * t);
      return `transform: translate(${dx * u}px, ${dy * u}px) scale(${lift}); z-index: 9`;
    },
  };
}

/** A transition in which an element turns, grows and becomes visible, like a flower that opens. */
export function bloom(_: Element, { ms }: { ms: number }): TransitionConfig {
  return {
    duration: ms * 1.4,
    css: (t) => {
      const swell = t < 0.7 ? t / 0.7 : 1 + 0.25 * Math.sin(((t - 0.7) / 0.3) * Math.PI);
      return `transform: rotate(${(1 - t) * -120}deg) scale(${swell}); opacity: ${Math.min(1, t * 2)}`;
    },
  };
}
