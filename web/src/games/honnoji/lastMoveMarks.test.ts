import { expect, it } from "vitest";
import type { Event } from "../../generated/honnoji";
import type { DescribedEvent } from "../../generated/core";
import { takenBy, lastMoves } from "./lastMoveMarks";

const told = (...events: Event[]): DescribedEvent[] =>
  events.map((event) => ({ event, text: { ja: "", en: "" }, rule: "H-1" }));

const lastEvents = new Map([
  [
    2,
    told(
      { event: "moved", seat: 0, from: null, path: [3] },
      { event: "moved", seat: 1, from: 1, path: [5, 4] },
      { event: "picked_up", seat: 1, square: 4, face: "gun", shared: true, forced: true },
      { event: "attacked", seat: 2, square: 4, icon: "sword" },
    ),
  ],
  [
    0,
    told({
      event: "stole",
      seat: 0,
      victim: 1,
      square: 4,
      face: "gun",
      icon: "sword",
      forced: false,
    }),
  ],
]);

it("marks the origins of pawns, attacks and taken cards", () => {
  expect(lastMoves(lastEvents)).toEqual([
    { kind: "left", seat: 1, square: 1, to: 4 },
    { kind: "took", seat: 1, face: "gun", square: 4, from: null },
    { kind: "attacked", seat: 2, square: 4, icon: "sword" },
    { kind: "took", seat: 0, face: "gun", square: 4, from: 1 },
  ]);
});

it("knows how each owner got a card", () => {
  const all = lastMoves(lastEvents);
  expect(takenBy(all, 0, "gun")?.from).toBe(1);
  expect(takenBy(all, 1, "gun")?.from).toBeNull();
  expect(takenBy(all, 2, "gun")).toBeUndefined();
});

it("leaves no marks before anything is done", () => {
  expect(lastMoves(new Map())).toEqual([]);
});
