/** How an end is put in words, for those who won and for those who did not. */
import type { Messages } from "./messages";

/** The part of an outcome that says who won. */
export interface Winners {
  winners: readonly number[];
  reason: string;
}

/** Who won, as the person at seat `you` reads it; null for somebody who only watched. */
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

/** The seats, the winners first, then by score. */
export function ranking({ winners }: Winners, scores: readonly number[]): number[] {
  const wins = (seat: number) => Number(winners.includes(seat));
  return scores
    .map((_, seat) => seat)
    .sort((a, b) => wins(b) - wins(a) || scores[b]! - scores[a]! || a - b);
}
