import { describe, expect, it } from "vitest";
import type { Order } from "../../generated/honnoji";
import type { LegalAction } from "../../generated/core";
import { lit } from "./notation";
import { fitting, pagesOf, suggestions, type Outlook } from "./suggestions";

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

/** An outlook in which every order can achieve something. */
const ANY: Outlook = {
  from: null,
  fires: new Set(),
  recovers: true,
  others: [{ square: null, steps: 1 }],
};
const said = (now: Outlook, ...all: Order[][]) =>
  suggestions(
    lit(all.map((orders, index) => choice(`lay ${index + 1}@0:0`, ...orders))).lay,
    now,
    "en",
  ).map(({ words }) => words);

describe("ready-made layouts", () => {
  it("are one per set of orders, with the fewest cards", () => {
    const move = suggestions(offers, ANY, "en").find(({ words }) => words === "Move to 5");
    expect(move?.action).toBe("lay crest@0:0 5@0:1");
  });
  it("begin with the most orders, alternate by their beginnings, and leave out those without orders", () => {
    expect(suggestions(offers, ANY, "en").map(({ words }) => words)).toEqual([
      "Move to 5 · take back up to 3",
      "Move to 2",
      "Move to 5",
    ]);
  });
  it("are named in the current language", () => {
    expect(suggestions(offers, ANY, "ja")[0]?.words).toBe("5へ移動 · 3枚まで手札に戻す");
  });
  it("keep the cards that are laid already, if possible", () => {
    const offered = suggestions(offers, ANY, "en");
    const laid = [{ face: "2" as const, cell: { x: 3, y: 3 } }];
    const [first] = fitting(offered, laid);
    expect(first).toMatchObject({ words: "Move to 2", action: "lay crest@3:2 2@3:3" });
    expect(fitting(offered, [])).toEqual(offered);
  });
  it("are none if nothing is offered", () => {
    expect(suggestions([], ANY, "en")).toEqual([]);
  });
  it("leave out orders that can achieve nothing", () => {
    const both: Order[] = [
      ["move", 2],
      ["recover", 3],
    ];
    expect(said({ ...ANY, recovers: false }, both, [["recover", 2]])).toEqual(["Move to 2"]);
    // From square 1 the neighbours are 2 and 5; square 3 is reached through 2 alone.
    const from = { ...ANY, from: 1 };
    expect(said(from, [["move", 3]], [["move", 1]], [["move", 5]])).toEqual(["Move to 5"]);
    const through: Order[] = [
      ["move", 2],
      ["move", 3],
    ];
    expect(said(from, through)).toEqual(["Move to 2 · move to 3"]);
    const around: Order[] = [
      ["move", 2],
      ["move", 5],
    ];
    expect(said(from, around)).toEqual([]);
  });
  it("attack only where somebody can be, within reach", () => {
    const near = { ...ANY, from: 1, others: [{ square: 2, steps: 1 }] };
    expect(said(near, [["sword", 2]], [["sword", 5]], [["sword", 4]])).toEqual([
      "Sword attack on 2",
    ]);
    expect(said(near, [["gun", 3]], [["gun", 5]])).toEqual(["Gun attack on 3"]);
  });
  it("move into a fire last", () => {
    const fire = { ...ANY, fires: new Set([2]) };
    expect(said(fire, [["move", 2]], [["move", 4]])).toEqual(["Move to 4", "Move to 2"]);
  });
});

describe("pages of ready-made layouts", () => {
  const pages = (...all: string[]) =>
    pagesOf(all.map((words) => ({ key: words, words, action: words, layout: [] }))).map((page) =>
      page.map(({ words }) => words),
    );
  const long = "Move to 1 · sword attack on 1 · sword attack on 5 · take back up to 4";
  const wide = "1へ移動 ・ 1へ刀攻撃 ・ 5へ刀攻撃 ・ 4枚まで手札に戻す";
  it("have two each", () => {
    expect(pages("a", "b", "c")).toEqual([["a", "b"], ["c"]]);
    expect(pages()).toEqual([]);
  });
  it("give long words a page of their own, in the order of the layouts", () => {
    expect(pages("a", long, "b", "c")).toEqual([["a"], [long], ["b", "c"]]);
    expect(pages(wide, "a")).toEqual([[wide], ["a"]]);
  });
});
