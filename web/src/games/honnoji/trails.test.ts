import { expect, it } from "vitest";
import type { Event } from "../../generated/honnoji";
import { midgame } from "./dev/positions";
import { trails } from "./trails";

it("draws moves over every square that they enter", () => {
  const moved: Event = { event: "moved", seat: 1, from: 1, path: [5, 4] };
  expect(trails([moved], midgame())).toEqual([{ seat: 1, icon: "move", squares: [1, 5, 4] }]);
  // In the first round pawns come from outside.
  expect(trails([{ ...moved, from: null }], midgame())).toEqual([]);
});

it("draws attacks from the attacker's square, unless that is the attacked one", () => {
  const attacked = (square: number): Event => ({ event: "attacked", seat: 0, square, icon: "gun" });
  expect(trails([attacked(3)], midgame())).toEqual([{ seat: 0, icon: "gun", squares: [1, 3] }]);
  expect(trails([attacked(1)], midgame())).toEqual([]);
});
