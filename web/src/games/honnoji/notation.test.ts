import { describe, expect, it } from "vitest";
import type { LegalAction } from "../../generated/core";
import { cardsOf, lit, recoverable, recovery } from "./notation";

const choice = (action: string): LegalAction => ({ action, label: { ja: action, en: action } });
const of = (...actions: string[]) => lit(actions.map(choice));

describe("the highlighted things", () => {
  it("are grouped by prompt", () => {
    const it = of("lay nothing", "lay crest@0:0 2@0:1", "take gun", "steal koban", "burn tsukumo");
    expect(it.lay.map(({ layout }) => layout.length)).toEqual([0, 2]);
    expect([...it.take.keys()]).toEqual(["gun"]);
    expect([...it.steal.keys()]).toEqual(["koban"]);
    expect([...it.burn.keys()]).toEqual(["tsukumo"]);
    expect(it.other).toEqual([]);
    expect(it.count).toBe(5);
  });
  it("keep unknown actions", () => {
    const strange = ["dance", "take", "take moon", "take koban koban", "recover", "recover moon"];
    expect(of(...strange).other.map(({ action }) => action)).toEqual(strange);
  });
});

describe("recovery", () => {
  it("names the whole set, in the order of the faces", () => {
    expect(recovery([])).toBe("recover nothing");
    expect(recovery(["katana", "3", "1", "katana"])).toBe("recover 1 3 katana katana");
    expect(cardsOf("recover 1 3 katana katana")).toEqual(["1", "3", "katana", "katana"]);
    expect(cardsOf("recover nothing")).toEqual([]);
  });
  it("is limited by the largest set offered", () => {
    const it = of("recover nothing", "recover 2", "recover 2 katana");
    expect(recoverable(it)).toBe(2);
    expect(it.recover.has(recovery(["katana", "2"]))).toBe(true);
    expect(recoverable(of())).toBe(0);
  });
});
