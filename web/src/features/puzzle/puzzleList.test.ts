import { expect, test } from "vitest";
import { nextUnsolved, type PuzzleEntry } from "./puzzleList";

const set = (game: string, ...solved: boolean[]) =>
  solved.map(
    (each, index) => ({ game: { id: game }, id: `${index}`, solved: each }) as PuzzleEntry,
  );

test("the next puzzle is one of a game that the user has begun, knows, or any", () => {
  const next = (sets: PuzzleEntry[][], ...known: string[]) => {
    const found = nextUnsolved(sets, (game) => known.includes(game));
    return found && `${found.game.id} ${found.id}`;
  };
  expect(next([set("a", false), set("b", true, false)], "a")).toBe("b 1");
  expect(next([set("a", false), set("b", false)], "b")).toBe("b 0");
  expect(next([set("a", false), set("b", false)])).toBe("a 0");
  expect(next([set("a", false), set("b", true)], "b")).toBe("a 0");
  expect(next([set("a", true), set("b")], "b")).toBeNull();
});
