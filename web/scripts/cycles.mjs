/**
 * Fails if modules of the page import each other in a cycle, or if an import points upwards through
 * the layers below. Imports of types, dynamic imports and imports in markup count like all others;
 * tests are left out. `npm run cycles` prints each cycle with the files on it.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const src = join(import.meta.dirname, "../src");

/**
 * The folders of each layer, from the lowest to the highest. A module imports only from its own
 * layer and from lower ones.
 */
const LAYERS = [
  /^generated\//,
  /^lib\//,
  /^games\/types\.ts$/,
  /^games\/kit\//,
  /^games\/[^/]+\//,
  /^games\//,
  /^features\//,
  /^app\//,
  /^main\.ts$/,
];

/**
 * Matches the specifiers in `import … from "x"`, `export … from "x"`, `import "x"` and
 * `import("x")`.
 */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}(?:\/[^"'?]*)?)["']/g;

/** Matches comments, also those in markup. */
const COMMENT = /<!--[^]*?-->|\/\*[^]*?\*\/|(?<![:"'`])\/\/[^\n]*/g;

const isFile = (path) => existsSync(path) && statSync(path).isFile();

/**
 * Finds the file in `src` that an import specifier names; undefined for styles and for files
 * outside `src`.
 */
function resolve(from, specifier) {
  const base = join(dirname(from), specifier);
  const found = [base, `${base}.ts`, join(base, "index.ts")].find(isFile);
  return found && /\.(ts|svelte)$/.test(found) && !relative(src, found).startsWith("..")
    ? relative(src, found)
    : undefined;
}

/** Maps each module, by its path below `src`, to the modules that it imports. */
function graph() {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.(ts|svelte)$/.test(file) && !file.endsWith(".test.ts"),
  );
  return new Map(
    files.map((file) => {
      const path = join(src, file);
      const code = readFileSync(path, "utf8").replace(COMMENT, "");
      const targets = [...code.matchAll(IMPORT)].map(([, specifier]) => resolve(path, specifier));
      return [file, [...new Set(targets.filter((target) => target !== undefined))]];
    }),
  );
}

/** Finds a shortest path of imports from a module back to itself; null if there is none. */
function cycleThrough(start, imports) {
  const before = new Map();
  const queue = [start];
  for (const file of queue) {
    for (const next of imports.get(file) ?? []) {
      if (next === start) {
        const path = [start];
        for (let at = file; at !== start; at = before.get(at)) path.unshift(at);
        return [start, ...path];
      }
      if (!before.has(next)) {
        before.set(next, file);
        queue.push(next);
      }
    }
  }
  return null;
}

/** Finds shortest import cycles; each module is on at most one of them. */
function cycles(imports) {
  const seen = new Set();
  return [...imports.keys()].sort().flatMap((file) => {
    const cycle = seen.has(file) ? null : cycleThrough(file, imports);
    cycle?.forEach((each) => seen.add(each));
    return cycle ? [cycle] : [];
  });
}

/** Finds imports of modules in a higher layer, and imports of one game by another. */
function upward(imports) {
  const layer = (file) => LAYERS.findIndex((pattern) => pattern.test(file));
  const game = (file) => /^games\/(?!kit\/)([^/]+)\//.exec(file)?.[1];
  return [...imports].flatMap(([file, targets]) =>
    targets
      .filter(
        (target) =>
          layer(target) > layer(file) ||
          (game(target) && !file.startsWith("lib/testing/") && game(target) !== game(file)),
      )
      .map((target) => `${file} imports ${target}`),
  );
}

const imports = graph();
const unplaced = [...imports.keys()].filter((file) => !LAYERS.some((layer) => layer.test(file)));
const problems = [
  ...unplaced.map((file) => `${file} is in no layer`),
  ...cycles(imports).map((cycle) => `cycle: ${cycle.join(" → ")}`),
  ...upward(imports).map((line) => `upwards: ${line}`),
];
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
} else {
  console.log(`${imports.size} modules of the page: no import cycle`);
}
