// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { capabilities } from "../../lib/api/dispatch";
import { local } from "../../lib/local/localTransport";
import type { StoredLocalTable } from "../../generated/browser";
import { GAME, tableOf } from "../../lib/testing/fakeGame";
import { card } from "../../lib/testing/fixtures";
import { BOTS, stage, until } from "../../lib/testing/stage";
import Backup from "./Backup.svelte";

const can = capabilities as { server: boolean };
const changed = vi.fn();
let saved: { blob: Blob; name: string }[];

function stored(last: string, version = 2): StoredLocalTable {
  const table = `local-${GAME.id}-${last.padStart(10, "a")}`;
  const row = {
    table,
    game: GAME.id,
    version,
    arranged: 0,
    changed: 5,
    card: card({ table, game: GAME.id }),
    data: "2",
  };
  return { row, changes: Array.from({ length: version }, (_, n) => String(n)) };
}

beforeEach(() => {
  can.server = false;
  saved = [];
  changed.mockReset();
  const server = stage(tableOf(2));
  server.answer("GET /api/games", () => ({
    games: [GAME],
    facts: {},
    bots: BOTS,
    name_length: 24,
  }));
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      saved.push({ blob, name: "" });
      return "blob:saved";
    },
    revokeObjectURL: () => {},
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.at(-1)!.name = this.download;
  });
  Blob.prototype.text ??= function (this: Blob) {
    return new Promise((done) => {
      const reader = new FileReader();
      reader.onload = () => done(String(reader.result));
      reader.readAsText(this);
    });
  };
});
afterEach(async () => {
  can.server = true;
  cleanup();
  for (const { table } of await local().store.list()) await local().store.remove(table);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

async function show() {
  const { container } = render(Backup, { gameName: () => "Game", changed });
  return (text: string) => {
    const input = container.querySelector<HTMLInputElement>("input[type=file]")!;
    Object.defineProperty(input, "files", {
      value: [new File([text], "x.json")],
      configurable: true,
    });
    return fireEvent.change(input);
  };
}
const backup = (...tables: unknown[]) =>
  JSON.stringify({ format: "zashiki-games", version: 1, tables, progress: {} });

test("chosen games are saved to one file", async () => {
  await local().store.add(stored("one"));
  await local().store.add(stored("two"));
  await show();
  await fireEvent.click(await screen.findByText("Choose games"));
  await fireEvent.click((await screen.findAllByRole("checkbox", { name: /^Game/ }))[0]!);
  await fireEvent.click(screen.getByRole("button", { name: "Save 1 game to a file" }));
  await screen.findByText("Saved.");
  expect(saved[0]!.name).toMatch(/^zashiki-games-\d{4}-\d\d-\d\d\.json$/);
  const { tables } = JSON.parse(await saved[0]!.blob.text()) as { tables: unknown[] };
  expect(tables).toHaveLength(1);
});

test("a file is opened; of a game that differs here the user decides", async () => {
  await local().store.add(stored("one"));
  await local().store.add(stored("two"));
  const give = await show();
  await give(backup(stored("one"), stored("two", 3), stored("three"), { row: null }));
  await screen.findByText(/^1 game added\. 1 game was here already, unchanged\.$/);
  expect(screen.getByText(/differs\.$/)).not.toBeNull();
  expect(screen.getByText(/its data is damaged/)).not.toBeNull();
  await until(() => expect(changed).toHaveBeenCalledOnce());
  await fireEvent.click(screen.getByRole("button", { name: "Keep both" }));
  await until(async () => expect(await local().store.list()).toHaveLength(4));
  await until(() => expect(screen.queryByText(/differs\.$/)).toBeNull());
});

test("a foreign file is refused, and nothing changes", async () => {
  const give = await show();
  await give("{}");
  expect((await screen.findByRole("alert")).textContent).toContain("holds no saved games");
  expect(await local().store.list()).toEqual([]);
  expect(changed).not.toHaveBeenCalled();
});
