/** The action to preview when the user wants to know why a square is dark. */
import type { Catalogue, Placed } from "../../generated/sengoku";
import { castle, DIRECTIONS, fieldOf, step } from "./sheet";

/**
 * The action that would place a domino over the square with the fewest violations: its other half
 * on an empty square, within the battlefield if possible. The reason of its refusal is why the
 * square is dark.
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
