/**
 * The duration and sound of each event's animation. Most are short; attacks and the end of the game
 * take longer. The shell gives each episode the time to read its sentence.
 */
import type { Event } from "../../generated/shinra";
import type { AnimationStep } from "../types";

/** The animation step of each kind of event. */
export const ANIMATION_STEPS: Readonly<Record<Event["event"], AnimationStep>> = {
  began: { hold: 0.3, together: "opening", sound: "flurry" },
  // Both sides are revealed at once; the second confirmation starts the deployment.
  arranged: { hold: 0.6, together: "arranged", sound: "flurry" },
  deployment_began: { hold: 0.8, together: "arranged" },
  deployed: { hold: 1, sound: "wood" },
  battle_began: { hold: 0.8, sound: "drum" },
  switched: { hold: 1, sound: "card" },
  declined: { hold: 0.4 },
  moved: { hold: 1, sound: "wood" },
  joined: { hold: 1, sound: "wood" },
  put: { hold: 1, sound: "wood" },
  added: { hold: 1, sound: "wood" },
  paired: { hold: 1, sound: "wood" },
  hit: { hold: 1.6, sound: "drum" },
  captured: { hold: 1.8, sound: "strike" },
  went_back: { hold: 0.8, sound: "wood" },
  retreated: { hold: 1, sound: "card" },
  king_stepped: { hold: 1.2, sound: "coin" },
  settled: { hold: 0.8, sound: "wood" },
  queen_returned: { hold: 1.2, sound: "coin" },
  queen_kept: { hold: 0.6, sound: "snatch" },
  check: { hold: 0.6 },
  king_taken: { hold: 2.4, sound: "gong" },
  turn_limit: { hold: 1.2, sound: "gong" },
};
