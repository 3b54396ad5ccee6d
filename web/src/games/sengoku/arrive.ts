/** The arrival of a new element from its former place: a Svelte transition. */
import type { TransitionConfig } from "svelte/transition";

interface Options {
  /** The element it comes from: the first on the board with this `data-anchor`. */
  from: string;
  /** Duration in milliseconds; 0 for no animation. */
  ms: number;
}

/** Slides in from its anchor, slightly raised on the way. */
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

/** Opens like a flower. */
export function bloom(_: Element, { ms }: { ms: number }): TransitionConfig {
  return {
    duration: ms * 1.4,
    css: (t) => {
      const swell = t < 0.7 ? t / 0.7 : 1 + 0.25 * Math.sin(((t - 0.7) / 0.3) * Math.PI);
      return `transform: rotate(${(1 - t) * -120}deg) scale(${swell}); opacity: ${Math.min(1, t * 2)}`;
    },
  };
}
