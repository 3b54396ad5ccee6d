/** A test of the texts of the front page: it is shown before the other texts are loaded. */
import { expect, test } from "vitest";
import { en as front } from "../lib/i18n/messages/front/en";
import { en as page } from "../lib/i18n/messages/en";
import { en as table } from "../lib/i18n/messages/table/en";

const sources = import.meta.glob<string>("../**/*.{ts,svelte}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const ENTRANCES = [
  "../main.ts",
  "../features/lobby/HomePage.svelte",
  "../features/lobby/OpenTables.svelte",
  "../lib/ui/Crest.svelte",
  "../lib/ui/BotFace.svelte",
];
const MESSAGES = "../lib/i18n/messages/";
/** A static import or export of values, which may take several lines. */
const IMPORT = /^\s*(?:import|export)\s+(?!type\b)(?:[^;"]*?from\s+)?"(\.[^"]+)"/gm;

const base = new URL("file:///src/app/here.ts");
const absolute = (path: string) => new URL(path, base).pathname;
const byPath = new Map(Object.entries(sources).map(([path, text]) => [absolute(path), text]));

/** The path of the file that an import names. */
const resolve = (from: string, name: string) =>
  ["", ".ts", ".svelte.ts", "/index.ts"]
    .map((end) => new URL(name, `file://${from}`).pathname + end)
    .find((path) => byPath.has(path));

/** The files that are loaded with the front page, without the texts. */
function loaded(): string[] {
  const found = new Set(ENTRANCES.map(absolute));
  for (const path of found)
    for (const [, name] of (byPath.get(path) ?? "").matchAll(IMPORT)) {
      const other = resolve(path, name!);
      if (other && !other.startsWith(absolute(MESSAGES))) found.add(other);
    }
  return [...found];
}

/** The keys that a source reads of texts: as properties, or by taking the texts apart. */
const read = (source: string) => [
  ...[...source.matchAll(/\b(?:words|seating)\??\.(\w+)/g)].map(([, key]) => key!),
  ...[...source.matchAll(/\{([\w\s,]+)\} = language\.words/g)].flatMap(([, keys]) =>
    keys!.split(",").map((key) => key.trim()),
  ),
];

test("the front page reads no text that is loaded later", () => {
  const files = loaded();
  expect(files.length).toBeGreaterThan(40);
  const reads = files.flatMap((path) => read(byPath.get(path)!).map((key) => ({ path, key })));
  const known = { ...front.page, ...front.table };
  expect(
    new Set(reads.filter(({ key }) => key in known).map(({ key }) => key)).size,
  ).toBeGreaterThan(70);
  const later = { ...page, ...table };
  expect(reads.filter(({ key }) => key in later && !(key in known))).toEqual([]);
});

test("every text stands in one file", () => {
  const twice = (one: object, other: object) => Object.keys(one).filter((key) => key in other);
  expect(twice(front.page, page)).toEqual([]);
  expect(twice(front.table, table)).toEqual([]);
});
