/**
 * The build for static sites, chosen by `VITE_SITE=1`: a folder that works at any address, without
 * headers of its host. `cargo xtask site` adds the catalogue and the engine's modules.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { HtmlTagDescriptor, Plugin } from "vite";

/** The same permissions as in the headers of `zashiki serve`, and WebAssembly. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "img-src 'self' data:",
  "style-src-attr 'unsafe-inline'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];

const meta = (attrs: Record<string, string>): HtmlTagDescriptor => ({
  tag: "meta",
  attrs,
  injectTo: "head-prepend",
});

/** The text of the document about files that could not be loaded; a server's differs. */
const UNLOADED = /<p class="unloaded">[^]*?<\/p>/;
const INCOMPLETE = `<p class="unloaded">
      <span lang="ja">ページの一部を読み込めませんでした。再読み込みしても変わらない場合は、このサイトの管理者に、フォルダのすべてのファイルを置き直すよう知らせてください。</span>
      <span lang="en">Parts of this page could not be loaded. If loading it again does not help, ask the owner of this site to copy all files of the folder again.</span>
    </p>`;

const MISSING = "build/404.html";

/** The page of missing addresses, which permits its own script alone. */
function missing(): string {
  const page = readFileSync(MISSING, "utf8");
  const script = /<script>([^]*?)<\/script>/.exec(page)?.[1] ?? "";
  const hash = createHash("sha256").update(script).digest("base64");
  return page.replace("SCRIPT_HASH", `'sha256-${hash}'`);
}

export function site(): Plugin {
  return {
    name: "zashiki:site",
    apply: (_, { command }) => command === "build" && process.env.VITE_SITE === "1",
    config: () => ({ base: "./" }),
    transformIndexHtml: {
      order: "pre",
      handler(html) {
        if (!UNLOADED.test(html)) throw new Error("index.html has no text about missing files");
        return {
          html: html.replace(UNLOADED, INCOMPLETE),
          tags: [
            meta({ "http-equiv": "content-security-policy", content: POLICY.join("; ") }),
            meta({ name: "referrer", content: "same-origin" }),
          ],
        };
      },
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "404.html", source: missing() });
    },
  };
}
