/** The games the page can show, found by their folders and loaded when first needed. */
import type { GameModule } from "./types";

const folders = import.meta.glob<{ default: GameModule }>("./*/index.ts");
const loaded = new Map<string, Promise<GameModule | undefined>>();

/** The game with this id; undefined when the page has no folder for it. */
export function loadGame(id: string): Promise<GameModule | undefined> {
  const known = loaded.get(id);
  if (known) return known;
  const load = folders[`./${id}/index.ts`];
  const game = load ? load().then((module) => module.default) : Promise.resolve(undefined);
  loaded.set(id, game);
  // A chunk that failed to load (the network was away) may be asked for again.
  game.catch(() => loaded.delete(id));
  return game;
}
