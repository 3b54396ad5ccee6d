import { describe, expect, it } from "vitest";
import type { Face } from "../../generated/honnoji";
import { BASIC, card, example } from "./dev/positions";
import { Mat } from "./mat.svelte";

const cell = (x: number, y: number) => ({ x, y });
const mat = (hand: Face[] = BASIC) => new Mat(() => hand);

describe("the mat", () => {
  it("lays a selected card, moves it and takes it back", () => {
    const it = mat();
    expect(it.press(cell(0, 0))).toBe(false);
    it.take("crest");
    expect(it.held).toEqual({ from: "hand", face: "crest" });
    expect(it.press(cell(1, 0))).toBe(true);
    expect(it.text).toBe("lay crest@1:0");
    expect(it.left).not.toContain("crest");
    expect(it.held).toBeNull();

    it.press(cell(1, 0));
    expect(it.held).toEqual({ from: "cell", cell: cell(1, 0) });
    it.press(cell(0, 2));
    expect(it.text).toBe("lay crest@0:2");
    expect(it.cursor).toEqual(cell(0, 2));

    expect(it.back(cell(0, 1))).toBe(false);
    expect(it.back(cell(0, 2))).toBe(true);
    expect(it.text).toBe("lay nothing");
    expect(it.left).toContain("crest");
  });
  it("deselects on a second press", () => {
    const it = mat();
    it.take("2");
    it.take("2");
    expect(it.held).toBeNull();
    it.take("2");
    it.press(cell(0, 0));
    it.press(cell(0, 0));
    it.press(cell(0, 0));
    expect(it.held).toBeNull();
    expect(it.cancel()).toBe(false);
  });
  it("lays on a card and takes that one back", () => {
    const it = mat();
    it.lay("2", cell(0, 0));
    it.take("3");
    it.press(cell(0, 0));
    expect(it.layout).toEqual([card("3", 0, 0)]);
    expect(it.left).toEqual(["crest", "1", "2", "4", "5"]);
  });
  it("keeps the hand in order, with the cells of its cards", () => {
    const it = mat(["katana", "crest", "katana"]);
    it.lay("katana", cell(2, 2));
    expect(it.cards).toEqual([
      { key: "crest 0", face: "crest", cell: null },
      { key: "katana 0", face: "katana", cell: null },
      { key: "katana 1", face: "katana", cell: cell(2, 2) },
    ]);
  });
  it("accepts a ready-made layout only if the hand has its cards", () => {
    const it = mat();
    expect(it.fill(example)).toBe(true);
    expect(it.cursor).toEqual(cell(0, 0));
    expect(it.fill([card("gun", 0, 0)])).toBe(false);
    expect(it.layout).toEqual(example);
    expect(it.basis).toEqual([]);
    it.back(cell(0, 2));
    expect(it.basis).toEqual(it.layout);
    it.clear();
    expect(it.layout).toEqual([]);
  });
  it("selects no card that the hand does not have", () => {
    const it = mat(["2"]);
    it.take("gun");
    expect(it.held).toBeNull();
    it.lay("2", cell(0, 0));
    it.lay("2", cell(0, 1));
    expect(it.layout).toHaveLength(1);
  });
  it("moves the cursor inside the frame", () => {
    const it = mat();
    expect(it.walk("ArrowRight")).toBe(true);
    expect(it.cursor).toEqual(cell(1, 0));
    expect(it.walk("Tab")).toBe(false);
  });
});
