import { describe, expect, it } from "vitest";
import { components } from "./dev/positions";
import {
  at,
  castle,
  cell,
  edges,
  fieldOf,
  lying,
  name,
  ROWS,
  step,
  straddles,
  towards,
} from "./sheet";

describe("squares", () => {
  it("are named and found", () => {
    for (const row of ROWS) {
      for (const square of row) {
        const here = at(square)!;
        expect(name(here.row, here.column)).toBe(square);
      }
    }
    expect(ROWS.flat()).toHaveLength(100);
    for (const none of ["", "A0", "A11", "K1", "a1", "1A", "A01"]) expect(at(none)).toBeNull();
  });
  it("lie beside each other", () => {
    expect(towards("C3", "D3")).toBe("right");
    expect(towards("C3", "C4")).toBe("down");
    expect(towards("C3", "B3")).toBe("left");
    expect(towards("C3", "C2")).toBe("up");
    for (const other of ["C3", "D4", "E3", "K3", ""]) expect(towards("C3", other)).toBeNull();
    expect(step("A1", "left")).toBeNull();
    expect(step("J9", "down")).toBe("J10");
    expect(step("J10", "down")).toBeNull();
  });
});

describe("battlefields", () => {
  it("have 25 squares each and the castle in the middle", () => {
    const sizes = [0, 0, 0, 0];
    for (const square of ROWS.flat()) sizes[fieldOf(components, square)]! += 1;
    expect(sizes).toEqual([25, 25, 25, 25]);
    expect([0, 1, 2, 3].map((field) => castle(components, field))).toEqual([
      "C3",
      "H3",
      "C8",
      "H8",
    ]);
  });
  it("follow the components", () => {
    const other = structuredClone(components);
    other.field.reverse();
    expect(castle(other, 0)).toBe("H8");
    expect(fieldOf(other, "A1")).toBe(3);
  });
  it("are straddled by dominoes in two of them", () => {
    expect(straddles(components, "E1", "F1")).toBe(true);
    expect(straddles(components, "A5", "A6")).toBe(true);
    expect(straddles(components, "D1", "E1")).toBe(false);
  });
});

describe("花道", () => {
  it("end at the nearest edge, each at a place of its own", () => {
    const all = edges(components);
    expect(new Set(all.map(({ side, along }) => `${side} ${along}`)).size).toBe(40);
    const of = (field: number, line: number) =>
      all.find((edge) => edge.field === field && edge.line === line);
    expect(of(0, 0)).toMatchObject({ side: "left", along: 0 });
    expect(of(1, 4)).toMatchObject({ side: "right", along: 4 });
    expect(of(1, 5)).toMatchObject({ side: "top", along: 5 });
    expect(of(2, 1)).toMatchObject({ side: "left", along: 6 });
    expect(of(3, 9)).toMatchObject({ side: "bottom", along: 9 });
  });
});

describe("the drawing of a domino", () => {
  it("begins at its first square, vertical or horizontal, turned or not", () => {
    expect(lying("C3", "D3")).toEqual({
      upright: false,
      turned: false,
      area: "4 / 4 / span 1 / span 2",
    });
    expect(lying("C4", "C3")).toEqual({
      upright: true,
      turned: true,
      area: "4 / 4 / span 2 / span 1",
    });
    expect(lying("K1", "C3")).toBeNull();
    expect(cell("A1")).toBe("2 / 2");
  });
});
