// A third language is one more file beside these, and nothing else of the page.
import { describe, expect, it } from "vitest";
import { LANGS } from ".";

/** Words by their keys: strings, functions that make them, and more of the same. */
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
/** A source without its comments. */
const code = (source: string) =>
  source.replace(/<!--[^]*?-->|\/\*[^]*?\*\/|(?<![:"'`])\/\/[^\n]*/g, "");

/** Everything that is said, by the path of its keys. */
function said(words: Catalogue, path = ""): [path: string, value: unknown][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === "object" && value !== null
      ? said(value as Catalogue, `${path}${key}.`)
      : [[`${path}${key}`, value]],
  );
}

/** What there is to say: nothing, a string, or a function of so many parameters. */
const kinds = (words: Catalogue): string[] =>
  said(words)
    .map(([path, value]) => {
      if (typeof value === "function") return `${path}: (${value.length})`;
      return `${path}: ${typeof value === "string" && value.trim() === "" ? "nothing" : typeof value}`;
    })
    .sort();

const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;

describe("what is said in every language", () => {
  it("is said by the shell, by the grammar and by every game", () => {
    expect(folders.length).toBe(2 + 5);
  });
  it.each(folders)("has the same keys and parameters in each: %s", (folder) => {
    const [first, ...others] = LANGS.map((lang) => kinds(catalogue(folder, lang)));
    expect(first!.length).toBeGreaterThan(5);
    for (const other of others) expect(other).toEqual(first);
  });
  it.each(folders)("is Japanese in Japanese: %s", (folder) => {
    const latin = said(catalogue(folder, "ja")).filter(
      ([, value]) => typeof value === "string" && /[A-Za-z]/.test(value) && !JAPANESE.test(value),
    );
    expect(latin).toEqual([]);
  });
});

describe("the rest of the page", () => {
  it("does nothing else in one language than in another", () => {
    expect(Object.keys(sources).length).toBeGreaterThan(100);
    const branches = Object.entries(sources).flatMap(([file, source]) =>
      (code(source).match(/[!=]== ?"(ja|en)".*/g) ?? []).map((line) => `${file}: ${line}`),
    );
    expect(branches).toEqual([]);
  });
  it("has no Japanese of its own but what is drawn on the house and on components", () => {
    const words = Object.entries(sources)
      .filter(([file]) => !/\/ja\.ts$|\/art\//.test(file))
      .flatMap(([file, source]) =>
        code(source)
          // What is marked as Japanese is a picture of what is printed.
          .replace(/\blang="ja"(?:=>|[^<>])*>[^<>]*/g, "")
          .split("\n")
          .filter((line) => JAPANESE.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(words).toEqual([]);
  });
});
