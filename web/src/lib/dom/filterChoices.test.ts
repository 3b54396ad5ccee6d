import { expect, test } from "vitest";
import { filterChoices } from "./filterChoices";

const labels = ["1番をA3に置く", "12番をA3に置く", "12番をA30に置く", "Pass (no tile)"];
const found = (wanted: string) => filterChoices(labels, (label) => label, wanted);

test("an empty filter matches everything", () => {
  expect(found("")).toEqual(labels);
  expect(found("  ")).toEqual(labels);
});

test("every word must be there, in any order", () => {
  expect(found("A3 12")).toEqual([labels[1]]);
  expect(found("置く 12番")).toEqual([labels[1], labels[2]]);
  expect(found("12 pass")).toEqual([]);
});

test("a number is a whole number", () => {
  expect(found("1")).toEqual([labels[0]]);
  expect(found("a3")).toEqual([labels[0], labels[1]]);
  expect(found("2番")).toEqual([]);
});

test("width and case do not matter, and special characters are literal", () => {
  expect(found("12 a3")).toEqual([labels[1]]);
  expect(found("(NO")).toEqual([labels[3]]);
  expect(found(".*")).toEqual([]);
});
