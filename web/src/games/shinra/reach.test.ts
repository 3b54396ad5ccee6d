// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { Reading } from "../../generated/shinra";
import type { Pick } from "./control.svelte";
import { components, midgame, reach } from "./dev/positions";
import { legend, question, signLabel, targetsOf } from "./reach";
import { pieceAt } from "./scene";
import { cardsName } from "./texts";

const view = midgame();
const there = (square: string) => pieceAt(view, square);
const choices = (...actions: string[]) =>
  new Map(
    actions.map((action) => [action.slice(-2), { action, label: { ja: action, en: action } }]),
  );
const PICK: Pick = { on: "piece", square: "c3" };
const targets = (reading: Reading | null, live: string[], pick: Pick | null = PICK) =>
  targetsOf(pick, reading, choices(...live), there, 0, { lang: "en", components });

describe("targets", () => {
  it("have the sign of the way they are reached", () => {
    const found = targets(reach, ["c3>c4"]);
    const signs = Object.fromEntries([...found].map(([square, { sign }]) => [square, sign]));
    expect(signs).toEqual({
      b4: "capture",
      c4: "attack",
      d4: "attack",
      c2: "go",
      b2: "join",
      a1: "jump",
      e3: "leap",
    });
    expect(found.get("a1")?.over).toBe("b2");
    expect(found.get("c4")?.live).toBe(true);
    expect(found.get("d4")?.live).toBe(false);
  });

  it("show the remaining points of a target and the attacker's options", () => {
    const found = targets(reach, []);
    const attack = found.get("c4")!;
    expect(signLabel(attack, "en")).toBe("6→3");
    expect(attack.words).toBe("c4: one step, attacks Guard + Base + Striker: 6 → 3 left");
    expect(attack.then).toEqual([
      "go back to your territory",
      "join a piece of yours",
      "go into the hand (full points again)",
    ]);
    expect(signLabel(found.get("b4")!, "ja")).toBe("取る");
    expect(signLabel(found.get("b2")!, "en")).toBe("→5");
    expect(found.get("a1")?.words).toBe("a1: jumps over b2, to an empty square");
  });

  it("name the piece that a king moves onto, both times", () => {
    if (reach.kind === "arrange") throw new Error("the example is about a piece");
    const reached = reach.reach.map((each) =>
      each.to === "b2" ? { ...each, does: "step_onto" as const, points: 9 } : each,
    );
    const found = targets({ ...reach, reach: reached }, []).get("b2")!;
    const name = cardsName(there("b2")!.cards, { lang: "en", components });
    expect(found.words.split(name)).toHaveLength(3);
    expect(signLabel(found, "en")).toBe("King →9");
  });

  it("exist without an answer of the server, by the legal actions", () => {
    const found = targets(null, ["c3>c4", "c3>c2", "c3>b2"]);
    expect([...found.values()].map(({ square, sign, words }) => [square, sign, words])).toEqual([
      ["c4", "attack", "c3>c4"],
      ["c2", "go", "c3>c2"],
      ["b2", "join", "c3>b2"],
    ]);
  });

  it("are not those of another piece", () => {
    expect(targets(reach, [], { on: "study", square: "c4" }).size).toBe(0);
    expect(targets(reach, [], { on: "study", square: "c3" }).size).toBe(7);
  });

  it("are explained once for each sign", () => {
    const signs = legend([...targets(reach, ["c3>c4"]).values()], "en");
    expect(signs.filter(({ sign }) => sign === "attack")).toEqual([
      { sign: "attack", seen: true, live: true, words: "attack: points left" },
    ]);
    expect(signs.filter(({ seen }) => seen)).toHaveLength(6);
    expect(legend([], "en").map(({ sign }) => sign)).toEqual(signs.map(({ sign }) => sign));
  });
});

describe("question", () => {
  it("asks in the notation of drafts", () => {
    expect(question(PICK)).toBe("c3>");
    expect(question({ on: "item", item: "shu+ko@2" })).toBe("put shu+ko@2>");
    expect(question({ on: "pair", first: "shu~", second: "dai" })).toBe("pair shu~ dai>");
    expect(question(null)).toBeNull();
  });
});
