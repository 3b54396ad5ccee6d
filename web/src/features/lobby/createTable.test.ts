// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { BotInfo } from "../../generated/session";
import { botsFor, hostBot } from "./createTable";

const bot = (id: string, more: Partial<BotInfo> = {}): BotInfo => ({
  id,
  name: { ja: id, en: id },
  summary: { ja: "", en: "" },
  offered: true,
  engine: false,
  games: ["kokyu"],
  ...more,
});

test("newcomers get a built-in bot, whatever external programs there are", () => {
  const own = [bot("novice"), bot("advanced"), bot("master")];
  const fish = ["a", "b", "c", "d"].map((id) => bot(id, { engine: true }));
  expect(hostBot("kokyu", [...own, ...fish])?.id).toBe("advanced");
  expect(botsFor("kokyu", [...own, ...fish])).toHaveLength(7);
  expect(hostBot("kokyu", fish)).toBeUndefined();
});
