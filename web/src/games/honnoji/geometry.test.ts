import { describe, expect, it } from "vitest";
import { packed } from "./geometry";

describe("packing squares", () => {
  it("offers every number of columns with the rows it needs", () => {
    expect(packed(3)).toBe(
      "max(min(100cqw / 1, 100cqh / 3), min(100cqw / 2, 100cqh / 2), min(100cqw / 3, 100cqh / 1))",
    );
  });
  it("is sound for nothing, too", () => {
    expect(packed(0)).toBe("max(min(100cqw / 1, 100cqh / 1))");
  });
});
