/**
 * Links to a position of a finished game, and tables that continue from it. Loaded when first needed: a
 * live table does without.
 */
import type { BotInfo } from "../../generated/session";
import type { Seat } from "../../generated/core";
import { study } from "../../lib/api/analysis";
import { getRecord, placeOfTable } from "../../lib/api/tables";
import { positionLink } from "../../lib/url/positionLink";
import { playOnFrom } from "../lobby/createTable";

/** Loads the game up to the step, and its complete position. */
async function at(table: string, step: number) {
  const { play } = await getRecord(table);
  const actions = play.actions.slice(0, step);
  const { conclusion: _, ...dealt } = play;
  const { position } = await study({ ...dealt, actions, eyes: null, truth: true });
  return { play, position };
}

/** A link to the position after this step of a table. */
export async function linkAt(table: string, step: number): Promise<string> {
  const { play, position } = await at(table, step);
  return positionLink(play, position);
}

/** Opens a table that continues from this step with the user in `seat`; returns its id. */
export async function openAt(
  table: string,
  step: number,
  seat: Seat,
  bots: readonly BotInfo[],
): Promise<string> {
  const { play, position } = await at(table, step);
  return playOnFrom(play, position, seat, bots, placeOfTable(table));
}
