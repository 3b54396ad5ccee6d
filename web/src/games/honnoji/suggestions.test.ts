import { describe, expect, it } from "vitest";
import type { Choice } from "../../generated/table";
import { lit } from "./notation";
import { fitting, suggestions } from "./suggestions";

const choice = (action: string, ja: string, en: string): Choice => ({ action, label: { ja, en } });
const offers = lit([
  choice("lay nothing", "何も配置しない", "Lay nothing"),
  choice("lay 3@0:0", "指定なし(3)", "No orders (3)"),
  choice("lay crest@0:0 5@0:1", "5へ移動(家紋、5)", "Move to 5 (crest, 5)"),
  choice("lay crest@0:0 2@0:1 3@0:2", "5へ移動(家紋、2、3)", "Move to 5 (crest, 2, 3)"),
  choice(
    "lay crest@0:0 3@-1:0 5@0:1",
    "5へ移動・3枚まで回復(家紋、3、5)",
    "Move to 5, recover up to 3 (crest, 3, 5)",
  ),
  choice("lay crest@0:0 2@0:1", "2へ移動(家紋、2)", "Move to 2 (crest, 2)"),
]).lay;

describe("ready-made layouts", () => {
  it("are one for each thing they order, with the fewest cards", () => {
    const move = suggestions(offers, "en").find(({ words }) => words === "Move to 5");
    expect(move?.action).toBe("lay crest@0:0 5@0:1");
  });
  it("begin with what orders most, take turns by what they begin with, and leave out what orders nothing", () => {
    expect(suggestions(offers, "en").map(({ words }) => words)).toEqual([
      "Move to 5 · recover up to 3",
      "Move to 2",
      "Move to 5",
    ]);
  });
  it("are told in the language now", () => {
    expect(suggestions(offers, "ja")[0]?.words).toBe("5へ移動 · 3枚まで回復");
  });
  it("keep what lies there already, where they can", () => {
    const all = suggestions(offers, "en");
    const laid = [{ face: "2" as const, cell: { x: 4, y: 4 } }];
    const [first] = fitting(all, laid);
    expect(first).toMatchObject({ words: "Move to 2", action: "lay crest@4:3 2@4:4" });
    expect(fitting(all, [])).toBe(all);
  });
  it("are none where nothing is offered", () => {
    expect(suggestions([], "en")).toEqual([]);
  });
});
