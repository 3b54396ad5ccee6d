import { describe, expect, it } from "vitest";
import { EMPTY, lay, mirror, move, parse, same, takeOff, write } from "./layout";

const read = (text: string) => parse(`arrange ${text}`);

describe("layouts", () => {
  it("are parsed and written, by rows", () => {
    expect(write(read("b2=ko a1=shu+ko c1=king"))).toBe("arrange a1=shu+ko c1=king b2=ko");
    expect(write(EMPTY)).toBe("arrange");
    expect(parse("a1>a2")).toEqual(EMPTY);
    expect(parse(null)).toEqual(EMPTY);
  });

  it("take cards on and off", () => {
    const two = lay(lay(EMPTY, "a1", "shu"), "a1", "ko");
    expect(write(two)).toBe("arrange a1=shu+ko");
    expect(write(takeOff(two, "a1"))).toBe("arrange a1=shu");
    expect(takeOff(two, "a1", true).size).toBe(0);
    expect(takeOff(takeOff(two, "a1"), "a1").size).toBe(0);
  });

  it("move onto an empty square, stack what can be joined and exchange otherwise", () => {
    const given = read("a1=shu b1=ko c1=shu d1=king e1=ko+dai");
    expect(write(move(given, "a1", "a2"))).toBe("arrange b1=ko c1=shu d1=king e1=ko+dai a2=shu");
    expect(write(move(given, "a1", "b1"))).toBe("arrange b1=ko+shu c1=shu d1=king e1=ko+dai");
    expect(write(move(given, "a1", "e1"))).toBe("arrange b1=ko c1=shu d1=king e1=ko+dai+shu");
    // The same name, the king, or too high: they are exchanged.
    expect(move(given, "a1", "c1").get("c1")).toEqual(["shu"]);
    expect(write(move(given, "b1", "d1"))).toBe("arrange a1=shu b1=king c1=shu d1=ko e1=ko+dai");
    expect(move(given, "b1", "e1").get("b1")).toEqual(["ko", "dai"]);
  });

  it("are mirrored left for right", () => {
    expect(write(mirror(read("a1=shu c1=king d2=ko")))).toBe("arrange c1=king e1=shu b2=ko");
  });

  it("are equal whatever the order in the stacks", () => {
    expect(same(read("a1=shu+ko b1=dai"), read("b1=dai a1=ko+shu"))).toBe(true);
    expect(same(read("a1=shu+ko"), read("a1=shu+dai"))).toBe(false);
  });
});
