import { describe, expect, it } from "vitest";
import late from "../../../../crates/games/hostile/counts/four-late.json";
import turn from "../../../../crates/games/hostile/counts/two-turn.json";
import type { Position } from "../../generated/hostile";
import { checkEditor } from "../kit/editorConformance";
import { components } from "./dev/positions";
import editing from "./editing";

type Whole = Required<Position>;
const edited = (seats: number) => ({
  seats,
  options: {},
  components,
  names: components.seats.slice(0, seats),
});
const whole = ({ position }: { position: unknown }) => position as Whole;

/** All tiles, gems, pawns and skill cards of the position. Editing must not change their number. */
function inventory(position: Whole): unknown {
  const seats = position.seats.map((seat) => ({ hand: [], skills: [], gems: 0, ...seat }));
  const discarded = Object.entries(position.floor_discards).flatMap(([kind, count]) =>
    Array<string>(count).fill(kind),
  );
  return {
    tiles: [
      ...position.floor.map(({ kind }) => kind),
      ...position.line,
      ...position.floor_deck,
      ...position.gem_deck,
      ...position.gem_discards,
      ...discarded,
      ...seats.flatMap(({ hand }) => hand),
    ].sort(),
    gems:
      position.gems.reduce((sum, { count = 1 }) => sum + count, 0) +
      seats.reduce((sum, { gems }) => sum + gems, 0),
    pawns: seats.map(({ pawn }) => typeof pawn),
    skills: [
      ...position.removed,
      ...seats.flatMap(({ skills }) => skills),
      ...(
        editing.places(position, edited(seats.length)).find(({ id }) => id === "skills")?.takings ??
        []
      ).map(({ id }) => id),
    ].sort(),
  };
}

describe("editing positions of HOSTILE", () => {
  it.each([
    ["late with four", late],
    ["in a turn", turn],
  ])("loses nothing %s", (_, given) => {
    const moves = checkEditor(editing, whole(given), edited(given.seats), inventory, 13);
    expect(moves).toBeGreaterThan(500);
  });

  it("lays a tile from the deck, and moves it without turning it", () => {
    const position = whole(turn);
    const laid = editing.move(position, "floor-deck", "slide", "E5", edited(2))!;
    expect(laid.floor).toContainEqual({ square: "E5", kind: "slide", facing: "n" });
    const [facing] = editing.fields(laid, "E5", edited(2));
    expect(facing?.kind).toBe("choice");
    const facingWest = facing?.kind === "choice" ? facing.write("w") : null;
    expect(facingWest?.floor).toContainEqual({ square: "E5", kind: "slide", facing: "w" });
    const moved = editing.move(facingWest!, "E5", "tile", "E6", edited(2));
    expect(moved?.floor).toContainEqual({ square: "E6", kind: "slide", facing: "w" });
  });

  it("lays no tile onto another, no pawn onto another, and no gem tile onto the board", () => {
    const position = whole(turn);
    expect(editing.move(position, "floor-deck", "slide", "D1", edited(2))).toBe(null);
    expect(editing.move(position, "A1", "pawn 0", "G8", edited(2))).toBe(null);
    expect(editing.move(position, "line", "F1", "E5", edited(2))).toBe(null);
    expect(editing.move(position, "line", "F1", "floor-discards", edited(2))).toBe(null);
  });

  it("restarts the turn of a seat that gets other skill cards", () => {
    const after = editing.move(whole(turn), "skills-0", "ghost", "skills-1", edited(2));
    expect(after?.stage).toEqual({ kind: "turn", seat: 1 });
    expect(after?.seats.map(({ skills }) => skills)).toEqual([[], ["steal", "ghost"]]);
  });
});
