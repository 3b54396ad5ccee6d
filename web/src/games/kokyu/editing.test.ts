import { beforeEach, describe, expect, it } from "vitest";
import middle from "../../../../crates/games/kokyu/counts/middle.json";
import opening from "../../../../crates/games/kokyu/counts/opening.json";
import type { Position } from "../../generated/kokyu";
import { checkEditor } from "../kit/editorConformance";
import { components, speak } from "./dev/positions";
import editing from "./editing";

const edited = {
  seats: 2,
  options: { maxRounds: 100 },
  components,
  names: [
    { ja: "青", en: "Blue" },
    { ja: "赤", en: "Red" },
  ],
};
const whole = ({ position }: { position: unknown }) => position as Position;

/** All pieces of a position: eunuchs by seat and side, points, plot cards and consorts. */
function inventory({ board, pile }: Position): unknown {
  const groups = [board.hands, ...board.palace];
  const eunuchs = [0, 1].map((seat) => {
    const lying = groups.map((sides) => sides[seat]!);
    const placed = board.cards.flatMap((card) => card.eunuchs).filter((e) => e.seat === seat);
    const strong = placed.filter((each) => each.strong).length;
    return {
      strong: lying.reduce((sum, group) => sum + group.strong, strong),
      weak: lying.reduce((sum, group) => sum + group.weak, placed.length - strong),
    };
  });
  const points = board.stock + board.tea + board.kohi + board.points[0] + board.points[1];
  return { eunuchs, points, plots: [...pile, ...board.discards].sort() };
}

describe("editing positions of 乾隆後宮", () => {
  beforeEach(speak);

  it.each([
    ["in the middle", middle],
    ["at the opening", opening],
  ])("loses nothing %s", (_, given) => {
    expect(checkEditor(editing, whole(given), edited, inventory)).toBeGreaterThan(60);
  });

  it("keeps each side's eunuchs in their own hand and lane, and shares the cards", () => {
    const position = whole(middle);
    expect(editing.move(position, "hand-0", "weak 0", "hand-1", edited)).toBe(null);
    expect(editing.move(position, "hand-0", "weak 0", "palace-2-1", edited)).toBe(null);
    const placed = editing.move(position, "hand-0", "weak 0", "card-5", edited);
    expect(placed?.board.cards[4].eunuchs).toEqual([
      { seat: 1, strong: false },
      { seat: 0, strong: false },
    ]);
  });

  it("makes eunuchs strong and weak again in place", () => {
    const field = (position: Position) =>
      editing.fields(position, "hand-1", edited).find(({ id }) => id === "strong");
    const strong = field(whole(middle));
    const after = strong?.kind === "number" ? strong.write(1) : null;
    expect(after?.board.hands[1]).toEqual({ weak: 1, strong: 1 });
    const again = field(after!);
    expect(again?.kind === "number" && again.write(0).board.hands[1]).toEqual({
      weak: 2,
      strong: 0,
    });
  });

  it("ends the execution of cards when eunuchs are to be placed, without losing anything", () => {
    const given = whole(middle);
    const position: Position = {
      ...given,
      pile: [4, 1, 2],
      board: {
        ...given.board,
        hands: [{ weak: 1, strong: 0 }, given.board.hands[1]],
        executing: { eunuch: { seat: 0, strong: false }, square: 2 },
        resolving: [3],
        tasks: [{ task: "process", card: 8, activated: true }],
      },
    };
    const [stage] = editing.fields(position, null, edited);
    const after = stage?.kind === "choice" ? stage.write("place 1") : null;
    expect(after?.board.tasks).toEqual([{ task: "place", seat: 1 }]);
    expect(after?.board.executing).toBe(null);
    expect(inventory(after!)).toEqual(inventory(given));
  });
});
