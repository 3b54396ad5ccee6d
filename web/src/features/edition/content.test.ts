import { expect, test } from "vitest";
import {
  addEntry,
  boxCount,
  builtInEntry,
  completed,
  entriesOf,
  entryTitle,
  raiseEntry,
  removeEntry,
  same,
  setEntry,
  setField,
} from "./content";
import { BOARD, CARDS, FORM } from "../../lib/testing/editionForm";

const content = FORM.built_in;
const [sun, moon] = entriesOf(CARDS, content);

test("a changed field comes from the box, and the fields that depend on it come and go", () => {
  const plain = setField(CARDS, sun!, "kind", "plain");
  expect(plain).toEqual({ face: "sun", kind: "plain", closed: false, ways: ["F"], source: "box" });
  const strong = setField(CARDS, moon!, "kind", "strong");
  expect(strong).toMatchObject({ kind: "strong", power: 1, closed: true, source: "box" });
  // A change of the source alone is no reading of the box.
  expect(setField(CARDS, moon!, "source", "published").source).toBe("published");
});

test("entries are added with values that are not used yet, moved and removed", () => {
  const more = addEntry(CARDS, content);
  expect(entriesOf(CARDS, more)[2]).toEqual({
    face: "star",
    kind: "plain",
    closed: false,
    ways: [],
    source: "box",
  });
  expect(entriesOf(CARDS, raiseEntry(CARDS, more, 2)).map((card) => card.face)).toEqual([
    "sun",
    "star",
    "moon",
  ]);
  expect(entriesOf(CARDS, removeEntry(CARDS, more, 0)).map((card) => card.face)).toEqual([
    "moon",
    "star",
  ]);
  // The content before is unchanged.
  expect(entriesOf(CARDS, content)).toHaveLength(2);
});

test("an entry is named by its title and corresponds to the built-in entry of that title", () => {
  expect(entryTitle(CARDS, sun!, 0)).toEqual({ ja: "札「〈sun〉」", en: "Card: SUN" });
  expect(entryTitle(BOARD, {}, 0).en).toBe("Board");
  expect(builtInEntry(CARDS, content, { face: "moon" }, 0)).toBe(moon);
  expect(builtInEntry(CARDS, content, { face: "star" }, 0)).toBeNull();
});

test("a record with wrong choices gets possible ones", () => {
  expect(completed(CARDS.fields, { face: "sun", kind: "odd", ways: [] })).toMatchObject({
    kind: "plain",
  });
});

test("content is compared by value, in any order of keys", () => {
  const swapped = { ...moon, face: moon!.face };
  expect(same(setEntry(CARDS, content, 1, swapped), content)).toBe(true);
  expect(same({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(same([1], { 0: 1 })).toBe(false);
});

test("entries from the box are counted", () => {
  const changed = setEntry(CARDS, content, 0, setField(CARDS, sun!, "power", 4));
  expect(boxCount(FORM.schema, changed)).toEqual({ box: 1, all: 3 });
});
