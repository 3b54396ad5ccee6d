/** The crests and colours that users can choose. */
import type { Colour, Crest } from "../../generated/server";

/** The crests. */
export const CRESTS: readonly Crest[] = [
  "fan",
  "moon",
  "mountain",
  "waves",
  "scales",
  "lozenges",
  "plum",
  "well",
  "arrows",
  "wheel",
  "hemp",
  "knot",
];

/** The colours. */
export const COLOURS: readonly Colour[] = ["ink", "vermilion", "indigo", "moss", "gold"];
