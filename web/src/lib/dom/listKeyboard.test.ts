import { expect, test } from "vitest";
import { NOTHING, press, type Choosing } from "./listKeyboard";

const type = (keys: string[], count: number): Choosing =>
  keys.reduce<Choosing>((now, key) => press(key, now, count) ?? now, NOTHING);

test("arrows wrap around, Home and End go to the ends", () => {
  expect(type(["ArrowDown"], 3).at).toBe(0);
  expect(type(["ArrowUp"], 3).at).toBe(2);
  expect(type(["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight"], 3).at).toBe(0);
  expect(type(["ArrowDown", "ArrowLeft"], 3).at).toBe(2);
  expect(type(["End"], 7).at).toBe(6);
  expect(type(["End", "Home"], 7).at).toBe(0);
});

test("digits select by number, two of them in long lists", () => {
  expect(type(["3"], 5).at).toBe(2);
  expect(type(["1", "7"], 25).at).toBe(16);
  expect(type(["1", "0"], 10).at).toBe(9);
  // The list has only 25 actions, so 73 is impossible and the second digit starts a new number.
  expect(type(["7", "3"], 25).at).toBe(2);
});

test("an invalid number selects nothing and discards the digits", () => {
  expect(type(["9"], 5)).toEqual({ at: -1, digits: "" });
  expect(type(["2", "9"], 5)).toEqual({ at: 1, digits: "" });
  expect(type(["0"], 5).at).toBe(-1);
});

test("other keys and empty lists have no effect", () => {
  expect(press("a", NOTHING, 5)).toBeNull();
  expect(press("Enter", NOTHING, 5)).toBeNull();
  expect(press("ArrowDown", NOTHING, 0)).toBeNull();
});
