/** The games of the program under test, for each of which the tests are repeated. */
import { execFileSync } from "node:child_process";
import type { GameInfo } from "../src/generated/core";

/** The path of the program under test, from the environment variable ZASHIKI_BIN. */
export function binary(): string {
  const named = process.env.ZASHIKI_BIN;
  if (!named) throw new Error("Name the zashiki program to test in ZASHIKI_BIN.");
  return named;
}

/** The games of the program, from the output of `zashiki games --json`. */
export const games: readonly GameInfo[] = (
  JSON.parse(execFileSync(binary(), ["games", "--json"], { encoding: "utf8" })) as {
    games: GameInfo[];
  }
).games;

/** Every number of seats with which the game can be played. */
export function seatCounts(game: GameInfo): number[] {
  const [least, most] = game.seats;
  return Array.from({ length: most - least + 1 }, (_, more) => least + more);
}

/**
 * True if every game is tested with every number of seats, which takes minutes longer (environment
 * variable ZASHIKI_FULL).
 */
export const FULL = Boolean(process.env.ZASHIKI_FULL);

/**
 * The games for tests of behaviour that all games share: every third game, or all games if {@link FULL}
 * is set.
 */
export const examples = FULL ? games : games.filter((_, place) => place % 3 === 0);
