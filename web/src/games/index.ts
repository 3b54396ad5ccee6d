/**
 * Finds the games that the page can show, by their folders, and loads each when it is first needed.
 */
import type { Component } from "svelte";
import type { Lang } from "../lib/i18n/grammar";
import type { EmblemProps, GameModule } from "./types";

const modules = import.meta.glob<{ default: GameModule }>("./*/index.ts");
// Lists of games show only the emblems, so these are loaded separately.
const emblems = import.meta.glob<{ default: Component<EmblemProps> }>("./*/Emblem.svelte");

// A game may have pictures of its board, one for each language (`cargo xtask update-board-pictures`).
const pictures = import.meta.glob<string>("./*/board.*.webp", {
  query: "?url",
  import: "default",
  eager: true,
});

/** The address of the picture of a game's board in a language; undefined if it has none. */
export const pictureOf = (id: string, lang: Lang): string | undefined =>
  pictures[`./${id}/board.${lang}.webp`];

/** Loads the game with this id; undefined if the page has no folder for it. */
export const loadGame = loading(modules, (id) => `./${id}/index.ts`);

/** Loads the emblem of the game with this id; undefined if the page has no folder for it. */
export const loadEmblem = loading(emblems, (id) => `./${id}/Emblem.svelte`);

/** Returns a function that loads the default export of a game's file, each once. */
function loading<Part>(
  files: Record<string, () => Promise<{ default: Part }>>,
  file: (id: string) => string,
): (id: string) => Promise<Part | undefined> {
  const loaded = new Map<string, Promise<Part | undefined>>();
  return (id) => {
    const known = loaded.get(id);
    if (known) return known;
    const load = files[file(id)];
    const part = load ? load().then((module) => module.default) : Promise.resolve(undefined);
    loaded.set(id, part);
    // If a file failed to load (for example without a network), it may be requested again.
    part.catch(() => loaded.delete(id));
    return part;
  };
}
