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

/** The facts with which the title of a result names sides and their scores. */
export interface Standing {
  scores: readonly number[];
  /** The seats of each side, which win together. */
  sides: readonly (readonly number[])[];
  /** True if the scores mean something to people as numbers. */
  counted: boolean;
}

/** Reasons for which a game ends whatever the scores are. */
const WHATEVER_THE_SCORES = ["resigned", "out_of_time", "forfeited", "agreed", "abandoned"];

/**
 * The headline of a result, with the scores of both sides if there are two: "You lose 2–4",
 * "Yellow and Green win 15–10".
 */
export function headline(
  outcome: Winners,
  you: number | null,
  names: readonly string[],
  words: Messages,
  { scores, sides, counted }: Standing,
): string {
  const { winners, reason } = outcome;
  if (reason === "abandoned") return words.stopped;
  const totals = sides.map((side) => side.reduce((sum, seat) => sum + (scores[seat] ?? 0), 0));
  const two = sides.length === 2;
  const tells = two && counted && !WHATEVER_THE_SCORES.includes(reason);
  if (winners.length === 0 || (two && winners.length === scores.length)) {
    const even = tells && totals[0] === totals[1];
    return even ? words.drawTally(totals[0]!) : outcomeTitle(outcome, you, names, words);
  }
  if (!two) return outcomeTitle(outcome, you, names, words);
  const winning = sides.findIndex((side) => side.includes(winners[0]!));
  const [won, lost] = [totals[winning]!, totals[1 - winning]!];
  const mine = you === null ? -1 : sides.findIndex((side) => side.includes(you));
  const side = sides[mine < 0 ? winning : mine]!;
  const named = side.filter((seat) => seat !== you).map((seat) => names[seat] ?? "");
  const list = words.listAnd(named);
  const title =
    mine < 0
      ? (side.length > 1 ? words.sideWins : words.won)(list)
      : mine === winning
        ? named.length > 0
          ? words.youWonTeam(list)
          : words.youWon
        : named.length > 0
          ? words.youLostWith(list)
          : words.youLost;
  if (!tells || won <= lost) return title;
  return mine < 0 || mine === winning
    ? words.tally(title, won, lost)
    : words.tally(title, lost, won);
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
