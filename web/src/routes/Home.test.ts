// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Catalogue, TableCard } from "../generated/parlour";
import { language } from "../lib/i18n.svelte";
import Home from "./Home.svelte";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const card: TableCard = {
  table: "mine",
  game: "nothing",
  names: ["Iris", "Mika"].map((name) => ({ ja: name, en: name })),
  you: 0,
  started: true,
  your_turn: true,
  awaiting: [0],
  over: false,
  outcome: null,
  scores: [],
  playable: true,
  from_position: false,
  changed: 0,
};

test("the games come with one's tables, which would push them down if they came later", async () => {
  language.set("en");
  const catalogue: Catalogue = { games: [], facts: {}, bots: [] };
  let tell = () => {};
  const tables = new Promise<void>((told) => (tell = told));
  const profile = { name: "", crest: null, colour: null };
  const known = Response.json(catalogue);
  vi.stubGlobal("fetch", async (url: string) => {
    const asked = url.split("/").at(-1);
    if (asked === "tables") await tables;
    if (asked === "games") return known;
    return Response.json(asked === "me" ? { profile } : { tables: [card] });
  });
  vi.stubGlobal(
    "EventSource",
    class extends EventTarget {
      close() {}
    },
  );
  const { container } = render(Home);
  const shelf = () => screen.getByRole("region", { name: language.words.games }).textContent;
  await vi.waitFor(() => expect(known.bodyUsed).toBe(true));
  await new Promise((next) => setTimeout(next));
  await tick();
  expect(shelf()).toContain(language.words.loading);
  tell();
  await vi.waitFor(() => expect(container.querySelector('a[href="/t/mine"]')).not.toBeNull());
  expect(shelf()).not.toContain(language.words.loading);
});
