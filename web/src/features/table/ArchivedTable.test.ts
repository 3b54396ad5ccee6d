// @vitest-environment jsdom
import { render, screen } from "@testing-library/svelte";
import { expect, test } from "vitest";
import type { StoredTable } from "../../generated/session";
import { language } from "../../lib/i18n/i18n.svelte";
import ArchivedTable from "./ArchivedTable.svelte";

const TABLE: StoredTable = {
  table: "t1",
  game: "nothing",
  rules_version: 1,
  playable: false,
  advice: { ja: "別の版で続けられます。", en: "Open it with Zashiki 0.1.0 to play on." },
  options: {},
  from_position: false,
  names: [
    { ja: "Iris", en: "Iris" },
    { ja: "Mika", en: "Mika" },
  ],
  you: 0,
  started: true,
  cancelled: false,
  awaiting: [],
  outcome: {
    winners: [1],
    reason: "points",
    text: { ja: "4点", en: "Four points were reached." },
    rule: "Q-9",
  },
  scores: [2, 4],
  log: [
    { number: 0, seat: null, words: [{ text: { ja: "開始", en: "It begins." } }] },
    { number: 1, seat: 1, words: [{ text: { ja: "置く", en: "Mika places 5." }, rule: "Q-1" }] },
  ],
  created: 0,
  changed: 0,
};

test("a table with unsupported rules shows its result, its log and the programs that can continue it", () => {
  language.set("en");
  render(ArchivedTable, { table: TABLE, info: undefined, module: undefined });
  screen.getByText("Open it with Zashiki 0.1.0 to play on.");
  screen.getByRole("heading", { name: "Mika wins" });
  screen.getByText("Four points were reached.");
  screen.getByText("Mika places 5.");
  // The winner comes first; each line has the points.
  const lines = screen.getAllByRole("listitem").map((line) => line.textContent);
  expect(lines[0]).toMatch(/Mika.*4/s);
  expect(lines[1]).toMatch(/Iris.*2/s);
});

test("an unfinished one says so", () => {
  language.set("en");
  render(ArchivedTable, { table: { ...TABLE, outcome: null }, info: undefined, module: undefined });
  screen.getByRole("heading", { name: "Not finished" });
});
