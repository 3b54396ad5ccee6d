// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import type { ChatLine, PersonEvent, TableState } from "../../generated/session";
import { language, say } from "../../lib/i18n/i18n.svelte";
import { tableWords } from "../../lib/i18n/messages/table";
import { state } from "../../lib/testing/fixtures";
import { PeopleNews } from "./peopleNews.svelte";
import { keyOf, personEventText } from "./personEvent";

const later: (() => void)[] = [];
let news: PeopleNews;
const left = (at: number): PersonEvent => ({ seat: 1, step: 3, at, what: { kind: "left" } });
const line = (at: number, seat = 1): ChatLine => ({
  seat,
  at,
  id: `m${at}`,
  text: `at ${at}`,
});
const take = (given: Partial<TableState>) => news.take(state(given), ({ at }) => `event ${at}`);
const texts = () => news.lines.map(({ text }) => text);

beforeEach(() => {
  later.length = 0;
  language.set("en");
  news = new PeopleNews((callback) => later.push(callback));
});

test("only what is new since the page was opened is shown, once and for a while", () => {
  take({ people: [left(1)], chat: [line(1)] });
  expect(texts()).toEqual([]);
  take({ people: [left(1), left(2)], chat: [line(1), line(2)] });
  expect(texts()).toEqual(["event 2", "at 2"]);
  // A state that repeats it, as after a reconnect, shows nothing again.
  take({ people: [left(1), left(2)], chat: [line(1), line(2)] });
  expect(texts()).toEqual(["event 2", "at 2"]);
  expect(news.unread).toBe(1);
  later.forEach((callback) => callback());
  expect(texts()).toEqual([]);
  expect(news.unread).toBe(1);
  news.read();
  expect(news.unread).toBe(0);
});

test("one's own messages and those of muted players are not shown", () => {
  take({ chat: [] });
  take({ chat: [line(1, 0)], you: 0 });
  expect(texts()).toEqual([]);
  take({ chat: [line(1, 0), line(2)] });
  expect(texts()).toEqual(["at 2"]);
  news.mute(1, true);
  expect(texts()).toEqual([]);
  take({ chat: [line(1, 0), line(2), line(3)], people: [left(4)] });
  expect(texts()).toEqual(["event 4"]);
  news.mute(1, false);
  take({ chat: [line(5)] });
  expect(texts()).toEqual(["event 4", "at 5"]);
});

test("a flood shows few lines at once", () => {
  take({ chat: [] });
  take({ chat: [1, 2, 3, 4, 5, 6].map((at) => line(at)) });
  expect(texts()).toEqual(["at 4", "at 5", "at 6"]);
});

test("every kind of event has a sentence in both languages", () => {
  const kinds: PersonEvent["what"][] = [
    { kind: "expired" },
    { kind: "lost_on_time" },
    { kind: "took_back", decision: { ja: "⟦1⟧が置きます。", en: "⟦1⟧ places." }, agreed: false },
    { kind: "took_back", decision: null, agreed: true },
    { kind: "left" },
    { kind: "returned" },
    { kind: "disconnected" },
    { kind: "reconnected" },
    { kind: "resigned" },
    { kind: "failed" },
    { kind: "declined", matter: "draw", by: 0 },
    { kind: "declined", matter: "take_back", by: 0 },
    { kind: "declined", matter: "abandon", by: 0 },
    { kind: "withdrew", matter: "draw" },
    { kind: "withdrew", matter: "take_back" },
    { kind: "withdrew", matter: "abandon" },
  ];
  for (const lang of ["ja", "en"] as const) {
    language.set(lang);
    const all = kinds.map((what) =>
      personEventText({ seat: 1, step: 1, at: 1, what }, tableWords(lang)),
    );
    expect(new Set(all).size).toBe(kinds.length);
    const name = say({ ja: "⟦1⟧", en: "⟦1⟧" });
    for (const text of all) expect(text).toContain(name);
  }
  const keys = kinds.map((what, at) => keyOf({ seat: 1, step: 1, at, what }));
  expect(new Set(keys).size).toBe(kinds.length);
});
