import { describe, expect, it } from "vitest";
import { turned } from "./geometry";
import { lit } from "./notation";
import { aimAt, facingOf, ghostOf, holds, offers, probe, proposal, targets } from "./selection";

const read = (...actions: string[]) =>
  lit(actions.map((action) => ({ action, label: { ja: action, en: action } })));
const me = { pawn: "A2", start: "A1" };

describe("targets", () => {
  it("turns a pawn's directions into the squares beside it", () => {
    const at = targets({ on: "pawn" }, read("move n", "move e"), me);
    expect([...at].map(([square, [first]]) => [square, first?.action])).toEqual([
      ["A3", "move n"],
      ["B2", "move e"],
    ]);
  });

  it("orders orientations clockwise, however they were listed", () => {
    const at = targets(
      { on: "hand", tile: "slide" },
      read("place slide D4 w", "place slide D4 n", "place slide D4 s", "place slide D4 e"),
      me,
    );
    expect(at.get("D4")?.map(facingOf)).toEqual(["n", "e", "s", "w"]);
  });

  it("moves a recalled pawn to its start", () => {
    const at = targets({ on: "skill", skill: "recall" }, read("recall"), me);
    expect([...at.keys()]).toEqual(["A1"]);
  });
});

describe("aim", () => {
  const at = targets(
    { on: "line", tile: "corner" },
    read(
      "draft corner place D4 ne",
      "draft corner place D4 se",
      "draft corner place E4 ne",
      "draft corner place E4 se",
    ),
    me,
  );
  it("keeps the orientation from square to square", () => {
    const aim = aimAt(at, "E4", "se");
    expect(proposal(at, aim)?.action).toBe("draft corner place E4 se");
  });
  it("cycles through the orientations", () => {
    expect(proposal(at, { square: "D4", way: 3 })?.action).toBe("draft corner place D4 se");
  });
  it("proposes nothing on a square that is not highlighted", () => {
    expect(proposal(at, { square: "F4", way: 0 })).toBeNull();
  });
});

describe("offers", () => {
  it("are the actions without a square", () => {
    const now = read("draft C5 keep", "draft C5 use", "use D5", "return D5", "place ice D4");
    expect(offers({ on: "line", tile: "C5" }, now).map(({ action }) => action)).toEqual([
      "draft C5 use",
      "draft C5 keep",
    ]);
    expect(offers({ on: "hand", tile: "D5" }, now).map(({ action }) => action)).toEqual([
      "use D5",
      "return D5",
    ]);
    expect(holds({ on: "hand", tile: "ice" }, now, me)).toBe(true);
    expect(holds({ on: "hand", tile: "box" }, now, me)).toBe(false);
  });
});

describe("ghostOf", () => {
  const floor = [
    { square: "D4", kind: "slide" as const, facing: "n" as const },
    { square: "E5", kind: "para" as const, facing: "ns" as const },
  ];
  it("shows the placed tile", () => {
    const slide = { shows: "tile", square: "C3", kind: "slide", facing: "e" };
    expect(ghostOf("place slide C3 e", floor, me)).toEqual(slide);
    expect(ghostOf("draft slide place C3 e", floor, me)).toEqual(slide);
    expect(ghostOf("place ice C3", floor, me)).toEqual({
      shows: "tile",
      square: "C3",
      kind: "ice",
      facing: null,
    });
  });
  it("turns the present tile", () => {
    expect(ghostOf("rotate D4 left", floor, me)).toMatchObject({ facing: "w" });
    expect(ghostOf("rotate D4 right", floor, me)).toMatchObject({ facing: "e" });
    expect(ghostOf("rotate E5 right", floor, me)).toMatchObject({ facing: "ew" });
    expect(turned("para", "ew", "left")).toBe("ns");
    expect(turned("ice", null, "left")).toBeNull();
  });
  it("shows gems, pawns and removed things", () => {
    expect(ghostOf("use C5", floor, me)).toEqual({ shows: "gem", square: "C5" });
    expect(ghostOf("draft C5 use", floor, me)).toEqual({ shows: "gem", square: "C5" });
    expect(ghostOf("draft C5 keep", floor, me)).toBeNull();
    expect(ghostOf("return ice", floor, me)).toEqual({ shows: "pawn", square: "A1" });
    expect(ghostOf("crash D4", floor, me)).toEqual({ shows: "gone", square: "D4" });
    expect(ghostOf("move n", floor, me)).toBeNull();
  });
});

describe("probe", () => {
  it("is about the very thing that was pressed", () => {
    expect(probe(null, "A3", me)).toBe("move n");
    expect(probe(null, "D4", me)).toBeNull();
    expect(probe({ on: "hand", tile: "slide" }, "D4", me)).toBe("place slide D4 n");
    expect(probe({ on: "hand", tile: "ice" }, "D4", me)).toBe("place ice D4");
    expect(probe({ on: "hand", tile: "C5" }, "D4", me)).toBeNull();
    expect(probe({ on: "line", tile: "para" }, "D4", me)).toBe("draft para place D4 ns");
    expect(probe({ on: "skill", skill: "rotate" }, "D4", me)).toBe("rotate D4 left");
    expect(probe({ on: "skill", skill: "crash" }, "D4", me)).toBe("crash D4");
  });
});
