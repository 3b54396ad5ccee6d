/**
 * Compresses the built page once, at the highest level, so that the server need not. Hosts of static
 * sites compress by themselves.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** The extensions of text files, which can be compressed. */
const TEXT = /\.(?:html|js|css|svg|json|webmanifest|txt)$/;

/** The encoders by the extension that the server recognises beside the plain file. */
const SQUEEZED: Record<string, (plain: Buffer) => Buffer> = {
  br: (plain) =>
    brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
  gz: (plain) => gzipSync(plain, { level: 9 }),
};

/** Writes `FILE.br` and `FILE.gz` beside each file if they are smaller. */
export function compress(): Plugin {
  let folder = "";
  return {
    name: "zashiki:compress",
    apply: (_, { command }) => command === "build" && process.env.VITE_SITE !== "1",
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle: {
      order: "post",
      handler() {
        for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
          if (!TEXT.test(name)) continue;
          const plain = readFileSync(join(folder, name));
          for (const [ending, squeeze] of Object.entries(SQUEEZED)) {
            const small = squeeze(plain);
            if (small.length < plain.length)
              writeFileSync(join(folder, `${name}.${ending}`), small);
          }
        }
      },
    },
  };
}
