// @vitest-environment jsdom
import { render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Catalogue } from "../generated/parlour";
import { card, SilentSource } from "../lib/fixtures";
import { language } from "../lib/i18n.svelte";
import Home from "./Home.svelte";

afterEach(() => vi.unstubAllGlobals());

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
    return Response.json(asked === "me" ? { profile } : { tables: [card({ table: "mine" })] });
  });
  vi.stubGlobal("EventSource", SilentSource);
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
