/** How pictures travel over a board: see `Flights.svelte`. */

/** A place on the way of a picture: where it must be moved to for its middle to be there. */
export interface Stop {
  /** The `data-anchor` of the place. */
  name: string;
  x: number;
  y: number;
}

/** What a picture does on its way. */
export interface Motion {
  frames: Keyframe[];
  timing: KeyframeAnimationOptions;
}

/** The transform that puts a picture at a stop, moved by `lift` pixels upwards. */
export function at({ x, y }: Stop, scale = 1, lift = 0): string {
  return `translate(${x}px, ${y - lift}px) scale(${scale})`;
}

/** Straight from place to place; at the last one the picture fades. */
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

/** How things leave and arrive. */
export const EASING = "cubic-bezier(.35,.05,.2,1)";
