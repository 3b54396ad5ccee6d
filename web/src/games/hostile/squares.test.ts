// @vitest-environment jsdom
import { beforeAll, describe as suite, expect, it } from "vitest";
import { ComponentNames } from "./names";
import { components, midgame, speak } from "./dev/positions";
import { describe, squareTip } from "./squares";

beforeAll(speak);
const look = (seats: 2 | 3 | 4 = 4) => ({
  view: midgame(undefined, seats),
  called: new ComponentNames(components, "en"),
  names: ["Anna", "Ben", "Cleo", "Dora"],
  lastMoves: [{ seat: 1, path: [], spots: [{ square: "E3", deed: "placed" as const }] }],
  lang: "en" as const,
});

suite("a square", () => {
  it("contains the contents and the seat that placed them", () => {
    expect(describe("E3", look(), undefined, false)).toBe(
      "E3, Slide pointing up, last placed by Ben (Blue)",
    );
    const tip = squareTip("E3", look(), null);
    expect(tip.title).toBe("E3 Slide pointing up");
    expect(tip.text).toMatch(/arrow.*\. Last placed by Ben \(Blue\)\.$/);
    expect(tip.rules).toHaveLength(1);
  });

  it("begins with the reason against the selection", () => {
    const tip = squareTip("E3", look(), { text: "There is a tile", rules: ["X-92"] });
    expect(tip.text).toMatch(/^✕ There is a tile\. /);
    expect(tip.rules).toEqual(["X-92"]);
  });

  it("explains an unused corner, and an empty square", () => {
    expect(squareTip("A8", look(2), null)).toMatchObject({
      title: "A8 unused start",
      rules: ["X-70", "X-91"],
    });
    expect(squareTip("C1", look(), null).text).toMatch(/^Free for pawns/);
    expect(squareTip("G8", look(), null).text).toMatch(/^Beside the start of Cleo/);
  });
});
