import { describe, expect, it } from "vitest";
import type { Event, Stage } from "../../generated/hostile";
import { glow, movePaths } from "./movePaths";

const turn: Stage = {
  kind: "turn",
  seat: 1,
  points: 2,
  stopped: false,
  crashes: 0,
  rotations: 0,
  recalls: 0,
  ghost: false,
};
const draft: Stage = { kind: "tile_draft", seat: 1, left: 2 };
const trip = (event: Event, stage: Stage = turn) =>
  movePaths(event, { stage, start_seat: 3 }).map(({ from, to }) => [from, to]);

describe("paths", () => {
  it("bring a placed tile from its former place", () => {
    const event: Event = { event: "placed", seat: 1, square: "D4", kind: "ice", facing: null };
    expect(trip(event, turn)).toEqual([["hand-1", "D4"]]);
    expect(trip(event, draft)).toEqual([["line-ice", "D4"]]);
  });
  it("take gems from deck to square to purse", () => {
    expect(trip({ event: "gem_tile_revealed", square: "C5" })).toEqual([["gem-deck", "C5"]]);
    expect(
      trip({ event: "gained", seat: 2, square: "C5", gems: 1, total: 3, by: "walked" }),
    ).toEqual([["C5", "purse-2"]]);
  });
  it("send discarded tiles to the pile of their kind", () => {
    expect(
      trip({
        event: "endless",
        square: "D4",
        kind: "slide",
        judged: "without_pawns",
        seats: [0, 1],
      }),
    ).toEqual([["D4", "floor-discards"]]);
    expect(trip({ event: "discarded", seat: 0, tile: "C5" })).toEqual([["hand-0", "gem-discards"]]);
    expect(trip({ event: "hand_full", seat: 0, tile: "box" })).toEqual([
      ["hand-0", "floor-discards"],
    ]);
  });
  it("hand the flag on from its former owner to the new one", () => {
    expect(trip({ event: "start_seat", seat: 1, again: false })).toEqual([["flag-3", "flag-1"]]);
    expect(trip({ event: "start_seat", seat: 3, again: true })).toEqual([]);
  });
  it("fill the line from both decks", () => {
    expect(trip({ event: "line_refilled", tiles: ["C5", "F2", "slide"] })).toEqual([
      ["gem-deck", "line"],
      ["floor-deck", "line"],
    ]);
  });
});

describe("highlights", () => {
  it("are squares and seats", () => {
    expect(glow({ event: "moved", seat: 0, from: "A1", to: "A2", by: "step" })).toEqual(["A2"]);
    expect(
      glow({ event: "gained", seat: 2, square: "C5", gems: 1, total: 3, by: "walked" }),
    ).toEqual(["C5", "seat-2"]);
    expect(
      glow({ event: "ended", reason: "gems", winners: [0, 1], tied: null, gems: [20, 12] }),
    ).toEqual(["seat-0", "seat-1"]);
  });
});
