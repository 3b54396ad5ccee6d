/** Drawings of the plot cards, by their effects. */
import type { Effect } from "../../generated/kokyu";

/** Effects that share another drawing. */
const SHARED: Partial<Record<Effect, string>> = {
  gain_point: "jade",
  advance_palace: "palace_advance",
};

/** The name of the drawing for an effect. */
export const plotArt = (effect: string): string => SHARED[effect as Effect] ?? effect;
