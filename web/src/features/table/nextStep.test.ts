// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { BotInfo } from "../../generated/session";
import { state } from "../../lib/testing/fixtures";
import { nextOpponent, sameGameAgainst } from "./nextStep";

const bot = (id: string, given: Partial<BotInfo> = {}): BotInfo => ({
  id,
  name: { ja: id, en: id },
  summary: { ja: "", en: "" },
  offered: true,
  engine: false,
  games: ["nothing"],
  ...given,
});
const BOTS = [bot("novice"), bot("hidden", { offered: false }), bot("middle"), bot("strong")];
const seat = (id: string | null) => ({
  name: id ?? "Iris",
  bot: id,
  online: true,
  deserted: false,
});
const after = (winner: number, ...opponents: (string | null)[]) =>
  state({
    seats: [seat(null), ...opponents.map(seat)],
    outcome: { winners: [winner], reason: "points" },
  });

test("a victory leads to the next stronger bot, a defeat to the next weaker one", () => {
  expect(nextOpponent(after(0, "novice"), BOTS)?.bot.id).toBe("middle");
  expect(nextOpponent(after(1, "strong"), BOTS)).toMatchObject({ level: 2, levels: 3 });
  expect(nextOpponent(after(0, "novice", "middle"), BOTS)?.bot.id).toBe("strong");
  expect(nextOpponent(after(1, "novice"), BOTS)).toBeUndefined();
  expect(nextOpponent(after(0, "strong"), BOTS)).toBeUndefined();
});

test("after a game among people or as a spectator no bot is suggested", () => {
  expect(nextOpponent(after(0, "novice", null), BOTS)).toBeUndefined();
  expect(nextOpponent({ ...after(0, "novice"), you: null }, BOTS)).toBeUndefined();
});

test("the next game has the same options and seats", () => {
  const table = { ...after(1, "novice", "middle"), you: 1, options: { rounds: 3 } };
  expect(sameGameAgainst(table, BOTS[3]!)).toMatchObject({
    game: "nothing",
    options: { rounds: 3 },
    seats: [{ kind: "bot", bot: "strong" }, { kind: "me" }, { kind: "bot", bot: "strong" }],
  });
});
