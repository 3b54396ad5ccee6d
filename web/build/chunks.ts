/**
 * Which modules travel together. Many small files would each cost their headers, and text
 * compresses better the more of it there is; what a page does not need should not come with it.
 */
import type { Rolldown } from "vite";

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const HOME = "/src/features/lobby/HomePage.svelte";
const LOBBY = "/src/features/lobby/OpenTables.svelte";
const TABLE = "/src/features/table/TablePage.svelte";
const GAME = /\/src\/games\/[^/]+\/index\.ts$/;
const EMBLEM = /\/src\/games\/[^/]+\/Emblem\.svelte/;

/** Where one can come in and reach the module by imports that do not wait. */
function entrances(module: string, context: Context): string[] {
  const seen = new Set([module]);
  for (const id of seen) context.getModuleInfo(id)?.importers.forEach((other) => seen.add(other));
  return [...seen].filter((id) => {
    const info = context.getModuleInfo(id);
    return info?.isEntry || info?.dynamicImporters.length;
  });
}

/** What every page needs, and what the front page shares with the table. */
function page(module: string, context: Context): string | null {
  const from = entrances(module, context);
  const needs = (end: string) => from.some((id) => id.endsWith(end));
  const always = from.some((id) => context.getModuleInfo(id)?.isEntry);
  const front = needs(HOME) || needs(LOBBY);
  return always || (front && needs(TABLE)) ? "page" : null;
}

/** The table around the board, and what the boards have in common. */
function table(module: string, context: Context): string | null {
  const from = entrances(module, context);
  const games = from.filter((id) => GAME.test(id)).length;
  return from.some((id) => id.endsWith(TABLE)) || games > 1 ? "table" : null;
}

/** The front page shows them all, and each of them is small. */
const emblem = (module: string) => (EMBLEM.test(module) ? "emblems" : null);

export const groups: Rolldown.CodeSplittingGroup[] = [
  { debugName: "page", name: page, priority: 3 },
  { debugName: "emblems", name: emblem, priority: 2 },
  { debugName: "table", name: table, priority: 1 },
];
