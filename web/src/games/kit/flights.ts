/** Animations of pictures that travel over a board: see `Flights.svelte`. */

/** A stop on a picture's path: the offset in pixels that puts the picture's centre there. */
export interface Stop {
  /** The name of the place: the `data-anchor` of its element. */
  name: string;
  x: number;
  y: number;
}

/** The animation of a picture along its path, for `Element.animate`. */
export interface Motion {
  frames: Keyframe[];
  timing: KeyframeAnimationOptions;
}

/** The CSS transform that puts a picture at a stop, raised by `lift` pixels. */
export function at({ x, y }: Stop, scale = 1, lift = 0): string {
  return `translate(${x}px, ${y - lift}px) scale(${scale})`;
}

/** The animation straight from stop to stop; at the last stop the picture fades. */
export function straight(stops: readonly Stop[], ms: number): Motion {
  const last = stops.length - 1;
  const frames = stops.map((stop, index) => ({
    transform: at(stop, index === last ? 0.8 : 1),
    opacity: 1,
    offset: (index / last) * 0.85,
  }));
  return {
    frames: [...frames, { transform: at(stops[last]!, 0.7), opacity: 0, offset: 1 }],
    timing: { duration: ms * (1 + 0.5 * (last - 1)), easing: EASING },
  };
}

/** The CSS timing function of movements: they accelerate at the start and slow down at the end. */
export const EASING = "cubic-bezier(.35,.05,.2,1)";
