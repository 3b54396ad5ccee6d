import { describe, expect, it } from "vitest";
import middle from "../../../../crates/games/shinra/counts/middle-game.json";
import captives from "../../../../crates/games/shinra/counts/captives.json";
import setUp from "../../../../crates/games/shinra/counts/set-up.json";
import type { Position } from "../../generated/shinra";
import { checkEditor } from "../kit/editorConformance";
import { components } from "./dev/positions";
import editing from "./editing";
import { readItem } from "./item";

type Whole = Required<Position>;
const edited = {
  seats: 2,
  options: { handicap: 0, turnLimit: 300 },
  components,
  names: [
    { ja: "先手", en: "First" },
    { ja: "後手", en: "Second" },
  ],
};
const whole = ({ position }: { position: unknown }) => position as Whole;

/** All cards of a position. Queens are marked with their original owner. */
function inventory({ squares, hands }: Whole): string[] {
  const standing = Object.values(squares).flatMap(({ seat, cards }) =>
    cards.map((kind) => (kind === "queen" ? `queen ${seat}` : kind)),
  );
  const held = hands.flatMap((items, seat) =>
    items.flatMap((item) => {
      const { cards, captive } = readItem(item);
      const owner = captive ? 1 - seat : seat;
      return cards.map((kind) => (kind === "queen" ? `queen ${owner}` : kind));
    }),
  );
  return [...standing, ...held].sort();
}

describe("editing positions of 森羅万象", () => {
  it.each([
    ["in the middle of a game", middle],
    ["with captives", captives],
    ["before the set-up", setUp],
  ])("loses nothing %s", (_, given) => {
    expect(checkEditor(editing, whole(given), edited, inventory)).toBeGreaterThan(100);
  });

  it("splits a stack and joins it again, with the points of each card", () => {
    const position: Whole = {
      ...whole(middle),
      squares: { b3: { seat: 0, cards: ["general", "dai"], points: 4 } },
    };
    const split = editing.move(position, "b3", "dai", "c3", edited);
    expect(split?.squares).toEqual({
      b3: { seat: 0, cards: ["general"], points: 3 },
      c3: { seat: 0, cards: ["dai"], points: 1 },
    });
    const joined = editing.move(split!, "c3", "0:dai", "b3", edited);
    expect(joined?.squares).toEqual({ b3: { seat: 0, cards: ["general", "dai"], points: 5 } });
  });

  it("makes a queen in the enemy's hand a captive, and frees her again", () => {
    const position: Whole = { ...whole(middle), hands: [["queen"], []] };
    const taken = editing.move(position, "hand-0", "queen", "hand-1", edited);
    expect(taken?.hands).toEqual([[], ["queen!"]]);
    const freed = editing.move(taken!, "hand-1", "queen!", "hand-0", edited);
    expect(freed?.hands).toEqual([["queen"], []]);
  });

  it("lays no card onto an enemy's, a king or its own double", () => {
    const squares: Whole["squares"] = {
      a1: { seat: 0, cards: ["king"], points: 10 },
      a2: { seat: 0, cards: ["shu"], points: 1 },
      a3: { seat: 1, cards: ["ko"], points: 1 },
    };
    const position: Whole = { ...whole(middle), squares, hands: [["shu"], []] };
    for (const to of ["a1", "a2", "a3"])
      expect(editing.move(position, "hand-0", "shu", to, edited), to).toBe(null);
  });

  it("begins the battle with the first placed piece", () => {
    const position = whole(setUp);
    expect(position.stage.kind).toBe("setup");
    const begun = editing.move(position, "hand-0", "king", "c1", edited);
    expect(begun?.stage).toEqual({ kind: "act", seat: 0 });
    expect(begun?.switches).toBe(false);
  });
});
