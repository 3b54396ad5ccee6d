// @vitest-environment jsdom
import { expect, test } from "vitest";
import { firstFit } from "./firstFit";

const CLASSES = ["small", "smallest"];

test.each([
  [0, []],
  [1, ["small"]],
  [2, ["small", "smallest"]],
  [3, ["small", "smallest"]],
])("a text that fits with %i of the classes gets no more", (needed, expected) => {
  const text = document.createElement("p");
  text.className = "said smallest";
  const given = () => CLASSES.filter((each) => text.classList.contains(each));
  firstFit(text, CLASSES, () => given().length >= needed);
  expect(given()).toEqual(expected);
  expect(text.classList.contains("said")).toBe(true);
});
