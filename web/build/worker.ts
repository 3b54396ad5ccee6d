/** Builds `worker/sw.ts` to `/sw.js` with the list of files that the document needs. */
import { readFileSync } from "node:fs";
import { transformWithOxc, type Plugin, type Rolldown } from "vite";

const SOURCE = "worker/sw.ts";
/** Pages are loaded when they are opened; offline they must be cached already. */
const PAGE = /\/src\/features\/[^/]+\/\w+Page\.svelte$/;
/** The files that the document needs besides scripts and styles. */
const PLAIN = ["/", "/icon.svg"];

/** A chunk, its static imports, and their styles. */
function needed(bundle: Rolldown.OutputBundle, name: string, found: Set<string>): void {
  const chunk = bundle[name];
  if (chunk?.type !== "chunk" || found.has(`/${name}`)) return;
  found.add(`/${name}`);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(`/${style}`);
  for (const other of chunk.imports) needed(bundle, other, found);
}

/** The text changes with every build, so that browsers notice a new one. */
export function worker(): Plugin {
  return {
    name: "zashiki:worker",
    apply: "build",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const files = new Set(PLAIN);
        for (const [name, file] of Object.entries(bundle))
          if (file.type === "chunk" && (file.isEntry || PAGE.test(file.facadeModuleId ?? "")))
            needed(bundle, name, files);
        const { code } = await transformWithOxc(readFileSync(SOURCE, "utf8"), SOURCE);
        const source = `const SHELL = ${JSON.stringify([...files])};\n${code}`;
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
