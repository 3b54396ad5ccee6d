/**
 * Begins to load what the page at an address needs, before anything is shown: its code, the board of
 * its game and the engine on this device are loaded side by side instead of one after the other.
 */
import { loadGame } from "../games";
import { device } from "../lib/api/dispatch";
import { getGame } from "../lib/api/games";
import { gameOfTable } from "../lib/local/place";
import { OWN, type Route } from "../lib/url/routes";
import { pageAt } from "./pages";

/** The game whose board the page shows, as far as its address says. */
function boardOf(route: Route): string | null {
  switch (route.page) {
    case "table":
      return gameOfTable(route.table);
    case "learn":
    case "position":
      return route.game;
    case "puzzle":
      return route.game === OWN ? null : route.game;
    default:
      return null;
  }
}

/** Whatever fails is loaded again where it is needed, and reported there. */
const ignored = () => {};

export function loadAhead(route: Route): void {
  pageAt(route).load().catch(ignored);
  const game = boardOf(route);
  if (game === null) return;
  loadGame(game).catch(ignored);
  getGame(game).catch(ignored);
  if (route.page === "table") device().then((local) => local.warm(game), ignored);
}
