import { describe, expect, it } from "vitest";
import type { Choice } from "../../generated/table";
import { lit } from "./notation";
import { fitting, suggestions } from "./suggestions";

const choice = (action: string, ja: string, en: string): Choice => ({ action, label: { ja, en } });
const offers = lit([
  choice("lay nothing", "何も配置しない", "Lay nothing"),
  choice("lay 3@0,0", "3を配置(指定なし)", "Lay 3 (no orders)"),
  choice("lay crest@0,0 5@0,1", "家紋、5を配置(移動5)", "Lay crest, 5 (move 5)"),
  choice("lay crest@0,0 2@0,1 3@0,2", "家紋、2、3を配置(移動5)", "Lay crest, 2, 3 (move 5)"),
  choice(
    "lay crest@0,0 3@-1,0 5@0,1",
    "家紋、3、5を配置(移動5、回復3)",
    "Lay crest, 3, 5 (move 5, recovery 3)",
  ),
  choice("lay crest@0,0 2@0,1", "家紋、2を配置(移動2)", "Lay crest, 2 (move 2)"),
]).lay;

describe("ready-made layouts", () => {
  it("are one for each thing they order, with the fewest cards", () => {
    const move = suggestions(offers, "en").find(({ words }) => words === "move 5");
    expect(move?.action).toBe("lay crest@0,0 5@0,1");
  });
  it("begin with what orders most, take turns by what they begin with, and leave out what orders nothing", () => {
    expect(suggestions(offers, "en").map(({ words }) => words)).toEqual([
      "move 5 · recovery 3",
      "move 2",
      "move 5",
    ]);
  });
  it("are told in the language now", () => {
    expect(suggestions(offers, "ja")[0]?.words).toBe("移動5 · 回復3");
  });
  it("keep what lies there already, where they can", () => {
    const all = suggestions(offers, "en");
    const laid = [{ face: "2" as const, cell: { x: 4, y: 4 } }];
    const [first] = fitting(all, laid);
    expect(first).toMatchObject({ words: "move 2", action: "lay crest@4,3 2@4,4" });
    expect(fitting(all, [])).toBe(all);
  });
  it("are none where nothing is offered", () => {
    expect(suggestions([], "en")).toEqual([]);
  });
});
