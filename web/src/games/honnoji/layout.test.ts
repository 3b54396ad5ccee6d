import { describe, expect, it } from "vitest";
import type { Face } from "../../generated/honnoji";
import { card, example } from "./dev/positions";
import {
  alike,
  at,
  bounds,
  fitted,
  frame,
  homed,
  move,
  parse,
  possible,
  put,
  remaining,
  rows,
  shape,
  step,
  takeBack,
  write,
} from "./layout";

describe("the notation of layouts", () => {
  it("is parsed and written alike, in the order of the faces", () => {
    expect(write(example)).toBe("lay crest@0:0 1@1:0 2@0:1 3@0:2 4@-1:0");
    expect(parse(write(example))).toEqual(example);
    expect(write([...example].reverse())).toBe(write(example));
    expect(write([card("katana", 2, -15), card("katana", 1, 3), card("5", 0, 0)])).toBe(
      "lay 5@0:0 katana@1:3 katana@2:-15",
    );
  });
  it("knows the empty layout", () => {
    expect(parse("lay nothing")).toEqual([]);
    expect(write([])).toBe("lay nothing");
  });
  it("is not mistaken for another action", () => {
    for (const action of ["take koban", "lay", "lay crest", "lay crest@0", "recover nothing"])
      expect(parse(action), action).toBeNull();
  });
});

describe("laying", () => {
  it("puts a card on a cell, and the card there back into the hand", () => {
    const two = put(put([], "2", { x: 1, y: 1 }), "3", { x: 1, y: 1 });
    expect(two).toEqual([card("3", 1, 1)]);
    expect(at(two, { x: 1, y: 1 })?.face).toBe("3");
    expect(at(two, { x: 1, y: 2 })).toBeUndefined();
  });
  it("moves a card, and two change places", () => {
    const layout = [card("crest", 0, 0), card("2", 0, 1)];
    expect(move(layout, { x: 0, y: 1 }, { x: 5, y: 5 })).toEqual([
      card("crest", 0, 0),
      card("2", 5, 5),
    ]);
    expect(move(layout, { x: 0, y: 1 }, { x: 0, y: 0 })).toEqual([
      card("crest", 0, 1),
      card("2", 0, 0),
    ]);
  });
  it("takes back one card of several with the same face", () => {
    const layout = [card("katana", 0, 0), card("katana", 0, 1)];
    expect(takeBack(layout, { x: 0, y: 0 })).toEqual([card("katana", 0, 1)]);
    const hand: Face[] = ["katana", "2", "katana"];
    expect(remaining(hand, [card("katana", 0, 0)])).toEqual(["2", "katana"]);
    expect(possible(hand, layout)).toBe(true);
    expect(possible(hand, [...layout, card("katana", 1, 1)])).toBe(false);
    expect(possible(hand, [card("5", 0, 0)])).toBe(false);
  });
});

describe("layouts that differ only by their position", () => {
  const moved = example.map(({ face, cell }) => card(face, cell.x + 3, cell.y - 2));
  it("have the same shape", () => {
    expect(shape(moved)).toBe(shape(example));
    expect(shape(example)).toBe("lay crest@1:0 1@2:0 2@1:1 3@1:2 4@0:0");
    expect(shape([])).toBe("lay nothing");
  });
  it("are moved to where most of their cards are already", () => {
    const there = [card("crest", 3, -2), card("2", 3, -1), card("5", 0, 0)];
    expect(fitted(example, there)).toEqual({ layout: moved, alike: 2 });
    expect(fitted(example, [card("gun", 1, 1)])).toEqual({ layout: example, alike: 0 });
    expect(alike(example, moved)).toBe(0);
  });
  it("never leave the area", () => {
    expect(fitted(example, [card("crest", 15, 0)]).layout).toEqual(example);
  });
});

describe("the frame", () => {
  it("shows seven by seven cells around the middle, whatever their contents", () => {
    const home = { left: -3, right: 3, bottom: -3, top: 3 };
    expect(frame([])).toEqual(home);
    expect(frame([card("2", 3, 1), card("3", -3, -3)])).toEqual(home);
  });
  it("grows only for cards beyond it", () => {
    expect(frame([card("2", 4, 0), card("3", 0, -6)])).toEqual({
      left: -3,
      right: 4,
      bottom: -6,
      top: 3,
    });
  });
  it("is where ready-made layouts are moved to", () => {
    expect(homed(example)).toBe(example);
    const far = example.map(({ face, cell }) => card(face, cell.x + 4, cell.y - 3));
    const home = homed(far);
    expect(shape(home)).toBe(shape(example));
    expect(bounds(home.map(({ cell }) => cell))).toEqual({
      left: 1,
      right: 3,
      bottom: -3,
      top: -1,
    });
    const long = [card("crest", 4, 0), card("2", 12, 0)];
    expect(homed(long)).toEqual([card("crest", -4, 0), card("2", 4, 0)]);
    expect(homed([])).toEqual([]);
  });
  it("is listed row by row from the far side", () => {
    expect(rows({ left: 0, right: 1, bottom: -1, top: 0 })).toEqual([
      [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
      ],
      [
        { x: 0, y: -1 },
        { x: 1, y: -1 },
      ],
    ]);
  });
  it("keeps the cursor inside", () => {
    const here = frame([]);
    expect(step("ArrowUp", { x: 0, y: 0 }, here)).toEqual({ x: 0, y: 1 });
    expect(step("ArrowLeft", { x: -3, y: 0 }, here)).toBeNull();
    expect(step("End", { x: 0, y: 2 }, here)).toEqual({ x: 3, y: 2 });
    expect(step("a", { x: 0, y: 2 }, here)).toBeNull();
  });
  it("is tight around another player's cards", () => {
    expect(bounds([])).toBeNull();
    expect(bounds(example.map(({ cell }) => cell))).toEqual({
      left: -1,
      right: 1,
      bottom: 0,
      top: 2,
    });
  });
});
