/** Requests about the games of the server: catalogue, data, rules and tutorials. */
import type { Catalogue, GamePage, GameRules } from "../../generated/session";
import type { Tutorial } from "../../generated/core";
import { RequestRefused, askOnce, gamePath, unknownGame } from "./http";

/** Requests the list of the server's games and bots. */
export function getCatalogue(): Promise<Catalogue> {
  return askOnce<Catalogue>("/api/games");
}

/** Requests the data of a game that a table needs. */
export function getGame(id: string): Promise<GamePage> {
  return askOnce<GamePage>(gamePath(id)).catch((thrown: unknown) => {
    const unknown = thrown instanceof RequestRefused && thrown.status === 404;
    throw unknown ? new RequestRefused(404, unknownGame(id)) : thrown;
  });
}

/** Requests the rules and the components of a game. */
export function getRules(game: string): Promise<GameRules> {
  return askOnce<GameRules>(`${gamePath(game)}/rules`);
}

/** Requests the tutorial of a game; null if it has none. */
export function getBook(game: string): Promise<Tutorial | null> {
  return askOnce<Tutorial | null>(`${gamePath(game)}/book`);
}
