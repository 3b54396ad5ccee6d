import { describe, expect, it } from "vitest";
import { components } from "./dev/positions";
import {
  carry,
  open,
  over,
  poseOf,
  POSES,
  posing,
  reach,
  straddling,
  tap,
  turn,
  turns,
  type Ghost,
  type Spot,
} from "./places";
import { lying } from "./sheet";

const spot = (text: string): Spot => {
  const [low, high] = text.split(" ");
  return { low: low!, high: high! };
};
const spots = (...texts: string[]) => texts.map(spot);
const show = (ghost: Ghost | null) => ghost && `${ghost.place.low} ${ghost.place.high}`;

// Around D3: up, right both ways round, down; and one far away.
const PLACES = spots("D3 D2", "E3 D3", "D4 D3", "D3 E3", "A1 A2");

describe("turning", () => {
  it("goes right, down, left, up, each way round, and starts over", () => {
    expect(over(PLACES, "D3")).toEqual(spots("D3 E3", "E3 D3", "D4 D3", "D3 D2"));
    let ghost: Ghost = { anchor: "D3", place: over(PLACES, "D3")[0]! };
    const seen = [];
    for (let i = 0; i < 5; i++) {
      seen.push(show(ghost));
      ghost = turn(PLACES, ghost, 1);
    }
    expect(seen).toEqual(["D3 E3", "E3 D3", "D4 D3", "D3 D2", "D3 E3"]);
  });
  it("goes back", () => {
    const ghost = { anchor: "D3", place: over(PLACES, "D3")[0]! };
    const back = turn(PLACES, ghost, -1);
    expect(show(back)).toBe("D3 D2");
    expect(turns(PLACES, back)).toEqual([4, 4]);
    expect(show(turn(PLACES, back, 1))).toBe("D3 E3");
  });
});

describe("tapping", () => {
  it("selects a square, turns on it, and points beside it", () => {
    const first = tap(PLACES, null, "D3");
    expect(show(first)).toBe("D3 E3");
    const turned = tap(PLACES, first, "D3");
    expect(show(turned)).toBe("E3 D3");
    expect(turned?.anchor).toBe("D3");
    const pointed = tap(PLACES, turned, "D2");
    expect(pointed).toMatchObject({ anchor: "D3", place: spot("D3 D2") });
  });
  it("turns when the other half is tapped", () => {
    const first = tap(PLACES, null, "D3");
    expect(show(tap(PLACES, first, "E3"))).toBe("E3 D3");
  });
  it("restarts elsewhere, and keeps the ghost without a legal place", () => {
    const first = tap(PLACES, null, "D3");
    expect(tap(PLACES, first, "A2")).toEqual({ anchor: "A2", place: spot("A1 A2") });
    expect(tap(PLACES, first, "J9")).toBe(first);
    expect(tap(PLACES, null, "J9")).toBeNull();
  });
  it("does not turn a ghost with one place", () => {
    const only = tap(PLACES, null, "A1");
    expect(tap(PLACES, only, "A1")).toBe(only);
  });
  it("continues from the half that can turn", () => {
    const up = tap(PLACES, null, "D2");
    expect(show(up)).toBe("D3 D2");
    expect(tap(PLACES, up, "D3")).toMatchObject({ anchor: "D3", place: spot("D3 E3") });
  });
  it("reaches every place from its squares", () => {
    for (const place of PLACES) {
      let ghost = tap(PLACES, null, place.low);
      const seen = new Set<string | null>();
      for (let i = 0; i < 4 && ghost; i++) {
        seen.add(show(ghost));
        ghost = turn(PLACES, ghost, 1);
      }
      expect(seen).toContain(show({ anchor: place.low, place }));
    }
  });
});

describe("carrying", () => {
  it("keeps the orientation where it fits, and turns on where it does not", () => {
    const right = carry(PLACES, "D3", 0);
    expect(show(right)).toBe("D3 E3");
    expect(show(carry(PLACES, "D3", 2))).toBe("D4 D3");
    // No direction follows up: the first one is next.
    expect(show(carry(PLACES, "D3", 7))).toBe("D3 E3");
    expect(show(carry(PLACES, "A2", 0))).toBe("A1 A2");
    expect(carry(PLACES, "J9", 0)).toBeNull();
  });
  it("is drawn in its final orientation", () => {
    const drawn = new Set<string>();
    for (const other of ["E3", "D4", "C3", "D2"]) {
      for (const [low, high] of [
        ["D3", other],
        [other, "D3"],
      ] as const) {
        const { upright, turned } = posing(poseOf({ low, high }, "D3"));
        expect({ upright, turned }).toEqual({
          upright: lying(low, high)?.upright,
          turned: lying(low, high)?.turned,
        });
        drawn.add(`${low} ${high}`);
      }
    }
    expect(drawn.size).toBe(POSES);
  });
});

describe("open", () => {
  it("is every square of a place, and with a ghost those that turn it", () => {
    expect(open(PLACES, null)).toEqual(new Set(["D3", "D2", "E3", "D4", "A1", "A2"]));
    expect(open(PLACES, tap(PLACES, null, "D3"))).toEqual(new Set(["D3", "D2", "E3", "D4"]));
    expect(open([], null).size).toBe(0);
  });
});

describe("reach", () => {
  it("counts the places over a square, and the straddling among them", () => {
    const places = spots("E1 F1", "F1 E1", "D1 E1");
    expect(reach(components, places).get("E1")).toEqual({ ways: 3, straddling: 2 });
    expect(reach(components, places).get("F1")).toEqual({ ways: 2, straddling: 2 });
    expect(reach(components, places).get("D1")).toEqual({ ways: 1, straddling: 0 });
    expect(straddling(components, places)).toBe(2);
  });
});
