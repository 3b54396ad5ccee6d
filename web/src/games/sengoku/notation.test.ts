import { describe, expect, it } from "vitest";
import { lit, marks, parse, strength } from "./notation";

const choice = (action: string) => ({ action, label: { ja: action, en: action } });

describe("parse", () => {
  it("reads every action", () => {
    expect(parse("declare 16")).toEqual({ verb: "declare", tile: "16" });
    expect(parse("declare general")).toEqual({ verb: "declare", tile: "general" });
    expect(parse("place D3 C3")).toEqual({ verb: "place", low: "D3", high: "C3" });
    expect(parse("general C3 C4")).toEqual({ verb: "general", low: "C3", high: "C4" });
    expect(parse("lose")).toEqual({ verb: "lose" });
  });
  it.each([
    "",
    "declare",
    "declare 61",
    "declare 11",
    "declare 17",
    "declare 16 24",
    "place C3",
    "place C3 D4",
    "place C3 K3",
    "place C3 D3 E3",
    "general C3 C3",
    "lose 12",
    "pass",
  ])("does not know %j", (notation) => {
    expect(parse(notation)).toBeNull();
  });
});

describe("tiles", () => {
  it("have marks and a strength", () => {
    expect(marks("16")).toEqual([1, 6]);
    expect(marks("general")).toBeNull();
    expect(strength("12")).toBe(3);
    expect(strength("56")).toBe(11);
    expect(strength("general")).toBe(1);
  });
});

describe("lit", () => {
  it("keeps every choice, by how it is made", () => {
    const legal = [
      "place C2 D2",
      "place D2 C2",
      "general C2 D2",
      "lose",
      "declare 16",
      "declare general",
      "surrender",
    ].map(choice);
    const out = lit(legal);
    expect(out.tile.map(({ low, high }) => low + high)).toEqual(["C2D2", "D2C2"]);
    expect(out.general).toHaveLength(1);
    expect(out.lose?.action).toBe("lose");
    expect([...out.declare.keys()]).toEqual(["16", "general"]);
    expect(out.other.map(({ action }) => action)).toEqual(["surrender"]);
    expect(out.count).toBe(legal.length);
  });
});
