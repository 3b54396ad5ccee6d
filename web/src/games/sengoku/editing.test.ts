import { describe, expect, it } from "vitest";
import four from "../../../../crates/games/sengoku/counts/four-middle.json";
import two from "../../../../crates/games/sengoku/counts/two-opening.json";
import type { Position } from "../../generated/sengoku";
import { checkEditor } from "../kit/editorConformance";
import { components } from "./dev/positions";
import editing from "./editing";

const edited = (seats: number) => ({
  seats,
  options: {},
  components,
  names: components.names.clans.slice(0, seats).map(({ name }) => name),
});
const whole = ({ position }: { position: unknown }) => position as Position;

/**
 * The tiles of each seat, wherever they are, including declared tiles that are not placed yet.
 * Editing must not change them.
 */
function inventory({ board, hands, piles }: Position): unknown {
  const out = board.declared.slice(board.resolved);
  return hands.map((hand, seat) => {
    const shown = [...board.placed, ...board.removed, ...out];
    const own = shown.filter((each) => each.seat === seat).map(({ tile }) => tile);
    const general = board.generals[seat] ? ["general"] : [];
    return [...hand, ...(piles[seat] ?? []), ...own, ...general].sort();
  });
}

describe("editing positions of 戦国ドミノ", () => {
  it.each([
    ["in the middle of a game of four", four],
    ["at the opening of a game of two", two],
  ])("loses nothing %s", (_, given) => {
    const moves = checkEditor(editing, whole(given), edited(given.seats), inventory, 17);
    expect(moves).toBeGreaterThan(500);
  });

  it("moves a tile by the held half, and turns it where it does not fit", () => {
    const position = whole(four);
    // The 15 of the last seat lies with its lower mark on I4 and the higher on H4.
    const moved = editing.move(position, "I4", "3 15 I4 H4", "J9", edited(4));
    expect(moved?.board.placed.at(-1)).toEqual({ seat: 3, tile: "15", low: "J9", high: "I9" });
    const turned = editing.move(position, "H4", "3 15 I4 H4", "J9", edited(4));
    expect(turned?.board.placed.at(-1)).toEqual({ seat: 3, tile: "15", low: "J10", high: "J9" });
    // There is a castle.
    expect(editing.move(position, "H4", "3 15 I4 H4", "C3", edited(4))).toBe(null);
  });

  it("lays a general with its first square first", () => {
    const position = whole(four);
    const laid = editing.move(position, "hand-3", "3 general", "J10", edited(4));
    expect(laid?.board.placed.at(-1)).toEqual({
      seat: 3,
      tile: "general",
      low: "I10",
      high: "J10",
    });
    expect(laid?.board.generals).toEqual([false, false, false, false]);
  });

  it("gives each tile to its owner alone, and no general to a pile", () => {
    const position = whole(four);
    expect(editing.move(position, "hand-0", "0 12", "hand-1", edited(4))).toBe(null);
    expect(editing.move(position, "hand-3", "3 general", "pile-3", edited(4))).toBe(null);
    const swapped = editing.move(position, "hand-0", "0 12", "pile-0", edited(4));
    expect(swapped?.hands[0]).toEqual(["13", "14", "24"]);
    expect(swapped?.piles[0]?.at(-1)).toBe("12");
  });

  it("settles the flower paths through a square, and its castle", () => {
    const position = whole(four);
    const at = (square: string, id: string) => {
      const field = editing.fields(position, square, edited(4)).find((each) => each.id === id);
      if (field?.kind !== "choice") throw new Error(`no ${id} at ${square}`);
      return field;
    };
    expect(at("F2", "row").write("won 2").board.lines[1][1]).toEqual({ won: 2 });
    expect(at("F2", "column").value).toBe("won 3");
    expect(at("H3", "castle").write("nobody").board.castles[1]).toBe("nobody");
  });

  it("restarts the declarations with everything back behind its screen", () => {
    const position = whole(four);
    const [stage] = editing.fields(position, null, edited(4));
    const after = stage?.kind === "choice" ? stage.write("first 2") : null;
    expect(after?.board.order).toEqual([2, 3, 0, 1]);
    expect(after?.board.declared).toEqual([]);
    expect(inventory(after!)).toEqual(inventory(position));
  });
});
