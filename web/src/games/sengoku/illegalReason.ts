/**
 * The way to find the reason why no domino can be placed on a square: an illegal action whose
 * preview gives the server's reason.
 */
import type { Catalogue, Placed } from "../../generated/sengoku";
import { castle, DIRECTIONS, fieldOf, step } from "./sheet";

/**
 * The action that would place a domino with one half on the square and that breaks the fewest
 * rules: the other half is on an empty square and within the battlefield, if possible. The server's
 * reason for refusing it is the reason to show for the square.
 */
export function attempt(
  components: Catalogue,
  { placed, field }: { placed: readonly Placed[]; field: number },
  verb: "place" | "general",
  square: string,
): string {
  const taken = new Set([
    ...placed.flatMap(({ low, high }) => [low, high]),
    ...components.field.map((_, index) => castle(components, index)),
  ]);
  const faults = (other: string) =>
    (taken.has(other) ? 2 : 0) + (fieldOf(components, other) === field ? 0 : 1);
  const others = DIRECTIONS.flatMap((direction) => step(square, direction) ?? []);
  const [best = square] = others.sort((a, b) => faults(a) - faults(b));
  return `${verb} ${square} ${best}`;
}
