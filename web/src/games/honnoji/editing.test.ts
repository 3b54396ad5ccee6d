import { beforeEach, describe, expect, it } from "vitest";
import fire from "../../../../crates/games/honnoji/counts/five-fire.json";
import opening from "../../../../crates/games/honnoji/counts/four-opening.json";
import pickUp from "../../../../crates/games/honnoji/counts/four-pick-up.json";
import type { Position } from "../../generated/honnoji";
import { checkEditor } from "../kit/editorConformance";
import { components, speak } from "./dev/positions";
import editing from "./editing";

type Whole = Required<Position>;
const edited = (seats: number) => ({ seats, options: {}, components, names: [] });
const whole = ({ position }: { position: unknown }) => position as Whole;

/** All cards and pawns of a position, wherever they are. */
function inventory({ squares, deck, discards, players }: Whole): unknown {
  const held = players.flatMap(({ hand = [], exposed = [], laid }) => [
    ...hand,
    ...exposed,
    ...(laid ?? []).map(({ face }) => face),
  ]);
  return [players.length, [...squares.flat(), ...deck, ...discards, ...held].sort()];
}

describe("editing positions of HONNOJI", () => {
  beforeEach(speak);

  it.each([
    ["in a fire", fire],
    ["at the opening", opening],
    ["at a shared square", pickUp],
  ])("loses nothing %s", (_, given) => {
    const moves = checkEditor(editing, whole(given), edited(given.seats), inventory, 3);
    expect(moves).toBeGreaterThan(200);
  });

  it("puts a card on a square as its newest, and moves a pawn", () => {
    const position = whole(fire);
    const dealt = editing.move(position, "deck", "gun", "square-2", edited(5));
    expect(dealt?.squares[1]).toEqual(["gun"]);
    const moved = editing.move(position, "square-1", "pawn 0", "square-2", edited(5));
    expect(moved?.players.map(({ square }) => square)).toEqual([2, 5, 2, 1, 5]);
    expect(editing.move(position, "square-1", "pawn 0", "deck", edited(5))).toBe(null);
  });

  it("takes one of two equal cards out of a layout", () => {
    const given = whole(fire);
    const laid = [
      { face: "katana", cell: { x: 0, y: 0 } },
      { face: "katana", cell: { x: 1, y: 0 } },
    ];
    const players = given.players.map((player, seat) =>
      seat === 0 ? { ...player, laid } : player,
    );
    const position: Whole = { ...given, players };
    const after = editing.move(position, "laid-0", "katana", "hand-0", edited(5));
    expect(after?.players[0]?.laid).toHaveLength(1);
    expect(after?.players[0]?.hand).toEqual(["katana"]);
  });

  it("lays a card beside the others, moves it from cell to cell, and lays no pawn", () => {
    const position = whole(fire);
    expect(position.players[0]?.laid?.map(({ cell }) => cell)).toEqual([
      { x: 0, y: 0 },
      { x: -1, y: 0 },
    ]);
    const after = editing.move(position, "deck", "gun", "laid-0", edited(5));
    expect(after?.players[0]?.laid?.[2]).toEqual({ face: "gun", cell: { x: 1, y: 0 } });
    const gun = editing.fields(after!, "laid-0", edited(5))[2];
    if (gun?.kind !== "choice") throw new Error("no cell to choose");
    const cells = ["1,0", "0,1", "0,-1", "-2,0", "-1,1", "-1,-1"];
    expect(gun.choices.map(({ value }) => value)).toEqual(cells);
    expect(gun.choices.map(({ label }) => label.en)).toContain("up 1");
    expect(gun.write("0,1").players[0]?.laid?.[2]?.cell).toEqual({ x: 0, y: 1 });
    expect(inventory(gun.write("0,1"))).toEqual(inventory(position));
    expect(editing.move(position, "square-1", "pawn 0", "laid-0", edited(5))).toBe(null);
  });

  it("returns layouts to the hands when layouts are to be decided", () => {
    const position = whole(fire);
    const [stage] = editing.fields(position, null, edited(5));
    const after = stage?.kind === "choice" ? stage.write("decision") : null;
    expect(after?.stage).toEqual({ kind: "decision" });
    expect(after?.players.every(({ laid, from }) => laid == null && from == null)).toBe(true);
    expect(inventory(after!)).toEqual(inventory(position));
  });
});
