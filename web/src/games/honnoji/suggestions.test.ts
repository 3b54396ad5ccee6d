import { describe, expect, it } from "vitest";
import type { Choice } from "../../generated/table";
import { lit } from "./notation";
import { components } from "./dev/positions";
import { looks } from "./faces";
import { fitting, suggestions } from "./suggestions";

const all = looks(components);
/** Labels are for people: whatever they say, the layouts are named by their notation. */
const choice = (action: string): Choice => ({ action, label: { ja: "…", en: "…" } });
const offers = lit([
  choice("lay nothing"),
  choice("lay 3@0:0"),
  choice("lay crest@0:0 5@0:1"),
  choice("lay crest@0:0 2@0:1 3@0:2"),
  choice("lay crest@0:0 3@-1:0 5@0:1"),
  choice("lay crest@0:0 2@0:1"),
]).lay;

describe("ready-made layouts", () => {
  it("are one for each thing they order, with the fewest cards", () => {
    const move = suggestions(offers, all, "en").find(({ words }) => words === "Move to 5");
    expect(move?.action).toBe("lay crest@0:0 5@0:1");
  });
  it("begin with what orders most, take turns by what they begin with, and leave out what orders nothing", () => {
    expect(suggestions(offers, all, "en").map(({ words }) => words)).toEqual([
      "Move to 5 · recover up to 3",
      "Move to 2",
      "Move to 5",
    ]);
  });
  it("are named in the language now", () => {
    expect(suggestions(offers, all, "ja")[0]?.words).toBe("5へ移動 · 3枚まで回復");
  });
  it("keep what lies there already, where they can", () => {
    const offered = suggestions(offers, all, "en");
    const laid = [{ face: "2" as const, cell: { x: 3, y: 3 } }];
    const [first] = fitting(offered, laid);
    expect(first).toMatchObject({ words: "Move to 2", action: "lay crest@3:2 2@3:3" });
    expect(fitting(offered, [])).toEqual(offered);
  });
  it("read chains and every card's own icons", () => {
    const more = lit([choice("lay crest@0:0 2@0:1 4@0:2 mitsuhide@5:0 1@6:0 3@5:1")]).lay;
    expect(suggestions(more, all, "en")[0]?.words).toBe("Move to 1 · move to 2 · gun attack on 3");
  });
  it("are none where nothing is offered", () => {
    expect(suggestions([], all, "en")).toEqual([]);
  });
});
