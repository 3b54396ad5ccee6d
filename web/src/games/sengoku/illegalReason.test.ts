import { expect, it } from "vitest";
import { attempt } from "./illegalReason";
import { components, placed } from "./dev/positions";

const over = (square: string, dominoes: string[] = [], field = 0) =>
  attempt(components, { placed: dominoes.map(placed), field }, "place", square);

it("puts the other half where it violates the fewest rules", () => {
  expect(over("A1")).toBe("place A1 B1");
  expect(over("A1", ["0 16 B1 B2"])).toBe("place A1 A2");
  // Beside the castle on C3 and a tile there is one square left.
  expect(over("C2", ["0 16 D2 D3"])).toBe("place C2 B2");
});

it("reaches into the battlefield from beyond its border", () => {
  expect(over("F1")).toBe("place F1 E1");
  expect(over("A5", [], 2)).toBe("place A5 A6");
});

it("names a pair of squares even if all are occupied", () => {
  expect(over("A1", ["0 16 B1 C1", "0 24 A2 B2"])).toBe("place A1 B1");
  expect(over("J10")).toBe("place J10 I10");
  expect(attempt(components, { placed: [], field: 0 }, "general", "C3")).toBe("general C3 D3");
});
