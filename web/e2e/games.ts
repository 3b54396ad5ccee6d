/** The games of the program under test. Tests are generated for each of them. */
import { execFileSync } from "node:child_process";
import type { GameInfo } from "../src/generated/core";

/** The program under test. */
export function binary(): string {
  const named = process.env.ZASHIKI_BIN;
  if (!named) throw new Error("Name the zashiki program to test in ZASHIKI_BIN.");
  return named;
}

/** The games, as `zashiki games --json` lists them. */
export const games: readonly GameInfo[] = (
  JSON.parse(execFileSync(binary(), ["games", "--json"], { encoding: "utf8" })) as {
    games: GameInfo[];
  }
).games;

/** Every number of seats of the game. */
export function seatCounts(game: GameInfo): number[] {
  const [least, most] = game.seats;
  return Array.from({ length: most - least + 1 }, (_, more) => least + more);
}

/**
 * True if everything is tested, with every game and every number of seats, which takes minutes
 * longer.
 */
export const FULL = Boolean(process.env.ZASHIKI_FULL);

/**
 * Games for a test of common behaviour: two that differ much, or all of them if everything is
 * tested.
 */
export const examples = FULL ? games : games.filter((_, place) => place % 3 === 0);
