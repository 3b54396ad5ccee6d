/** Texts about the end of a game, different for winners and others. */
import type { Messages } from "./messages";

/** The winners of a game, and the id of the reason for its end. */
export interface Winners {
  winners: readonly number[];
  reason: string;
}

/** The title of the dialog with the result for the player at seat `you`; null for a spectator. */
export function outcomeTitle(
  { winners, reason }: Winners,
  you: number | null,
  names: readonly string[],
  words: Messages,
): string {
  const [first] = winners;
  if (first === undefined) return reason === "agreed" ? words.draw : words.nobodyWon;
  const others = winners.filter((seat) => seat !== you).map((seat) => names[seat] ?? "");
  const list = others.join(words.listSeparator);
  if (you !== null && winners.includes(you))
    return others.length > 0 ? words.youWonWith(list) : words.youWon;
  return winners.length > 1 ? words.winnersAre(list) : words.won(names[first] ?? "");
}

/**
 * The indices of the seats: first the winners, then the others, each group by score, highest first.
 */
export function ranking({ winners }: Winners, scores: readonly number[]): number[] {
  const wins = (seat: number) => Number(winners.includes(seat));
  return scores
    .map((_, seat) => seat)
    .sort((a, b) => wins(b) - wins(a) || scores[b]! - scores[a]! || a - b);
}
