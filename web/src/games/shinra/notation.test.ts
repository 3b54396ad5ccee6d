import { describe, expect, it } from "vitest";
import type { LegalAction } from "../../generated/core";
import { lit } from "./notation";

const choice = (action: string): LegalAction => ({ action, label: { ja: action, en: action } });
const read = (...actions: string[]) => lit(actions.map(choice));
const keys = (map: ReadonlyMap<string, unknown> | undefined) => [...(map?.keys() ?? [])];

describe("legal actions", () => {
  it("are grouped by square of departure for moves", () => {
    const { moves } = read("a1>a2", "a1>b2", "c1>c2");
    expect(keys(moves)).toEqual(["a1", "c1"]);
    expect(keys(moves.get("a1"))).toEqual(["a2", "b2"]);
    expect(moves.get("c1")?.get("c2")?.action).toBe("c1>c2");
  });

  it("are grouped by thing in hand with all its marks", () => {
    const { puts } = read("put shu c3", "put shu+ko@3 a1", "put shu~ b2", "put shu d3");
    expect(keys(puts)).toEqual(["shu", "shu+ko@3", "shu~"]);
    expect(keys(puts.get("shu"))).toEqual(["c3", "d3"]);
  });

  it("contain a pair from either side", () => {
    const { pairs } = read("pair shu~ dai b2");
    expect(pairs.get("shu~")?.get("dai")?.get("b2")?.action).toBe("pair shu~ dai b2");
    expect(pairs.get("dai")?.get("shu~")?.get("b2")?.action).toBe("pair shu~ dai b2");
  });

  it("contain a switch from either square", () => {
    const { switches, decline } = read("switch a1 b2", "no switch");
    expect(switches.get("b2")?.get("a1")?.action).toBe("switch a1 b2");
    expect(keys(switches.get("a1"))).toEqual(["b2"]);
    expect(decline?.action).toBe("no switch");
  });

  it("distinguish the follow-ups", () => {
    const found = read("back a1", "join b2", "settle c1", "to hand", "retreat d1");
    expect([...found.spots].map(([square, { verb }]) => `${verb} ${square}`)).toEqual([
      "back a1",
      "join b2",
      "settle c1",
    ]);
    expect(found.toHand?.action).toBe("to hand");
    expect(keys(found.retreats)).toEqual(["d1"]);
  });

  it("distinguish the queen just taken from one kept in hand", () => {
    const { returns, keepQueen } = read("return queen", "keep queen", "return queen queen+shu!");
    expect(keys(returns)).toEqual(["", "queen+shu!"]);
    expect(keepQueen?.action).toBe("keep queen");
  });

  it("keep formations, and offer unknown ones", () => {
    const { formations, other, count } = read("arrange a1=shu", "juggle", "put shu z9", "a1>a9");
    expect(formations.map(({ action }) => action)).toEqual(["arrange a1=shu"]);
    expect(other.map(({ action }) => action)).toEqual(["juggle", "put shu z9", "a1>a9"]);
    expect(count).toBe(4);
  });
});
