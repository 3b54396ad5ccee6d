// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import type { Advice, Prompt, SituationAdvice, Tutorial } from "../../generated/core";
import { adviceFor, FirstGame } from "./firstGame.svelte";
import { beginFirstGame } from "./firstTables";

const text = (words: string) => ({ ja: words, en: words });
const advice = (say: string, rule: string, times = 1, at: string[] = []): Advice => ({
  rule,
  say: text(say),
  at,
  times,
});
const ADVICE = [
  advice("first", "X-1", 1, ["line", "hand-{you}"]),
  advice("other", "X-2"),
  advice("then", "X-1", 2),
];
const SITUATIONS: SituationAdvice[] = [
  { id: "urgent", say: text("urgent!"), times: null },
  { id: "useful", say: text("useful"), times: 1 },
];
const book: Tutorial = {
  facts: { minutes: 1, weight: 1, mood: text("calm"), lessons: 1 },
  scenes: {},
  minute: [],
  chapters: [],
  lesson: [],
  second: [],
  advice: ADVICE,
  situations: SITUATIONS,
};
/** A prompt of this rule in which these situations hold. */
const prompt = (rule: string, ...holding: string[]): Prompt => ({
  text: text("What now?"),
  rule,
  situations: holding.map((id) => ({ id, places: [`place of ${id}`] })),
});

/** Does what the page does when a user opens a table. */
function visit(table: string): FirstGame {
  const first = new FirstGame(table);
  if (first.on) first.book = book;
  return first;
}
/** The advice for decisions whose prompts have these rules and situations, in order. */
const heard = (first: FirstGame, rules: readonly string[], from = 0) =>
  rules.map((asked, at) => {
    const [rule = "", ...holding] = asked.split(" ");
    first.ask(prompt(rule, ...holding), from + at, 1);
    return first.now?.say.en ?? null;
  });

beforeEach(() => localStorage.clear());

test("advice for a prompt comes in order, as often as intended, and then ends", () => {
  beginFirstGame("one");
  const first = visit("one");
  expect(heard(first, ["X-1", "X-3", "X-1", "X-2", "X-1", "X-1", "X-2"])).toEqual([
    "first",
    null,
    "then",
    "other",
    "then",
    null,
    null,
  ]);
});

test("a decision after an undo gets the same advice, and another prompt there its own", () => {
  expect(adviceFor(book, { 0: 0, 1: 2 }, prompt("X-1"), 0)).toBe(0);
  expect(adviceFor(book, { 0: 0, 1: 2 }, prompt("X-2"), 0)).toBe(1);
  // Advice that this decision itself got before does not count as shown.
  expect(adviceFor(book, { 0: 1, 1: 0 }, prompt("X-1"), 0)).toBe(2);
});

test("a situation comes before other advice, as long as it holds, and again when it has come anew", () => {
  beginFirstGame("one");
  const first = visit("one");
  const asked = ["X-1", "X-1 urgent", "X-2 urgent", "X-1", "X-3", "X-3 urgent", "X-3"];
  expect(heard(first, asked)).toEqual([
    "first",
    "urgent!",
    "urgent!",
    "then",
    null,
    "urgent!",
    null,
  ]);
});

test("the most important of several situations is shown, with its places", () => {
  beginFirstGame("one");
  const first = visit("one");
  first.ask(prompt("X-1", "useful", "urgent"), 0, 1);
  expect([first.now?.say.en, first.places]).toEqual(["urgent!", ["place of urgent"]]);
  first.ask(prompt("X-1", "useful"), 1, 1);
  expect([first.now?.say.en, first.places]).toEqual(["useful", ["place of useful"]]);
  // A situation of which the tutorial does not know has no advice.
  first.ask(prompt("X-3", "unknown"), 2, 1);
  expect([first.now, first.places]).toEqual([null, []]);
});

test("a situation is shown as often as intended: consecutive decisions count once, also after a reload", () => {
  beginFirstGame("one");
  const held = ["X-3 useful", "X-3 useful"];
  expect(heard(visit("one"), held)).toEqual(["useful", "useful"]);
  expect(heard(visit("one"), held, 1)).toEqual(["useful", "useful"]);
  expect(heard(visit("one"), ["X-3", "X-3 useful"], 3)).toEqual([null, null]);
  // After an undo, a decision at which it was shown gets it again, if it still holds.
  expect(heard(visit("one"), ["X-3 useful"], 1)).toEqual(["useful"]);
  expect(heard(visit("one"), ["X-3"], 1)).toEqual([null]);
});

test("advice stays while others act, without its places, and another decision replaces it", () => {
  beginFirstGame("one");
  const first = visit("one");
  first.ask(null, null, 1);
  expect([first.now, first.begun]).toEqual([null, false]);
  first.ask(prompt("X-1"), 0, 1);
  expect(first.places).toEqual(["line", "hand-1"]);
  for (const [question, decision] of [
    [prompt("X-1"), null],
    [null, 1],
  ] as const) {
    first.ask(question, decision, 1);
    expect([first.now?.say.en, first.places]).toEqual(["first", []]);
  }
  first.ask(prompt("X-1"), 1, 1);
  expect(first.now?.say.en).toBe("then");
  // A decision without advice does not show that of another decision.
  first.ask(prompt("X-3"), 2, 1);
  first.ask(null, null, 1);
  expect([first.now, first.begun]).toEqual([null, true]);
});

test("it continues after a reload, at this table alone", () => {
  beginFirstGame("one");
  heard(visit("one"), ["X-1", "X-1"]);
  expect(heard(visit("one"), ["X-1", "X-1"], 1)).toEqual(["then", "then"]);
  expect(visit("two").on).toBe(false);
  expect(heard(visit("two"), ["X-1"])).toEqual([null]);
});

test("a user who knows the game gets no more advice, then and later", () => {
  beginFirstGame("one");
  const first = visit("one");
  first.ask(prompt("X-1"), 0, 1);
  first.dismiss();
  expect([first.on, first.now]).toEqual([false, null]);
  expect(heard(first, ["X-1"])).toEqual([null]);
  expect(visit("one").on).toBe(false);
});

test("only the newest tables are stored, and broken storage counts as empty", () => {
  for (let table = 0; table < 12; table++) beginFirstGame(String(table));
  expect([visit("3").on, visit("4").on, visit("11").on]).toEqual([false, true, true]);
  for (const spoilt of ["{", "{}", "[null, 7]", '[{"table":"one"}]', '[{"said":{}}]']) {
    localStorage.setItem("zashiki.first-games", spoilt);
    expect(visit("one").on).toBe(false);
    beginFirstGame("one");
    expect(heard(visit("one"), ["X-1"])).toEqual(["first"]);
  }
});
