import { expect, test } from "vitest";
import { headline, outcomeTitle, ranking } from "./outcomeText";
import { messagesIn } from "./messages";

const names = ["Iris", "Mika", "Noah"];
const title = (winners: number[], you: number | null, reason = "points") =>
  outcomeTitle({ winners, reason }, you, names, messagesIn("en"));

test("the title depends on the reader", () => {
  expect(title([0], 0)).toBe("You win");
  expect(title([0, 2], 0)).toBe("You win, together with Noah");
  expect(title([1], 0)).toBe("Mika wins");
  expect(title([1, 2], null)).toBe("Winners: Mika, Noah");
  expect(title([], 0)).toBe("Nobody wins");
  expect(title([], 0, "agreed")).toBe("A draw");
});

test("winners come first, the others by their points", () => {
  expect(ranking({ winners: [2], reason: "points" }, [4, 9, 1])).toEqual([2, 1, 0]);
});

const told = (
  winners: number[],
  you: number | null,
  scores: number[],
  sides: number[][],
  reason = "points",
) =>
  headline({ winners, reason }, you, [...names, "Zoe"], messagesIn("en"), {
    scores,
    sides,
    counted: true,
  });

test("the headline of two sides has their scores, the reader's first", () => {
  const duel = [[0], [1]];
  expect(told([0], 0, [4, 2], duel)).toBe("You win 4–2");
  expect(told([1], 0, [2, 4], duel)).toBe("You lose 2–4");
  expect(told([1], null, [2, 4], duel)).toBe("Mika wins 4–2");
  expect(told([], 0, [3, 3], duel)).toBe("A draw, 3–3");
  expect(told([0, 1], 0, [3, 3], duel)).toBe("A draw, 3–3");
  // Scores that do not show who won are left out.
  expect(told([1], 0, [4, 2], duel, "resigned")).toBe("You lose");
  expect(told([1], 0, [3, 3], duel)).toBe("You lose");
  expect(told([], 0, [3, 3], duel, "agreed")).toBe("A draw");
  expect(told([], 0, [3, 1], duel, "abandoned")).toBe("The game was stopped without a result");
});

test("the headline names teams as teams, with their totals", () => {
  const teams = [
    [0, 3],
    [1, 2],
  ];
  const scores = [1, 8, 7, 9];
  expect(told([1, 2], 0, scores, teams)).toBe("You and Zoe lose 10–15");
  expect(told([1, 2], 2, scores, teams)).toBe("You and Mika win 15–10");
  expect(told([1, 2], null, scores, teams)).toBe("Mika and Noah win 15–10");
});

test("among more than two sides, the headline names the winners", () => {
  expect(told([2], 0, [4, 2, 9], [[0], [1], [2]])).toBe("Noah wins");
});
