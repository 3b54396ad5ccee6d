import { describe, expect, it } from "vitest";
import { components } from "./dev/positions";
import { arrows, type Moves } from "./movement";

const moves = (...kinds: string[]): (Moves | undefined)[] =>
  kinds.map((kind) => components.card.find((card) => card.kind === kind));
const ways = (...kinds: string[]) =>
  arrows(moves(...kinds))
    .map(({ way }) => way)
    .sort();

describe("arrows", () => {
  it("distinguish steps, slides, knights and rings", () => {
    expect(ways("king")).toEqual(Array(8).fill("step"));
    expect(ways("shu")).toEqual(["slide", "slide", "step", "step"]);
    expect(ways("ko")).toEqual(["slide", "slide", "step", "step"]);
    expect(ways("dai")).toEqual(["knight", "knight", "knight", "knight"]);
    expect(ways("hachitobi")).toEqual(Array(8).fill("ring"));
  });

  it("of a stack are those of all its cards, a slide covering a step", () => {
    // 守 slides F, B and steps BL, BR; 攻 slides F, B and steps FL, FR.
    expect(ways("shu", "ko")).toEqual(["slide", "slide", "step", "step", "step", "step"]);
    expect(ways("king", "joker")).toEqual(Array(8).fill("slide"));
    expect(arrows(moves("dai", "dai"))).toHaveLength(4);
  });

  it("point where the card goes", () => {
    const tip = (step: string) => {
      const [arrow] = arrows([{ step: [step], slide: [], leap: [] }]);
      return /^M([\d.]+) ([\d.]+)/
        .exec(arrow?.heads ?? "")!
        .slice(1)
        .map(Number);
    };
    expect(tip("F")).toEqual([50, 4.5]);
    expect(tip("R")).toEqual([95.5, 50]);
    expect(tip("BL")).toEqual([8.5, 91.5]);
    const [knight] = arrows([{ step: [], slide: [], leap: [[2, -1]] }]);
    // Up the left half of the card, and then farther left.
    expect(knight?.line).toBe("M37 18L37 8L30 8");
  });

  it("of cards the components do not know are none", () => {
    expect(arrows([undefined])).toEqual([]);
  });
});
