/**
 * The animation step of each event: its duration, the events shown at the same time, and its sound.
 */
import type { Event } from "../../generated/honnoji";
import type { AnimationStep } from "../types";

type Kind = Event["event"];
type Of<K extends Kind> = Extract<Event, { event: K }>;
type Table = { [K in Kind]: AnimationStep | ((event: Of<K>) => AnimationStep) };

/**
 * The animation steps by event. Neighbouring events of the same group happen at once: dealing is
 * quick, with the fires that it lights, all layouts are revealed together (H-43), all pawns move
 * together (H-65), and the cards taken from a square go together.
 */
const ANIMATION_STEPS: Table = {
  began: { hold: 0.3, together: "set-up" },
  round_began: { hold: 0.3, together: "set-up" },
  nothing_to_deal: { hold: 1 },
  deck_rebuilt: { hold: 1, sound: "flurry" },
  dealt: { hold: 1.4, together: "deal", sound: "flurry" },
  caught_fire: { hold: 2, together: "deal", sound: "fire" },
  laid: { hold: 0, together: "lay" },
  declared: { hold: 1, together: "lay", sound: "card" },
  // Everybody waits for the reveal: the long round after it does not shorten it.
  revealed: { hold: 9, least: 8, together: "reveal", sound: "drum" },
  moved: { hold: 2.6, together: "movement", sound: "wood" },
  stayed: { hold: 1.6, together: "movement" },
  picked_up: ({ square, seat }) => ({
    hold: 1.2,
    together: `pick-up on ${square} by ${seat}`,
    sound: "card",
  }),
  too_few: { hold: 1 },
  attacked: ({ icon }) => ({ hold: 2, sound: icon === "gun" ? "shot" : "strike" }),
  // A pawn that moves elsewhere than its icon says does so with all the others.
  in_vain: ({ icon }) => (icon === "move" ? { hold: 1.6, together: "movement" } : { hold: 1.2 }),
  nothing_to_steal: { hold: 0.8 },
  stole: { hold: 2, sound: "snatch" },
  burnt: { hold: 2, sound: "fire" },
  nothing_to_burn: { hold: 0.8 },
  recovered: { hold: 1.2, sound: "card" },
  exhausted: { hold: 1.4, together: "exhaustion", sound: "flurry" },
  cleared: { hold: 1.2, together: "clearing", sound: "card" },
  marker_moved: { hold: 5, sound: "wood" },
  marker_stayed: { hold: 5 },
  ended: { hold: 2, sound: "gong" },
};

/** The animation step of an event. */
export function animationStep(event: Event): AnimationStep {
  const entry = ANIMATION_STEPS[event.event] as AnimationStep | ((event: Event) => AnimationStep);
  return typeof entry === "function" ? entry(event) : entry;
}
