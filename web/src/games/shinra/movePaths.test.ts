import { describe, expect, it } from "vitest";
import type { Event } from "../../generated/shinra";
import { arriving, movePaths, losses } from "./movePaths";

const nobody = () => null;

describe("paths", () => {
  it("send the attacker there and its victim to the hand", () => {
    const event: Event = {
      event: "captured",
      seat: 1,
      from: "c4",
      to: "c3",
      cards: ["ko"],
      target: ["shu"],
      points: 1,
    };
    expect(movePaths(event, nobody)).toEqual([
      { from: "c4", to: "c3", seat: 1, cards: ["ko"] },
      { from: "c3", to: "hand-1", seat: 0, cards: ["shu"] },
    ]);
    expect(arriving(event)).toEqual(["c3"]);
  });

  it("let an attacker that takes nothing return, and show the loss", () => {
    const event: Event = {
      event: "hit",
      seat: 0,
      from: "c3",
      to: "c4",
      cards: ["shu"],
      target: ["ko", "dai"],
      loss: 2,
      points: 1,
    };
    expect(movePaths(event, nobody)[0]?.returns).toBe(true);
    expect(arriving(event)).toEqual([]);
    expect(losses(event, nobody)).toEqual([{ key: "c4-1", square: "c4", by: -2 }]);
  });

  it("lead out of the hand and back to it", () => {
    const put: Event = { event: "put", seat: 0, item: "shu+ko@2", to: "a1", points: 2 };
    expect(movePaths(put, nobody)).toEqual([
      { from: "hand-0", to: "a1", seat: 0, cards: ["shu", "ko"] },
    ]);
    const back: Event = {
      event: "queen_returned",
      seat: 0,
      item: "queen!",
      gain: 3,
      points: 9,
      as_turn: true,
    };
    expect(movePaths(back, nobody)).toEqual([
      { from: "hand-0", to: "hand-1", seat: 1, cards: ["queen"] },
    ]);
    expect(losses(back, (seat) => (seat === 0 ? "c1" : null))).toEqual([
      { key: "c1+9", square: "c1", by: 3 },
    ]);
  });

  it("cross for two pieces that are switched", () => {
    const event: Event = {
      event: "switched",
      seat: 0,
      a: "a1",
      b: "b2",
      on_a: ["shu"],
      on_b: ["ko"],
    };
    const cards = { a1: "shu", b2: "king" } as const;
    const at = (square: string) => ({ seat: 0, cards: [cards[square as "a1" | "b2"]] });
    expect(movePaths(event, at)).toEqual([
      { from: "a1", to: "b2", seat: 0, cards: ["shu"] },
      { from: "b2", to: "a1", seat: 0, cards: ["king"] },
    ]);
  });
});
