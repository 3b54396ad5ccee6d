import { expect, it } from "vitest";
import { seated } from "./slots";

it("gives each tile a place, and a drawn tile the place of the placed one", () => {
  const dealt = seated([], ["16", "16", "24", "35"]);
  expect(dealt).toEqual(["16", "16", "24", "35"]);
  const laid = seated(dealt, ["16", "24", "35"]);
  expect(laid).toEqual(["16", null, "24", "35"]);
  expect(seated(laid, ["12", "16", "24", "35"])).toEqual(["16", "12", "24", "35"]);
});

it("has room for more than there was", () => {
  expect(seated(["16"], ["12", "16", "24"])).toEqual(["16", "12", "24"]);
  expect(seated(["16", "24"], [])).toEqual([null, null]);
});
