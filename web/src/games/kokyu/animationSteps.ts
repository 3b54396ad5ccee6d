/**
 * The animation step of each event: its duration, the events shown at the same time, and its sound.
 */
import type { Event } from "../../generated/kokyu";
import type { AnimationStep } from "../types";

/** The kinds of events. A stolen point has a kind of its own, unlike a point from the stock. */
type Kind = Event["event"] | "stolen";

const ANIMATION_STEPS: Record<Kind, AnimationStep> = {
  dealt: { hold: 0.3 },
  round: { hold: 1, sound: "flurry" },
  unblocked: { hold: 1, sound: "wood" },
  placed: { hold: 1, sound: "wood" },
  processing: { hold: 0.6 },
  reached: { hold: 0.7 },
  went_home: { hold: 0.7, sound: "wood" },
  reshuffled: { hold: 1.3, sound: "flurry" },
  took_initiative: { hold: 2, sound: "snatch" },
  kept_initiative: { hold: 0.7 },
  flew: { hold: 1.3, sound: "card" },
  grounded: { hold: 0.7 },
  entered: { hold: 1, sound: "wood" },
  palace_advanced: { hold: 1.2, sound: "wood" },
  palace_empty: { hold: 0.7 },
  // All consorts that a palace step brings to the end return at the same time.
  sent_back: { hold: 1, together: "sent_back", sound: "wood" },
  activated: { hold: 1.2, sound: "drum" },
  nobody_to_activate: { hold: 0.7 },
  activated_again: { hold: 0.7 },
  executes: { hold: 0.9 },
  executed: { hold: 0.6, sound: "wood" },
  promoted: { hold: 1.8, sound: "card" },
  already_strong: { hold: 0.7 },
  advances: { hold: 1.5, sound: "wood" },
  pushed_back: { hold: 2, sound: "strike" },
  lap: { hold: 2.2, sound: "drum" },
  opened: { hold: 2.5, sound: "drum" },
  tea_bonus: { hold: 2, sound: "coin" },
  tea_rest: { hold: 0.9 },
  drew: { hold: 2.2, sound: "card" },
  nothing_to_draw: { hold: 0.7 },
  discarded: { hold: 0.7, sound: "card" },
  banished: { hold: 2.2, sound: "strike" },
  recycled: { hold: 1.3, sound: "flurry" },
  gained: { hold: 1.2, sound: "coin" },
  stolen: { hold: 2.4, sound: "snatch" },
  nothing_to_gain: { hold: 0.7 },
  kohi_gained: { hold: 2, sound: "coin" },
  won: { hold: 3, sound: "gong" },
  kohi_won: { hold: 3, sound: "gong" },
  rounds_over: { hold: 2, sound: "gong" },
};

function kind(event: Event): Kind {
  const gains = event.event === "gained" || event.event === "kohi_gained";
  return gains && event.from !== "stock" ? "stolen" : event.event;
}

/** The animation step of an event. */
export function animationStep(event: Event): AnimationStep {
  return ANIMATION_STEPS[kind(event)];
}

/** The duration (`hold`) from which an event counts as a scene. */
const SCENE = 1.8;

/** Returns true if an event is more than a move: a theft, a reveal, a lap. */
export function isScene(event: Event): boolean {
  const { hold } = animationStep(event);
  return hold >= SCENE && event.event !== "drew";
}
