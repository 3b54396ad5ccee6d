/** The crests (small emblems of users) and their colours that users can choose. */
import type { Colour, Crest } from "../../generated/session";

/** The crests, in the order in which the profile page shows them. */
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

/** The colours of crests, in the order in which the profile page shows them. */
export const COLOURS: readonly Colour[] = ["ink", "vermilion", "indigo", "moss", "gold"];
