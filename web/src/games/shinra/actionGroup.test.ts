import { expect, test } from "vitest";
import { actionGroup } from "./actionGroup";
import { components, midgame, view } from "./dev/positions";
import { indexOf, rows } from "./geometry";

const board = midgame();
const group = (action: string) => actionGroup(action, board, components);
const squares = rows(false).flat();
const pieceAt = (square: string) => board.squares[indexOf(square)];
const [mine, friend] = squares.filter((square) => pieceAt(square)?.seat === 0);
const enemy = squares.find((square) => pieceAt(square)?.seat === 1)!;
const [empty, other] = squares.filter((square) => !pieceAt(square));

test("what a piece does follows from what lies on its target", () => {
  expect(group(`${mine}>${empty}`)?.name).toEqual({ ja: "進む", en: "Move" });
  expect(group(`${friend}>${other}`)).toEqual(group(`${mine}>${empty}`));
  expect(group(`${mine}>${friend}`)?.name).toEqual({ ja: "重なる", en: "Join" });
  expect(group(`${mine}>${enemy}`)?.name).toEqual({ ja: "攻撃", en: "Attack" });
  expect(group(`retreat ${mine}`)?.name).toEqual({ ja: "手持ちに退避", en: "Take back" });
});

test("cards put from the hand are one group in battle, and one each while they are dealt out", () => {
  expect(group("put shu c3")).toEqual(group("put ko@1 d3"));
  const dealing = view();
  dealing.stage = { kind: "deploy" } as typeof dealing.stage;
  const dealt = (action: string) => actionGroup(action, dealing, components);
  expect(dealt("put shu c3")?.name).toEqual({ ja: "守", en: "Guard" });
  expect(dealt("put shu d3")).toEqual(dealt("put shu c3"));
  expect(dealt("put ko c3")).not.toEqual(dealt("put shu c3"));
});

test("new stacks and switches have a group", () => {
  expect(group("pair shu ko c3")).toEqual(group("pair ko dai b2"));
  expect(group("switch a1 b1")?.name).toEqual({ ja: "スイッチ", en: "Switch" });
});

test("single actions, unknown ones and pieces that are not there have none", () => {
  for (const action of ["no switch", "dance", "back a1", `${empty}>${other}`])
    expect(group(action)).toBeNull();
});
