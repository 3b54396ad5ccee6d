import { describe, expect, it } from "vitest";
import type { Event } from "../../generated/hostile";
import type { DescribedEvent } from "../../generated/core";
import { midgame } from "./dev/positions";
import { remember, visible, type Memory } from "./lastMoveMarks";

const told = (...events: Event[]): DescribedEvent[] =>
  events.map((event) => ({ event, text: { ja: "", en: "" }, rule: null }));
const moved = (from: string, to: string, by: "step" | "ice" = "step"): Event => ({
  event: "moved",
  seat: 0,
  from,
  to,
  by,
});
const placed = (square: string): Event => ({
  event: "placed",
  seat: 0,
  square,
  kind: "ice",
  facing: null,
});
const ended: Event = { event: "turn_ended", seat: 0 };

/** The last move of seat 0 after decisions with these events. */
function after(...decisions: (readonly DescribedEvent[])[]) {
  let memory: ReadonlyMap<number, Memory> = new Map();
  for (const decision of decisions) memory = remember(memory, new Map([[0, decision]]));
  return memory.get(0)!.now;
}
const ways = (path: { from: string; to: string }[] | readonly { from: string; to: string }[]) =>
  path.map(({ from, to }) => `${from}-${to}`);

describe("last moves", () => {
  it("keep the path of a whole turn, and the square of the last tile", () => {
    const trace = after(
      told(moved("A1", "A2"), moved("A2", "A3", "ice")),
      told(placed("D4")),
      told(moved("A3", "B3")),
      told(ended, { event: "turn_began", seat: 1, points: 2 }),
    );
    expect(ways(trace.path)).toEqual(["A1-A2", "A2-A3", "A3-B3"]);
    expect(trace.spots).toEqual([{ square: "D4", deed: "placed" }]);
  });

  it("begin again with the first step of the next turn", () => {
    const trace = after(told(moved("A1", "A2")), told(ended), told(moved("A2", "A3")));
    expect(ways(trace.path)).toEqual(["A2-A3"]);
  });

  it("grow with a decision that is shown in parts", () => {
    const all = told(moved("A1", "A2"), moved("A2", "A3", "ice"), moved("A3", "A4", "ice"));
    expect(ways(after(all.slice(0, 1), all.slice(0, 2), all).path)).toEqual([
      "A1-A2",
      "A2-A3",
      "A3-A4",
    ]);
  });

  it("include a tile that was discarded at once, and no other pawns", () => {
    const trace = after(
      told(placed("D4"), {
        event: "endless",
        square: "D4",
        kind: "ice",
        judged: "without_pawns",
        seats: [],
      }),
    );
    expect(trace.spots).toEqual([{ square: "D4", deed: "removed" }]);
    expect(after(told({ ...moved("H8", "H7"), seat: 1 } as Event)).path).toEqual([]);
  });

  it("are visible as long as they are true", () => {
    const view = midgame();
    const trace = after(
      told(moved("A1", "A2")),
      told({ event: "rotated", seat: 0, square: "C2", kind: "spring", facing: "e", spin: "left" }),
    );
    expect(ways(visible(trace, 0, view).path)).toEqual(["A1-A2"]);
    expect(visible(trace, 0, view).spots).toEqual([{ square: "C2", deed: "rotated" }]);
    const later = midgame((v) => {
      v.floor = v.floor.filter(({ square }) => square !== "C2");
      v.seats[0]!.pawn = "B2";
    });
    expect(visible(trace, 0, later)).toEqual({ path: [], spots: [] });
  });
});
