/** Positions as text and as links. The command `zashiki position` reads the same text. */
import type { Study } from "../../generated/session";
import { encode } from "./urlCodec";
import { path } from "./routes";

/** The game and the configuration to which a position belongs. */
export type Played = Pick<Study, "game" | "seats" | "options" | "components">;

/** The text of a position, as JSON. It does not contain the state of the random generator. */
export function positionText(play: Played, position: unknown): string {
  const { game, seats, options = {}, components } = play;
  const { dice: _, ...truth } = position as Record<string, unknown>;
  const said = { game, seats, options, ...(components ? { components } : {}), position: truth };
  return JSON.stringify(said, null, 2);
}

/**
 * The address of the page that shows a position, given as text; null if the text is too long for
 * one.
 */
export async function positionPlace(game: string, text: string): Promise<string | null> {
  const packed = await encode(JSON.stringify(JSON.parse(text)));
  return packed && `${path({ page: "position", game })}#${packed}`;
}

/**
 * The link to a position. If the position is too long for an address, the link leads to the game's
 * page for positions.
 */
export async function positionLink(play: Played, position: unknown): Promise<string> {
  const place = await positionPlace(play.game, positionText(play, position));
  return location.origin + (place ?? path({ page: "position", game: play.game }));
}
