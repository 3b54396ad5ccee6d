/**
 * Opens tables without the new-table page: at the beginning, or from a late position of a game that
 * the program has played against itself. These functions apply to every game.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { Opened, OpenTable, SeatPlan, Terms } from "../src/generated/session";
import type { GameInfo } from "../src/generated/core";
import { walk } from "./person";
import { binary } from "./games";

/** The relevant fields of a step in the output of `zashiki trace`, which plays a game. */
interface Step {
  awaiting: number[];
  position: unknown;
}

/** The steps of traced games, by game and number of seats. */
const plays = new Map<string, Step[]>();

function played(game: Pick<GameInfo, "id">, seats: number): Step[] {
  const key = `${game.id} ${seats}`;
  const known = plays.get(key);
  if (known) return known;
  const folder = mkdtempSync(join(tmpdir(), "zashiki-late-"));
  const record = join(folder, "record.json");
  const run = (...args: string[]) =>
    execFileSync(binary(), args, { encoding: "utf8", maxBuffer: 1 << 28 });
  run(
    "simulate",
    game.id,
    "--seats",
    `${seats}`,
    "--games",
    "1",
    "--seed",
    "1",
    "--record",
    record,
  );
  const steps = run("trace", record)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Step);
  rmSync(folder, { recursive: true });
  plays.set(key, steps);
  return steps;
}

const own = (game: Pick<GameInfo, "id">, seats: number) =>
  played(game, seats).filter(({ awaiting }) => awaiting.includes(0));

/** The position in which the first seat decides for the first time, the same in every run. */
export function early(game: Pick<GameInfo, "id">, seats: number): unknown {
  return own(game, seats)[0]!.position;
}

/** The position in which the first seat has taken half of its decisions. */
export function midway(game: Pick<GameInfo, "id">, seats: number): unknown {
  const decisions = own(game, seats);
  return decisions[Math.floor(decisions.length / 2)]!.position;
}

/** A position in which the first seat has `left` decisions left, this one included. */
export function late(game: Pick<GameInfo, "id">, seats: number, left: number): unknown {
  const decisions = own(game, seats);
  expect(decisions.length, `decisions of the first seat of ${game.id}`).toBeGreaterThan(left);
  return decisions.at(-left)!.position;
}

/** Plans for a seat: for a friend, and for a bot that moves at once. */
export const FRIEND: SeatPlan = { kind: "open" };
export const WHIM: SeatPlan = { kind: "bot", bot: "random" };

/**
 * Options of a new table: the starting position, the user's name, and the options and settings that
 * differ from the defaults.
 */
type Begun = Partial<Pick<OpenTable, "position" | "name" | "options">> & {
  terms?: Partial<Terms>;
};

/** Opens a table with the user in the first seat, then the others; returns its id. */
export async function order(
  page: Page,
  url: string,
  game: Pick<GameInfo, "id">,
  others: readonly SeatPlan[],
  { name = "", options = {}, ...begun }: Begun = {},
): Promise<string> {
  const seats: SeatPlan[] = [{ kind: "me" }, ...others];
  const data = { game: game.id, options, seats, name, ...begun };
  const answer = await page.request.post(`${url}/api/tables`, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as Opened).table;
}

/** Opens a table and goes to its page. */
export async function sit(...[page, url, ...rest]: Parameters<typeof order>): Promise<void> {
  await walk(page, url, `/t/${await order(page, url, ...rest)}`);
}

/** A list with the same plan for `count` seats. */
export const fill = (count: number, plan: SeatPlan = WHIM): SeatPlan[] =>
  Array<SeatPlan>(count).fill(plan);
