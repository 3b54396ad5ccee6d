/**
 * The animation of each event: its duration, its sound, and the events that are shown at the same
 * time.
 */
import type { AnimationStep } from "../types";
import type { Event } from "../../generated/sengoku";

export const ANIMATION_STEPS: Readonly<Record<Event["event"], AnimationStep>> = {
  dealt: { hold: 0.3, together: "deal", sound: "flurry" },
  round: { hold: 0.5 },
  declared: { hold: 1, sound: "card" },
  // All tied tokens go to × at once (S-15).
  tied: { hold: 1.6, together: "tied", sound: "snatch" },
  order: { hold: 1 },
  placed: { hold: 1, sound: "wood" },
  lost: { hold: 2, sound: "snatch" },
  replaced: { hold: 0.7, sound: "card" },
  drew: { hold: 0.3 },
  // All lines that can take no more tiles are awarded at once (S-46).
  line: { hold: 2, together: "lines", sound: "coin" },
  castle: { hold: 3, sound: "drum" },
  field: { hold: 1.2 },
  exhausted: { hold: 1.6, sound: "strike" },
  ended: { hold: 3, sound: "gong" },
};
