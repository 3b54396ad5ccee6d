import { expect, it } from "vitest";
import type { Event } from "../../generated/honnoji";
import { animationStep } from "./animationSteps";

const stole: Event = {
  event: "stole",
  seat: 0,
  victim: 1,
  square: 2,
  face: "gun",
  icon: "gun",
  forced: true,
};
const moved: Event = { event: "moved", seat: 0, from: 1, path: [2] };
const inVain = (icon: "move" | "sword"): Event => ({
  event: "in_vain",
  seat: 1,
  icon,
  number: 4,
  why: "overruled",
});

it("pauses at the reveal, for all layouts at once", () => {
  const first = animationStep({ event: "revealed", seat: 0, layout: [] });
  const next = animationStep({ event: "revealed", seat: 1, layout: [] });
  expect(first).toEqual(next);
  expect(first.together).toBeDefined();
  expect(first.hold).toBeGreaterThanOrEqual(2);
  expect(first.sound).toBe("drum");
});

it("moves all pawns at once, with those that stay", () => {
  const stayed = animationStep({ event: "stayed", seat: 1, square: 3, why: "not_designated" });
  const { together } = animationStep(moved);
  expect(together).toBeDefined();
  expect([stayed.together, animationStep(inVain("move")).together]).toEqual([together, together]);
  expect(animationStep(inVain("sword")).together).toBeUndefined();
});

it("takes the cards of a square at once, each taker separately", () => {
  const take = (seat: number, square: number) =>
    animationStep({ event: "picked_up", seat, square, face: "gun", shared: false, forced: false })
      .together;
  expect(take(0, 1)).toBe(take(0, 1));
  expect(take(0, 1)).not.toBe(take(1, 1));
  expect(take(0, 1)).not.toBe(take(0, 2));
});

it("deals to all squares at once, with the fires, since nobody decides before", () => {
  const dealt = animationStep({ event: "dealt", square: 1, face: "gun" });
  for (const cause of ["fire_card", "fourth_card"] as const) {
    const fire = animationStep({ event: "caught_fire", square: 2, cause, turned: 1 });
    expect(fire.together).toBe(dealt.together);
    expect(fire.sound).toBe("fire");
  }
});

it("gives attacks a scene and a sound of their own", () => {
  const scenes = [
    stole,
    { event: "attacked", seat: 0, square: 2, icon: "sword" },
    { event: "attacked", seat: 0, square: 2, icon: "gun" },
  ] satisfies Event[];
  const animationSteps = scenes.map(animationStep);
  expect(animationSteps.every(({ hold, together }) => hold >= 2 && !together)).toBe(true);
  expect(new Set(animationSteps.map(({ sound }) => sound)).size).toBe(scenes.length);
});
