// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { BotInfo } from "../../generated/session";
import { language } from "../../lib/i18n/i18n.svelte";
import { shortLevel } from "./shortLevel";

test("where a bot's name has no room, its level is told", () => {
  const level = (id: string, en: string, ja: string): BotInfo => ({
    id,
    name: { en, ja },
    summary: { ja: "", en: "" },
    offered: true,
    engine: false,
    games: ["kokyu"],
  });
  const offered = [level("novice", "Novice", "入門"), level("beginner", "Beginner", "初級")];
  language.set("en");
  expect(shortLevel("beginner", "kokyu", offered)).toBe("Level 2");
  expect(shortLevel("unknown", "kokyu", offered)).toBe("unknown");
  language.set("ja");
  // In Japanese the name is as short as a number, and its order is clear.
  expect(shortLevel("beginner", "kokyu", offered)).toBe("初級");
});
