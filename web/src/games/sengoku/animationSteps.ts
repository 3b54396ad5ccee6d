/**
 * The animation of each event: its duration, its sound, and the events that are shown at the same
 * time.
 */
import type { AnimationStep } from "../types";
import type { Event } from "../../generated/sengoku";

export const ANIMATION_STEPS: Readonly<Record<Event["event"], AnimationStep>> = {
  dealt: { hold: 0.3, together: "deal", sound: "flurry" },
  round: { hold: 0.4 },
  declared: { hold: 0.6, sound: "card" },
  // All tied tokens go to × at once (S-15).
  tied: { hold: 0.9, together: "tied", sound: "snatch" },
  order: { hold: 0.5 },
  placed: { hold: 0.6, sound: "wood" },
  lost: { hold: 1, sound: "snatch" },
  replaced: { hold: 0.4, sound: "card" },
  drew: { hold: 0.15 },
  // All lines that can take no more tiles are awarded at once (S-46).
  line: { hold: 1.2, together: "lines", sound: "coin" },
  castle: { hold: 1.6, sound: "drum" },
  field: { hold: 0.6 },
  exhausted: { hold: 0.8, sound: "strike" },
  ended: { hold: 1.2, sound: "gong" },
};
