import { expect, test } from "vitest";
import { sources } from "./reconstructed";

test("sources are counted at any depth", () => {
  const components = {
    game: "x",
    card: [
      { n: 1, source: "rulebook" },
      { n: 2, source: "reconstructed" },
    ],
    deep: { source: "reconstructed", more: [{ source: "rulebook" }] },
  };
  expect(sources(components)).toEqual({ all: 4, reconstructed: 2 });
});

test("anything else has none", () => {
  for (const odd of [null, 1, "source", [], { source: 3 }])
    expect(sources(odd)).toEqual({ all: 0, reconstructed: 0 });
});
