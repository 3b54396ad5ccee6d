/** The animation of each event: duration, simultaneous events, sound. */
import type { By, Event } from "../../generated/hostile";
import type { AnimationStep } from "../types";

/** The group of animations at the start of a round: all new gems appear at the same time. */
const EMISSION = "emission";
/** The group of animations for the line: all its new tiles arrive at the same time. */
const REFILL = "refill";
/** The group of animations for a used gem tile: its gem appears while the tile is being used. */
const USE = "use";

/** The animation of a pawn's movement to the next square, for each cause of the movement. */
const MOVES: Record<By, AnimationStep> = {
  step: { hold: 0.9, sound: "wood" },
  slide: { hold: 0.9, sound: "card" },
  ice: { hold: 0.7, sound: "card" },
  spring: { hold: 1.2, sound: "strike" },
  spring_short: { hold: 1.2, sound: "strike" },
  return: { hold: 1.2, sound: "snatch" },
  recall: { hold: 1.2, sound: "snatch" },
};

/**
 * The durations are short: the frames of an episode share the time in which its sentence is read.
 */
const ANIMATION_STEPS: Record<Exclude<Event["event"], "moved">, AnimationStep> = {
  dealt: { hold: 0.3 },
  starting_gem: { hold: 0.3, sound: "coin" },
  round: { hold: 0.3 },
  gem_tile_revealed: { hold: 1.2, together: EMISSION, sound: "flurry" },
  gem_appeared: { hold: 1, together: EMISSION },
  gained: { hold: 1, sound: "coin" },
  goal_reached: { hold: 0.6, sound: "drum" },
  emission_ended: { hold: 0.3, together: EMISSION },
  gems_reshuffled: { hold: 0.3, sound: "flurry" },
  floor_short: { hold: 0.6, sound: "drum" },
  line_refilled: { hold: 0.8, together: REFILL, sound: "flurry" },
  skills_removed: { hold: 0.5, sound: "card" },
  skill_taken: { hold: 1, sound: "card" },
  drafted: { hold: 0.2 },
  line_empty: { hold: 0.3 },
  kept: { hold: 1, sound: "card" },
  hand_full: { hold: 1, sound: "snatch" },
  used: { hold: 1, together: USE, sound: "card" },
  placed: { hold: 1, sound: "wood" },
  endless: { hold: 1.2, sound: "strike" },
  turn_began: { hold: 0.3 },
  halted: { hold: 0.6, sound: "wood" },
  stopped: { hold: 0.6, sound: "wood" },
  caught: { hold: 0.6, sound: "wood" },
  discarded: { hold: 0.8, sound: "card" },
  took: { hold: 0.3, sound: "card" },
  crashed: { hold: 1.2, sound: "strike" },
  rotated: { hold: 1, sound: "wood" },
  stole: { hold: 1.2, sound: "snatch" },
  turn_ended: { hold: 0.2 },
  second_pass: { hold: 0.5 },
  start_seat: { hold: 1, sound: "drum" },
  start_stays: { hold: 0.3 },
  ended: { hold: 1.2, sound: "gong" },
};

/**
 * The animation of an event: its duration, its sound, and the group of events shown together with
 * it.
 */
export function animationStep(event: Event): AnimationStep {
  if (event.event === "moved") return MOVES[event.by];
  const usual = ANIMATION_STEPS[event.event];
  return event.event === "gem_appeared" && event.used ? { ...usual, together: USE } : usual;
}
