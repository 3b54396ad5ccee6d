import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { groups } from "./build/chunks.ts";
import { compress } from "./build/compress.ts";
import { site } from "./build/site.ts";
import { worker } from "./build/worker.ts";

// `npm run dev` serves the page with live reload; the server answers /api. Start
// `zashiki serve` beside it, or name another one in ZASHIKI_URL.
const server = process.env.ZASHIKI_URL ?? "http://127.0.0.1:7777";

/** The unit tests that need a DOM, or those that do not. */
const unitTests = (document: boolean) =>
  readdirSync(join(import.meta.dirname, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join("src", name))
    .filter((path) => {
      const text = readFileSync(join(import.meta.dirname, path), "utf8");
      return text.includes("@vitest-environment jsdom") === document;
    });

/** Prepares the tests that need no DOM, too. */
const LANGUAGES = "src/lib/testing/languages.ts";

export default defineConfig({
  plugins: [svelte(), site(), worker(), compress()],
  build: {
    target: "es2022",
    // All browsers that can run the page preload modules by themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups } },
      treeshake: {
        // Loading these files of Svelte changes nothing, so that what a page does not use of them is
        // left out (see build/chunks.ts).
        moduleSideEffects: [
          { test: /svelte.src.(internal.(client|shared)|reactivity|legacy)/, sideEffects: false },
        ],
      },
    },
  },
  server: {
    // Tests read files of the games, such as their glossaries.
    fs: { allow: [".."] },
    // The server refuses requests from other pages, so the proxy sends its own origin.
    proxy: {
      "/api": { target: server, ws: true, changeOrigin: true, headers: { origin: server } },
    },
  },
  // Unit tests run Svelte's browser build.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: {
    // Long enough for a busy machine.
    testTimeout: 60_000,
    // A process and a document for each file would take longer than most tests.
    isolate: false,
    pool: "threads",
    projects: [
      {
        extends: true,
        test: {
          name: "document",
          include: unitTests(true),
          environment: "jsdom",
          setupFiles: [LANGUAGES, "src/lib/testing/setup.ts"],
        },
      },
      {
        extends: true,
        test: { name: "plain", include: unitTests(false), setupFiles: LANGUAGES },
      },
    ],
  },
});
