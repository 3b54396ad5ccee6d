/** The games the page can show, found by their folders and loaded when first needed. */
import type { Component } from "svelte";
import type { EmblemProps, GameModule } from "./types";

const modules = import.meta.glob<{ default: GameModule }>("./*/index.ts");
// Lists of games show their emblems and need nothing else of them.
const emblems = import.meta.glob<{ default: Component<EmblemProps> }>("./*/Emblem.svelte");

/** The game with this id; undefined when the page has no folder for it. */
export const loadGame = loading(modules, (id) => `./${id}/index.ts`);

/** The emblem of the game with this id; undefined when the page has no folder for it. */
export const loadEmblem = loading(emblems, (id) => `./${id}/Emblem.svelte`);

/** Loads what each game's file has by default, once. */
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
    // A chunk that failed to load (the network was away) may be asked for again.
    part.catch(() => loaded.delete(id));
    return part;
  };
}
