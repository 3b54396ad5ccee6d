import { describe, expect, it } from "vitest";
import type { Order } from "../../generated/honnoji";
import type { LegalAction } from "../../generated/core";
import { lit } from "./notation";
import { fitting, suggestions } from "./suggestions";

/**
 * A legal action with these orders. Its label has no meaning: suggestions are named by their
 * orders.
 */
const choice = (action: string, ...reading: Order[]): LegalAction => ({
  action,
  label: { ja: "…", en: "…" },
  reading,
});
const offers = lit([
  choice("lay nothing"),
  choice("lay 3@0:0"),
  choice("lay crest@0:0 5@0:1", ["move", 5]),
  choice("lay crest@0:0 2@0:1 3@0:2", ["move", 5]),
  choice("lay crest@0:0 3@-1:0 5@0:1", ["move", 5], ["recover", 3]),
  choice("lay crest@0:0 2@0:1", ["move", 2]),
]).lay;

describe("ready-made layouts", () => {
  it("are one per set of orders, with the fewest cards", () => {
    const move = suggestions(offers, "en").find(({ words }) => words === "Move to 5");
    expect(move?.action).toBe("lay crest@0:0 5@0:1");
  });
  it("begin with the most orders, alternate by their beginnings, and leave out those without orders", () => {
    expect(suggestions(offers, "en").map(({ words }) => words)).toEqual([
      "Move to 5 · take back up to 3",
      "Move to 2",
      "Move to 5",
    ]);
  });
  it("are named in the current language", () => {
    expect(suggestions(offers, "ja")[0]?.words).toBe("5へ移動 · 3枚まで手札に戻す");
  });
  it("keep the cards that are laid already, if possible", () => {
    const offered = suggestions(offers, "en");
    const laid = [{ face: "2" as const, cell: { x: 3, y: 3 } }];
    const [first] = fitting(offered, laid);
    expect(first).toMatchObject({ words: "Move to 2", action: "lay crest@3:2 2@3:3" });
    expect(fitting(offered, [])).toEqual(offered);
  });
  it("are none if nothing is offered", () => {
    expect(suggestions([], "en")).toEqual([]);
  });
});
