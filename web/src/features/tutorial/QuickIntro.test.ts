// @vitest-environment jsdom
import { render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test } from "vitest";
import type { Figure, Tutorial } from "../../generated/core";
import type { GamePage } from "../../generated/session";
import type { GameModule } from "../../games/types";
import { language } from "../../lib/i18n/i18n.svelte";
import { GAME, text } from "../../lib/testing/fakeGame";
import QuickIntro from "./QuickIntro.svelte";

const figure = (said: string, seats: number[]): Figure =>
  ({ text: text(said, said), scene: null, at: [], seats, lit: [] }) as unknown as Figure;
const book = {
  minute: [figure("Collect gems.", [2]), figure("Collect more.", [3, 4]), figure("Draw.", [])],
} as unknown as Tutorial;
const page = { info: GAME } as unknown as GamePage;
const show = (seats?: number) => {
  render(QuickIntro, { page, book, module: {} as GameModule, seats });
  return screen
    .getAllByRole("listitem")
    .map((item) => item.textContent.replace(/\s+/g, " ").trim());
};

beforeEach(() => language.set("en"));

test("where all sentences are shown, those for some numbers of seats name them", () => {
  expect(show()).toEqual([
    "2 players Collect gems.",
    "3 players, 4 players Collect more.",
    "Draw.",
  ]);
});

test("at a table, the sentences need no number of seats", () => {
  expect(show(2)).toEqual(["Collect gems.", "Draw."]);
});
