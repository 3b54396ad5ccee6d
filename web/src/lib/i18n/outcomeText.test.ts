import { expect, test } from "vitest";
import { outcomeTitle, ranking } from "./outcomeText";
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
