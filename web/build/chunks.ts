/**
 * Grouping of modules into chunks. Many small files would each cost their headers, and larger
 * texts compress better; but a page should not load what it does not need.
 */
import type { Rolldown } from "vite";

type Context = Parameters<Rolldown.CodeSplittingNameFunction>[1];

const HOME = "/src/features/lobby/HomePage.svelte";
const LOBBY = "/src/features/lobby/OpenTables.svelte";
const TABLE = "/src/features/table/TablePage.svelte";
const GAME = /\/src\/games\/[^/]+\/index\.ts$/;
const EMBLEM = /\/src\/games\/[^/]+\/Emblem\.svelte/;

/** The entry points and dynamic imports from which static imports reach the module. */
function entrances(module: string, context: Context): string[] {
  const seen = new Set([module]);
  for (const id of seen) context.getModuleInfo(id)?.importers.forEach((other) => seen.add(other));
  return [...seen].filter((id) => {
    const info = context.getModuleInfo(id);
    return info?.isEntry || info?.dynamicImporters.length;
  });
}

/** True for entrances of the front page. */
const isFront = (id: string) => id.endsWith(HOME) || id.endsWith(LOBBY);

/** The modules of every page, and those that the front page shares with the table. */
function page(module: string, context: Context): string | null {
  const from = entrances(module, context);
  const always = from.some((id) => context.getModuleInfo(id)?.isEntry);
  const both = from.some(isFront) && from.some((id) => id.endsWith(TABLE));
  return always || both ? "page" : null;
}

/** The modules of the front page alone, and those that it shares with other pages than the table. */
function home(module: string, context: Context): string | null {
  const from = entrances(module, context);
  if (!from.some(isFront)) return null;
  return from.every(isFront) ? "home" : "lists";
}

/** The modules of the table around the board, and those that boards share. */
function table(module: string, context: Context): string | null {
  const from = entrances(module, context);
  const games = from.filter((id) => GAME.test(id)).length;
  return from.some((id) => id.endsWith(TABLE)) || games > 1 ? "table" : null;
}

/**
 * Parts of Svelte that the front page does not use: transitions, form fields, elements of any name,
 * and collections. All parts are imported by one file, so that imports alone do not tell.
 */
const SVELTE =
  /\/svelte\/src\/(internal\/client\/dom\/(elements\/(transitions|custom-element|bindings\/(input|size))|blocks\/svelte-element)|reactivity\/(map|set)|legacy\/legacy-client)\.js$/;
const svelte = (module: string) => (SVELTE.test(module) ? "svelte" : null);

/** The front page shows all emblems, and each of them is small. */
const emblem = (module: string) => (EMBLEM.test(module) ? "emblems" : null);

// What the modules of a page need is the page's as well, so that nothing must be added to these two.
const closed = { includeDependenciesRecursively: false };

export const groups: Rolldown.CodeSplittingGroup[] = [
  { debugName: "svelte", name: svelte, priority: 5, ...closed },
  { debugName: "page", name: page, priority: 4, ...closed },
  { debugName: "home", name: home, priority: 3, ...closed },
  { debugName: "emblems", name: emblem, priority: 2 },
  { debugName: "table", name: table, priority: 1 },
];
