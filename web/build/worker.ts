/** Builds `worker/sw.ts` to `sw.js` with the list of the files of the page. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transformWithOxc, type Plugin, type Rolldown } from "vite";

const SOURCE = "worker/sw.ts";
/** Pages, the rules, the settings and languages are loaded when needed; offline they must be kept. */
const PAGE =
  /\/src\/(?:(?:features\/[^/]+\/\w+(?:Page|Drawer)|app\/\w+Panel)\.svelte|lib\/i18n\/messages\/(?:front|bundles)\/\w+\.ts)$/;
const GAME = /\/src\/games\/([^/]+)\//;
/** The folder of code that the games share. */
const SHARED = "kit";
/** The path of the document is empty: it is the page's folder. */
const DOCUMENT = "";
/** The files that the document needs besides scripts and styles. */
const PLAIN = ["icon.svg", "manifest.webmanifest"];

type Sized = { path: string; bytes: number };

/** A chunk, its static imports, and their styles. */
function needed(bundle: Rolldown.OutputBundle, name: string, found: Set<string>): void {
  const chunk = bundle[name];
  if (chunk?.type !== "chunk" || found.has(name)) return;
  found.add(name);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const other of chunk.imports) needed(bundle, other, found);
}

/** The files that every page needs. */
function shellOf(bundle: Rolldown.OutputBundle): Set<string> {
  const shell = new Set<string>();
  for (const [name, file] of Object.entries(bundle))
    // A chunk of several modules may have a page among them that is not the one it is named after.
    if (file.type === "chunk" && (file.isEntry || file.moduleIds.some((id) => PAGE.test(id))))
      needed(bundle, name, shell);
  return shell;
}

/** The files with the code of one game, with the id of that game. */
function gamesOf(bundle: Rolldown.OutputBundle): Map<string, string> {
  const games = new Map<string, string>();
  for (const [name, file] of Object.entries(bundle)) {
    const sources = file.type === "chunk" ? file.moduleIds : file.originalFileNames;
    const ids = new Set(sources.flatMap((source) => GAME.exec(`/${source}`)?.[1] ?? []));
    ids.delete(SHARED);
    const [id] = ids;
    if (ids.size !== 1 || id === undefined) continue;
    const styles = file.type === "chunk" ? (file.viteMetadata?.importedCss ?? []) : [];
    for (const path of [name, ...styles]) games.set(path, id);
  }
  return games;
}

const sizeOf = (file: Rolldown.OutputBundle[string]) =>
  Buffer.byteLength(file.type === "chunk" ? file.code : file.source);

/** The text changes with every build, so that browsers notice a new one. */
export function worker(): Plugin {
  let folder = "public";
  /** The catalogue of a static site, a file beside the document. */
  let catalogue: string | undefined;
  return {
    name: "zashiki:worker",
    apply: "build",
    configResolved(config) {
      folder = config.publicDir;
      catalogue = config.env.VITE_CATALOGUE as string | undefined;
    },
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const [shell, games] = [shellOf(bundle), gamesOf(bundle)];
        // On a static site the shell also has all dialogs, and the worker that runs the engine.
        const rest = catalogue ? "shell" : "rest";
        const built = Object.entries(bundle)
          .filter(([path]) => path.startsWith("assets/"))
          .map(([path, file]) => ({
            path,
            bytes: sizeOf(file),
            of: shell.has(path) ? "shell" : (games.get(path) ?? rest),
          }));
        const document = bundle["index.html"];
        if (!document) throw new Error("the build has no document");
        const plain: Sized[] = [
          ...PLAIN.map((path) => ({ path, bytes: readFileSync(join(folder, path)).length })),
          // Its size is not known here; it is small.
          ...(catalogue ? [{ path: catalogue, bytes: 0 }] : []),
          { path: DOCUMENT, bytes: sizeOf(document) },
        ];
        const files = [...built, ...plain.map((file) => ({ ...file, of: "shell" }))];
        const { code } = await transformWithOxc(readFileSync(SOURCE, "utf8"), SOURCE);
        const source = `const FILES = ${JSON.stringify(files)};\n${code}`;
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
