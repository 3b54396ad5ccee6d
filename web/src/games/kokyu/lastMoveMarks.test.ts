import { describe, expect, it } from "vitest";
import type { Event } from "../../generated/kokyu";
import { marks } from "./lastMoveMarks";

const told = (...events: Event[]) =>
  events.map((event) => ({ event, text: { ja: "", en: "" }, rule: null }));
const blue = { seat: 0, strong: false };
const red = { seat: 1, strong: true };

describe("marks", () => {
  it("are where each seat placed", () => {
    const lastEvents = new Map([
      [0, told({ event: "placed", eunuch: blue, card: 4, forced: false })],
      [1, told({ event: "placed", eunuch: red, card: 8, forced: true })],
    ]);
    expect([...marks(lastEvents, 12)]).toEqual([
      ["card-4", [0]],
      ["card-8", [1]],
    ]);
  });
  it("are at both ends of a path, over the start square too", () => {
    const lastEvents = new Map([[1, told({ event: "advances", seat: 0, from: 10, steps: 5 })]]);
    expect([...marks(lastEvents, 12)]).toEqual([
      ["step-10", [0]],
      ["step-3", [0]],
    ]);
  });
  it("contain a place of both seats once", () => {
    const lastEvents = new Map([
      [1, told({ event: "entered", eunuch: red, square: 0 })],
      [
        0,
        told(
          { event: "entered", eunuch: blue, square: 0 },
          { event: "executes", eunuch: blue, square: 0, kind: { kind: "entry" } },
        ),
      ],
    ]);
    expect([...marks(lastEvents, 12)]).toEqual([["square-0", [0, 1]]]);
  });
  it("are empty for events without a movement", () => {
    const lastEvents = new Map([
      [0, told({ event: "pushed_back", seat: 1, from: 0, to: 0 }, { event: "processing" })],
    ]);
    expect(marks(lastEvents, 12).size).toBe(0);
  });
});
