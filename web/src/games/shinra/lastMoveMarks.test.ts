import { describe, expect, it } from "vitest";
import type { Event } from "../../generated/shinra";
import type { DescribedEvent } from "../../generated/core";
import { follow, lastMoves } from "./lastMoveMarks";

const told = (...events: Event[]): DescribedEvent[] =>
  events.map((event) => ({ event, text: { ja: "", en: "" }, rule: null }));
const moved: Event = { event: "moved", seat: 0, from: "c1", to: "c2", cards: ["shu"] };
const declined: Event = { event: "declined", seat: 0, last: false };
const check: Event = { event: "check", seat: 1 };

describe("last moves", () => {
  it("are where a piece left and where it arrived", () => {
    expect(lastMoves(told(moved, check))).toEqual([
      { square: "c1", deed: "left" },
      { square: "c2", deed: "reached" },
    ]);
  });

  it("distinguish an attack that took nothing from one that did", () => {
    const attack = { seat: 1, from: "d4", to: "d3", cards: ["ko"], target: ["dai"] } as const;
    const [cards, target] = [[...attack.cards], [...attack.target]];
    expect(
      lastMoves(told({ event: "hit", ...attack, cards, target, loss: 2, points: 1 })).map(
        ({ deed }) => deed,
      ),
    ).toEqual(["reached", "struck"]);
    expect(
      lastMoves(told({ event: "captured", ...attack, cards, target, points: 1 })).map(
        ({ deed }) => deed,
      ),
    ).toEqual(["left", "reached"]);
  });

  it("keep one change per square, the last", () => {
    const step: Event = {
      event: "king_stepped",
      seat: 0,
      from: "c1",
      to: "c2",
      cards: ["shu"],
      gain: 1,
      points: 9,
    };
    const settled: Event = {
      event: "settled",
      seat: 0,
      to: "c1",
      cards: ["shu"],
      points: 1,
      forced: true,
    };
    expect(lastMoves(told(step, settled))).toEqual([
      { square: "c1", deed: "reached" },
      { square: "c2", deed: "reached" },
    ]);
  });

  it("stay if a seat does nothing on the sheet, and are removed by an undo", () => {
    const first = follow(new Map(), new Map([[0, told(moved)]]));
    expect(first.get(0)).toHaveLength(2);
    expect(follow(first, new Map([[0, told(declined)]])).get(0)).toEqual(first.get(0));
    expect(follow(first, new Map()).size).toBe(0);
  });
});
