import { describe, expect, it } from "vitest";
import type { PieceView, View } from "../../generated/shinra";
import { indexOf } from "./geometry";
import type { Moves } from "./movement";
import { attackers, capturers } from "./threats";

const MOVES: Record<string, Moves> = {
  king: { step: ["F"], slide: [], leap: [] },
  shu: { step: ["F"], slide: [], leap: [] },
  ko: { step: [], slide: ["FR", "B"], leap: [] },
  dai: { step: [], slide: [], leap: [[2, 1]] },
};

/** A view with the first seat's king and these pieces: square, seat, cards. */
function view(king: string, ...pieces: [string, number, ...string[]][]) {
  const squares: (PieceView | null)[] = Array<null>(25).fill(null);
  const all: typeof pieces = [[king, 0, "king"], ...pieces];
  for (const [square, seat, ...cards] of all)
    squares[indexOf(square)] = { seat, cards } as unknown as PieceView;
  const kings = [{ square: king }] as unknown as View["kings"];
  return { squares, kings };
}
const of = (...args: Parameters<typeof view>) => attackers(view(...args), 0, MOVES);

describe("the pieces that attack a king", () => {
  it("point at him as their owner sees the board", () => {
    expect(of("c2", ["c3", 1, "shu"], ["c1", 1, "shu"])).toEqual(["c3"]);
  });
  it("slide as far as the way is free", () => {
    // Forward to the right of the second seat is towards a1.
    expect(of("b1", ["e4", 1, "ko"])).toEqual(["e4"]);
    expect(of("b1", ["e4", 1, "ko"], ["c2", 0, "shu"])).toEqual([]);
  });
  it("leap, and jump over one of their own", () => {
    expect(of("b2", ["c4", 1, "dai"])).toEqual(["c4"]);
    expect(of("c2", ["c4", 1, "shu"], ["c3", 1, "dai"])).toEqual(["c4"]);
    expect(of("c2", ["c4", 1, "shu"], ["c3", 1, "joker"])).toEqual([]);
  });
  it("are all named, and none without a king", () => {
    expect(of("b2", ["c4", 1, "dai"], ["b3", 1, "shu"])).toEqual(["b3", "c4"]);
    expect(attackers({ squares: view("b2").squares, kings: [] }, 0, MOVES)).toEqual([]);
  });
});

describe("the pieces that capture a king in their next move", () => {
  const dangers = (points: number, ...pieces: [string, number | null, string][]) => {
    const { squares, kings } = view("c2");
    squares[indexOf("c2")] = { seat: 0, cards: ["king"], points } as unknown as PieceView;
    for (const [square, attack, card] of pieces)
      squares[indexOf(square)] = { seat: 1, cards: [card], attack } as unknown as PieceView;
    return capturers(
      { squares, kings },
      0,
      pieces.map(([square]) => square as "c3"),
    );
  };
  it("attack with his life points or more", () => {
    expect(dangers(3, ["c3", 3, "shu"], ["b3", 2, "dai"])).toEqual(["c3"]);
    expect(dangers(9, ["c3", 3, "shu"])).toEqual([]);
  });
  it("are the enemy king, but never a Joker", () => {
    expect(dangers(4, ["c3", null, "king"], ["b3", 4, "joker"])).toEqual(["c3"]);
  });
});
