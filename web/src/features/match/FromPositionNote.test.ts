// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Catalogue } from "../../generated/session";
import { card, SilentSource, state } from "../../lib/testing/fixtures";
import { language } from "../../lib/i18n/i18n.svelte";
import type { TableSession } from "../table/tableSession.svelte";
import HomePage from "../lobby/HomePage.svelte";
import WaitingRoom from "../table/WaitingRoom.svelte";

const SAID = { ja: "途中の局面から開始", en: "Started from a set-up position" };

afterEach(() => vi.unstubAllGlobals());

for (const lang of ["ja", "en"] as const) {
  test(`the card of a table that began from a position says so in ${lang}`, async () => {
    language.set(lang);
    const catalogue: Catalogue = { games: [], facts: {}, bots: [], name_length: 24 };
    const tables = [card({ table: "whole" }), card({ table: "late", from_position: true })];
    const profile = { name: "", crest: null, colour: null };
    const answers: Record<string, unknown> = { tables: { tables }, me: { profile } };
    vi.stubGlobal("fetch", (url: string) =>
      Promise.resolve(Response.json(answers[url.split("/").at(-1)!] ?? catalogue)),
    );
    vi.stubGlobal("EventSource", SilentSource);
    render(HomePage);
    const said = await screen.findAllByText(SAID[lang]);
    expect(said.map((each) => each.closest("a")?.getAttribute("href"))).toEqual(["/t/late"]);
  });

  test(`the table says so in ${lang}`, () => {
    language.set(lang);
    const show = (from_position: boolean) =>
      render(WaitingRoom, {
        session: { sending: false } as TableSession,
        state: state({ from_position }),
        info: undefined,
        names: [],
        module: undefined,
        bots: [],
      });
    within(show(true).container).getByText(SAID[lang]);
    expect(within(show(false).container).queryByText(SAID[lang])).toBeNull();
  });
}
