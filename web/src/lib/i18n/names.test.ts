// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import type { BotInfo, SeatState } from "../../generated/session";
import type { GameInfo } from "../../generated/core";
import { language } from "./i18n.svelte";
import { distinctNames, leveledName, nameAndPlace, personName, sitterNames } from "./names";

const bots: BotInfo[] = [
  {
    id: "greedy",
    name: { ja: "目先", en: "Short sight" },
    summary: { ja: "", en: "" },
    offered: true,
    engine: false,
    games: [],
  },
];
const info = {
  seat_names: [
    { ja: "赤", en: "Red" },
    { ja: "青", en: "Blue" },
    { ja: "緑", en: "Green" },
  ],
} as GameInfo;
const person = (name: string): SeatState => ({ name, bot: null, online: true, deserted: false });
const namesOf = (seats: SeatState[], given: BotInfo[], of?: GameInfo) =>
  distinctNames(sitterNames(seats, given, of), of);
const bot: SeatState = { name: "Short sight", bot: "greedy", online: true, deserted: false };

beforeEach(() => language.set("en"));

test("people have their names, bots theirs, and open seats the game's", () => {
  expect(namesOf([person("Iris"), bot, person("")], bots, info)).toEqual([
    "Iris",
    "Short sight",
    "Green",
  ]);
});

test("no two names are equal, in any language", () => {
  expect(namesOf([person("Iris"), bot, bot], bots, info)).toEqual([
    "Iris",
    "Short sight (Blue)",
    "Short sight (Green)",
  ]);
  language.set("ja");
  expect(namesOf([person("Iris"), person("Iris"), bot], bots, info)).toEqual([
    "Iris〈赤〉",
    "Iris〈青〉",
    "目先",
  ]);
});

test("seats have numbers until the game is known", () => {
  expect(namesOf([person(""), person("")], [], undefined)).toEqual(["1", "2"]);
});

test("a name contains its seat once", () => {
  const [first = "", second = ""] = namesOf([bot, bot], bots, info);
  expect(nameAndPlace("Iris", "Red")).toBe("Iris (Red)");
  expect(nameAndPlace(first, "Red")).toBe("Short sight (Red)");
  expect(nameAndPlace(second, "Blue")).toBe("Short sight (Blue)");
});

test("people without a name are numbered in the reader's language", () => {
  const stored = ["Guest", "Guest (2)", "ゲスト", "Guests", "Ada"];
  expect(stored.map(personName)).toEqual(["Guest", "Guest 2", "Guest", "Guests", "Ada"]);
  language.set("ja");
  expect(stored.map(personName)).toEqual(["ゲスト", "ゲスト2", "ゲスト", "Guests", "Ada"]);
});

test("a bot is called by its own name", () => {
  const fox = { ...bot, persona: { id: "fox", ja: "きつね", en: "Fox" } };
  expect(sitterNames([fox], bots, info)).toEqual(["Fox"]);
  language.set("ja");
  expect(sitterNames([fox], bots, info)).toEqual(["きつね"]);
});

test("the name of a level says how strong it is, among those that play the game", () => {
  const level = (id: string, en: string, ja: string, more: Partial<BotInfo> = {}): BotInfo => ({
    ...bots[0]!,
    id,
    name: { en, ja },
    games: ["kokyu"],
    ...more,
  });
  const offered = [
    level("novice", "Novice", "入門"),
    level("old", "Old", "旧", { offered: false }),
    level("shogi", "Shogi", "将棋", { games: ["shinra"] }),
    level("beginner", "Beginner", "初級"),
    level("fish", "Fish", "魚", { engine: true }),
  ];
  expect(leveledName("beginner", "kokyu", offered)).toBe("Level 2 of 2 · Beginner");
  expect(leveledName("fish", "kokyu", offered)).toBe("Fish");
  language.set("ja");
  expect(leveledName("beginner", "kokyu", offered)).toBe("強さ2/2・初級");
});
