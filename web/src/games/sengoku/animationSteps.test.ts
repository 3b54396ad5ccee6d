// @vitest-environment jsdom
import { expect, it } from "vitest";
import type { Event } from "../../generated/sengoku";
import game from ".";
import { ANIMATION_STEPS } from "./animationSteps";

const animationStep = (event: Event) =>
  game.animationStep?.({ event, text: { ja: "", en: "" }, rule: null }) ?? { hold: NaN };
const castle = animationStep({ event: "castle", field: 0, flowers: [6, 4], winner: 0 });
const line = animationStep({ event: "line", field: 0, line: 1, sums: [2, 4], winner: 1 });

it("makes the set-up quick and a castle a scene", () => {
  const placed = animationStep({
    event: "placed",
    seat: 0,
    tile: "16",
    low: "C2",
    high: "D2",
    straddles: false,
    forced: false,
  });
  expect(animationStep({ event: "dealt", seat: 0 }).hold).toBeLessThan(placed.hold);
  expect(line.hold).toBeGreaterThanOrEqual(2 * placed.hold);
  expect(castle.hold).toBeGreaterThan(line.hold);
});

it("awards all lines of a turn at once, and a castle after them", () => {
  expect(line.together).toBe("lines");
  expect(castle.together).not.toBe(line.together);
});

it("gives settling, losing and ending a sound each", () => {
  const sounds = (["line", "castle", "lost", "exhausted", "ended", "placed"] as const).map(
    (kind) => ANIMATION_STEPS[kind].sound,
  );
  expect(sounds).not.toContain(undefined);
  expect(new Set(sounds).size).toBe(sounds.length);
});
