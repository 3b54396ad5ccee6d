import { expect, it } from "vitest";
import { isComplete, tallied } from "./roundTally";

const change = (seat: number, amount: number, cause: string) => ({ seat, amount, cause });

it("begins with each round and collects its changes", () => {
  expect(tallied(null, { changes: [change(0, 2, "stolen")] }, [1, 1])).toBeNull();
  const begun = tallied(null, { round: 2 }, [3, 1]);
  const later = tallied(begun, { changes: [change(0, 2, "picked_up")] }, [5, 1])!;
  expect(later).toEqual({ round: 2, before: [3, 1], changes: [change(0, 2, "picked_up")] });
  expect(isComplete(later, [5, 1])).toBe(true);
  expect(tallied(later, { round: 3 }, [5, 1])?.changes).toEqual([]);
});

it("is incomplete if an episode was skipped", () => {
  const tally = tallied(tallied(null, { round: 2 }, [3, 1]), { changes: [] }, [3, 1])!;
  expect(isComplete(tally, [3, 0])).toBe(false);
});
