import { describe, expect, it } from "vitest";
import { glow, movePaths } from "./movePaths";

const places = (...of: ReturnType<typeof movePaths>) => of.map(({ places }) => places.join(" > "));

describe("paths", () => {
  it("follows a pawn over every square it passes", () => {
    const walk = movePaths({ event: "moved", seat: 2, from: 1, path: [5, 4] });
    expect(places(...walk)).toEqual(["square-1 > square-5 > square-4"]);
    expect(walk[0]?.picture).toEqual({ shows: "pawn", seat: 2 });
    const first = movePaths({ event: "moved", seat: 0, from: null, path: [3] });
    expect(places(...first)).toEqual(["seat-0 > square-3"]);
  });
  it("takes cards from square to owner, from victim to thief, into the fire", () => {
    expect(
      places(
        ...movePaths({ event: "dealt", square: 4, face: "gun" }),
        ...movePaths({
          event: "picked_up",
          seat: 1,
          square: 4,
          face: "gun",
          shared: false,
          forced: false,
        }),
        ...movePaths({
          event: "stole",
          seat: 0,
          victim: 1,
          square: 4,
          face: "gun",
          icon: "sword",
          forced: false,
        }),
        ...movePaths({ event: "burnt", seat: 0, square: 4, face: "gun", forced: true }),
      ),
    ).toEqual([
      "deck > square-4",
      "square-4-gun > exposed-1",
      "exposed-1-gun > exposed-0",
      "exposed-0-gun > discards",
    ]);
  });
  it("sends a blow from the attacker to its target", () => {
    const [blow] = movePaths({ event: "attacked", seat: 2, square: 5, icon: "gun" });
    expect(blow?.places).toEqual(["pawn-2", "square-5"]);
    expect(blow?.picture).toEqual({ shows: "blow", icon: "gun" });
  });
  it("sends each card of a set", () => {
    expect(places(...movePaths({ event: "recovered", seat: 1, faces: ["2", "katana"] }))).toEqual([
      "exposed-1-2 > hand-1",
      "exposed-1-katana > hand-1",
    ]);
    expect(
      places(
        ...movePaths({ event: "exhausted", seat: 1, to_hand: ["crest", "1"], to_exposed: ["5"] }),
      ),
    ).toEqual(["laid-1 > hand-1", "laid-1 > hand-1", "laid-1 > exposed-1"]);
    expect(places(...movePaths({ event: "cleared", square: 2, faces: ["fire", "joo"] }))).toEqual([
      "square-2-fire > discards",
      "square-2-joo > discards",
    ]);
  });
  it("shows backs while layouts are hidden, and one if even the number is hidden", () => {
    const two = movePaths({
      event: "declared",
      seat: 3,
      cells: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
      ],
    });
    expect(two.map(({ picture }) => picture)).toEqual([
      { shows: "card", face: null, seat: 3 },
      { shows: "card", face: null, seat: 3 },
    ]);
    expect(movePaths({ event: "declared", seat: 3, cells: null })).toHaveLength(1);
  });
  it("is empty if nothing moves", () => {
    expect(movePaths({ event: "stayed", seat: 0, square: 1, why: "both_neighbours" })).toEqual([]);
  });
});

describe("highlights", () => {
  it("are the places that the event affects", () => {
    expect(glow({ event: "too_few", square: 2, cards: 1, players: 2, seats: [0, 1] })).toEqual([
      "square-2",
    ]);
    expect(glow({ event: "moved", seat: 2, from: 1, path: [5, 4] })).toEqual([
      "square-5",
      "square-4",
      "seat-2",
    ]);
    expect(glow({ event: "nothing_to_steal", seat: 0, victim: 1 })).toEqual(["seat-0", "seat-1"]);
  });
});
