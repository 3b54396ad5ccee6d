/** The games of the server: catalogue, data, rules and tutorials. */
import type { Catalogue, GamePage, GameRules } from "../../generated/server";
import type { Tutorial } from "../../generated/core";
import { RequestRefused, askOnce, gamePath, unknownGame } from "./http";

/** The games and bots of the server. */
export function getCatalogue(): Promise<Catalogue> {
  return askOnce<Catalogue>("/api/games");
}

/** The data that a table of the game needs. */
export function getGame(id: string): Promise<GamePage> {
  return askOnce<GamePage>(gamePath(id)).catch((thrown: unknown) => {
    const unknown = thrown instanceof RequestRefused && thrown.status === 404;
    throw unknown ? new RequestRefused(404, unknownGame(id)) : thrown;
  });
}

/** The rules and the components of a game. */
export function getRules(game: string): Promise<GameRules> {
  return askOnce<GameRules>(`${gamePath(game)}/rules`);
}

/** The tutorial of a game; null if it has none. */
export function getBook(game: string): Promise<Tutorial | null> {
  return askOnce<Tutorial | null>(`${gamePath(game)}/book`);
}
