// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LobbyTable } from "../../generated/server";
import type { Catalogue } from "../../generated/session";
import { AutoSit } from "./autoSit";
import { language } from "../../lib/i18n/i18n.svelte";
import type { LiveLobby } from "./lobby.svelte";
import { GAME, SUMMARY, tableOf, text } from "../../lib/testing/fakeGame";
import { BOTS, stage, until, type Stage } from "../../lib/testing/stage";
import OpenTables from "./OpenTables.svelte";

const SPAN = {
  id: "span",
  name: text("長さ", "Length"),
  kind: {
    type: "choice" as const,
    choices: [
      { value: "long", name: text("長い", "long") },
      { value: "short", name: text("短い", "short") },
    ],
  },
  default: "long",
  rule: "M-1",
};
const catalogue: Catalogue = {
  games: [{ ...SUMMARY, default_options: { span: "long" } }],
  facts: {},
  bots: [...BOTS],
  name_length: 24,
};

function waiting(table: string, name: string, given: Partial<LobbyTable> = {}): LobbyTable {
  const { terms, seats } = tableOf(2);
  const open = { name: "", bot: null, online: false, deserted: false };
  return {
    table,
    game: GAME.id,
    options: { span: "long" },
    from_position: false,
    terms: { ...terms, listed: true },
    seats: [{ ...seats[0]!, name }, open],
    started: false,
    onlookers: 0,
    created: 0,
    ...given,
  };
}

function show(rows: { card: LobbyTable; gone?: boolean }[], own: string[] = []) {
  const lobby = { rows: rows.map((row) => ({ gone: false, ...row })), live: true, hold: () => {} };
  render(OpenTables, { lobby: lobby as unknown as LiveLobby, catalogue, own: new Set(own) });
  return screen.getAllByRole("listitem");
}

let server: Stage;
beforeEach(() => {
  language.set("en");
  server = stage(tableOf(2));
  server.answer(`GET /api/games/${GAME.id}`, () => ({ info: { ...GAME, options: [SPAN] } }));
});
afterEach(() => vi.unstubAllGlobals());

test("a listed table shows the waiting players and its settings, and one press joins it", async () => {
  const time = { kind: "total" as const, seconds: 900, increment: 10 };
  const { terms } = waiting("t1", "");
  const options = { span: "short" };
  const [row] = show([
    { card: waiting("t1", "Ayame", { options, terms: { ...terms, time } }) },
    { card: waiting("t2", "Iris") },
  ]);
  for (const said of [
    "A Game for Trying",
    "Ayame",
    "1 open seat",
    "15 minutes in all, 10 seconds more each decision",
  ])
    expect(row!.textContent).toContain(said);
  // The words of options are loaded for the one table whose options differ from the defaults.
  await until(() => expect(row!.textContent).toContain("Length: short"));
  expect(server.asked.map(({ path }) => path)).toEqual([`/api/games/${GAME.id}`]);
  const link = within(row!).getByRole("link", { name: /^Sit down/ });
  expect(link.getAttribute("href")).toBe("/t/t1");
  link.addEventListener("click", (event) => event.preventDefault());
  await fireEvent.click(link);
  // A user who opens this link takes the open seat.
  expect(new AutoSit("t1").seat({ ...waiting("t1", "Ayame"), you: null })).toBe(1);
});

test("spectators can open a table, players find theirs marked, and a closed one says so", () => {
  const [running, mine, gone] = show(
    [
      { card: waiting("t1", "Ayame", { started: true, onlookers: 2 }) },
      { card: waiting("t2", "Iris", { started: true }) },
      { card: waiting("t3", "Suzu"), gone: true },
    ],
    ["t2"],
  );
  expect(running!.textContent).toContain("2 spectators");
  const on = within(running!).getByRole("link", { name: /^Watch/ });
  expect(on.getAttribute("href")).toBe("/t/t1");
  expect(mine!.textContent).toContain("Your table");
  within(mine!).getByRole("link", { name: /^Go to the table/ });
  expect(gone!.textContent).toContain("No longer open");
  expect(within(gone!).queryByRole("link")).toBeNull();
});

test("a game in progress shows its board, and its emblem if the server did not draw it", async () => {
  const progress = { decisions: 12, scores: [3, 1] };
  const [running, before] = show([
    { card: waiting("t 1", "Ayame", { started: true, progress }) },
    { card: waiting("t2", "Iris") },
  ]);
  const picture = running!.querySelector("img")!;
  expect(picture.getAttribute("src")).toBe("/api/tables/t%201/picture?lang=en&at=12");
  expect(picture.getAttribute("loading")).toBe("lazy");
  expect(picture.closest("a")!.getAttribute("href")).toBe("/t/t%201");
  // Keyboard users have the link with words.
  expect(within(running!).getAllByRole("link")).toHaveLength(1);
  expect(before!.querySelector("img")).toBeNull();
  await fireEvent.error(picture);
  expect(running!.querySelector("img")).toBeNull();
});
