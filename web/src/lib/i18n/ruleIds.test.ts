// Texts of rules come from the engine as data: no source of the page contains one.
import { expect, it } from "vitest";

const sources = import.meta.glob<string>(
  [
    "../../**/*.{ts,svelte}",
    "!../../**/*.test.ts",
    "!../../**/dev/**",
    "!../testing/**",
    "!../../generated/**",
  ],
  { query: "?raw", import: "default", eager: true },
);

it("no source of the page contains the id of a rule", () => {
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  const typed = Object.entries(sources).flatMap(([file, source]) =>
    (source.match(/(["'`])[A-Z]{1,2}-\d+\1/g) ?? []).map((id) => `${file}: ${id}`),
  );
  expect(typed).toEqual([]);
});
