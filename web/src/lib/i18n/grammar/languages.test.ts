// A third language needs one more file beside these, and no other change of the page.
import { describe, expect, it } from "vitest";
import { LANGS } from ".";

/**
 * A catalogue of texts by key. Values are strings, functions that return strings, and nested
 * catalogues.
 */
type Catalogue = { readonly [key: string]: unknown };
type Module = Record<string, Catalogue>;

const modules = import.meta.glob<Module>(["../../../**/{messages,grammar}/{ja,en}.ts"], {
  eager: true,
});
const folders = [...new Set(Object.keys(modules).map((file) => file.replace(/[^/]+$/, "")))];
const catalogue = (folder: string, lang: string) => modules[`${folder}${lang}.ts`]![lang]!;

const sources = import.meta.glob<string>(
  [
    "../../../**/*.{ts,svelte}",
    "!../../../**/*.test.ts",
    "!../../../**/dev/**",
    "!../../testing/**",
    "!../../../generated/**",
  ],
  { query: "?raw", import: "default", eager: true },
);
/** Removes the comments from a source text. */
const code = (source: string) =>
  source.replace(/<!--[^]*?-->|\/\*[^]*?\*\/|(?<![:"'`])\/\/[^\n]*/g, "");

/** All texts of a catalogue, each with the path of its keys. */
function said(words: Catalogue, path = ""): [path: string, value: unknown][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === "object" && value !== null
      ? said(value as Catalogue, `${path}${key}.`)
      : [[`${path}${key}`, value]],
  );
}

/**
 * The kind of each text of a catalogue, with its path: a missing text, a string, or a function with
 * its number of parameters.
 */
const kinds = (words: Catalogue): string[] =>
  said(words)
    .map(([path, value]) => {
      if (typeof value === "function") return `${path}: (${value.length})`;
      return `${path}: ${typeof value === "string" && value.trim() === "" ? "nothing" : typeof value}`;
    })
    .sort();

const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;

describe("the texts of every language", () => {
  it("exist for the shell, the grammar and every game", () => {
    expect(folders.length).toBe(2 + 5);
  });
  it.each(folders)("have the same keys and parameters in each: %s", (folder) => {
    const [first, ...others] = LANGS.map((lang) => kinds(catalogue(folder, lang)));
    expect(first!.length).toBeGreaterThan(5);
    for (const other of others) expect(other).toEqual(first);
  });
  it.each(folders)("are Japanese in Japanese: %s", (folder) => {
    const latin = said(catalogue(folder, "ja")).filter(
      ([, value]) => typeof value === "string" && /[A-Za-z]/.test(value) && !JAPANESE.test(value),
    );
    expect(latin).toEqual([]);
  });
});

describe("the rest of the page", () => {
  it("behaves the same in all languages", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(100);
    const branches = Object.entries(sources).flatMap(([file, source]) =>
      (code(source).match(/[!=]== ?"(ja|en)".*/g) ?? []).map((line) => `${file}: ${line}`),
    );
    expect(branches).toEqual([]);
  });
  it("has no Japanese of its own except drawings on the page and on components", () => {
    const words = Object.entries(sources)
      .filter(([file]) => !/\/ja\.ts$|\/art\//.test(file))
      .flatMap(([file, source]) =>
        code(source)
          // Elements marked as Japanese show printed text of the components, and are left out.
          .replace(/\blang="ja"(?:=>|[^<>])*>[^<>]*/g, "")
          .split("\n")
          .filter((line) => JAPANESE.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(words).toEqual([]);
  });
});
