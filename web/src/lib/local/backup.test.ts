// @vitest-environment jsdom
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { COUNTING, fakeRunners, script } from "../testing/fakeEngine";
import { card as cardOf } from "../testing/fixtures";
import { addTables, backupOf, readBackup, takeProgress } from "./backup";
import { BotPool } from "./botPool";
import { GameList } from "./catalogue";
import { LocalTransport } from "./localTransport";
import { Problem } from "./problems";
import type { StoredLocalTable } from "../../generated/browser";
import { TableStore } from "./tableStore";
import { refreshStoredData } from "../storage/storedData.svelte";
import { isIntroduced } from "../../features/tutorial/progress.svelte";

/** The games of a new profile of the browser. */
function device(): LocalTransport {
  vi.stubGlobal("indexedDB", new IDBFactory());
  localStorage.clear();
  const start = fakeRunners(script());
  const world = {
    start,
    bots: new BotPool(start, () => 0, 1),
    changed: () => {},
    persist: () => {},
    now: () => 0,
    later: () => () => {},
  };
  const catalogue = { games: [{ id: COUNTING }], facts: {}, bots: [], name_length: 24 };
  const games = new GameList(
    () => Promise.resolve(Response.json(catalogue)),
    (path) => path,
  );
  return new LocalTransport(world, new TableStore(), games);
}

const stored = (last: string, version = 2): StoredLocalTable => {
  const table = `local-${COUNTING}-${last.padStart(10, "a")}`;
  const card = cardOf({ table, game: COUNTING, names: [{ ja: "あ", en: "A" }], changed: 5 });
  const row = { table, game: COUNTING, version, arranged: 0, changed: 5, card, data: "2" };
  return { row, changes: Array.from({ length: version }, (_, n) => `add ${n + 1}`) };
};

const fileOf = (value: unknown) => new Blob([JSON.stringify(value)]);
const textOf = (blob: Blob) =>
  new Promise<string>((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.readAsText(blob);
  });

beforeEach(() => {
  // jsdom lacks this method.
  Blob.prototype.text ??= function (this: Blob) {
    return textOf(this);
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("games, settings and progress come into a new profile by one file", async () => {
  const old = device();
  await old.store.add(stored("one"));
  await old.store.add(stored("two", 3));
  localStorage.setItem("zashiki.solved", "go/1 go/2");
  localStorage.setItem("zashiki.theme", "dark");
  localStorage.setItem("zashiki.puzzles", '{"rating":1100}');
  localStorage.setItem("zashiki.progress", '{"knowsAll":true}');
  localStorage.setItem("zashiki.shares", "secret");
  const names = (await old.store.list()).map(({ table }) => table);
  const file = await backupOf(old, names, true);
  expect(await file.text()).not.toContain("secret");

  const fresh = device();
  localStorage.setItem("zashiki.solved", "go/2 go/3");
  localStorage.setItem("zashiki.theme", "light");
  localStorage.setItem("zashiki.puzzles", '{"rating":900}');
  localStorage.removeItem("zashiki.progress");
  refreshStoredData();
  expect(isIntroduced("go")).toBe(false);
  const reading = await readBackup(fresh, file);
  expect(reading).toMatchObject({ same: [], different: [], rejected: [] });
  expect(await addTables(fresh, reading.fresh, false)).toEqual([]);
  takeProgress(reading.progress);
  expect((await fresh.store.list()).map(({ table }) => table).sort()).toEqual(names.sort());
  expect(await fresh.store.load(names[0]!)).not.toBeNull();
  expect(localStorage.getItem("zashiki.solved")).toBe("go/2 go/3 go/1");
  expect(localStorage.getItem("zashiki.theme")).toBe("light");
  // What this device has is kept; what it lacks is there at once.
  expect(localStorage.getItem("zashiki.puzzles")).toBe('{"rating":900}');
  expect(isIntroduced("go")).toBe(true);
  expect(await readBackup(fresh, file)).toMatchObject({ fresh: [], different: [] });
});

test("only the chosen games are saved, without progress if it is not wanted", async () => {
  const here = device();
  await here.store.add(stored("one"));
  await here.store.add(stored("two"));
  localStorage.setItem("zashiki.solved", "go/1");
  const file = await backupOf(here, [stored("two").row.table], false);
  expect(JSON.parse(await file.text())).toEqual({
    format: "zashiki-games",
    version: 1,
    tables: [stored("two")],
    progress: {},
  });
});

test("of a game that exists in another state both are kept, under different ids", async () => {
  const here = device();
  await here.store.add(stored("one"));
  const file = fileOf({
    format: "zashiki-games",
    version: 1,
    tables: [stored("one", 4), stored("one")],
    progress: {},
  });
  const reading = await readBackup(here, file);
  expect([reading.fresh, reading.same, reading.different].map(({ length }) => length)).toEqual([
    0, 1, 1,
  ]);
  expect(await addTables(here, reading.different, true)).toEqual([]);
  const rows = await here.store.list();
  expect(rows.map(({ version }) => version).sort()).toEqual([2, 4]);
  for (const { table, card } of rows) expect(card!.table).toBe(table);
  expect(await here.store.load(stored("one").row.table)).toEqual(stored("one"));
});

test.each([
  ["a picture", "\u0089PNG", "holds no saved games"],
  ["another JSON file", JSON.stringify({ game: "go" }), "holds no saved games"],
  ["nothing", "null", "holds no saved games"],
  ["half a file", '{"format":"zashiki-games","version":1,"tables":[{', "is damaged"],
  ["no tables", '{"format":"zashiki-games","version":1}', "is damaged"],
  ["a newer file", '{"format":"zashiki-games","version":2,"games":[]}', "newer version"],
])("%s is refused with the reason", async (_, text, said) => {
  const here = device();
  const thrown = await readBackup(here, new Blob([text])).catch((why: unknown) => why);
  expect(thrown).toBeInstanceOf(Problem);
  expect((thrown as Problem).text.en).toContain(said);
  expect((thrown as Problem).text.en).toContain(
    said === "holds no saved games" ? "Choose" : "Nothing was changed",
  );
});

test("damaged tables in a file are left out and named; the others are added", async () => {
  const here = device();
  const good = stored("good");
  const other = stored("other");
  const bad: unknown[] = [
    null,
    {},
    { ...other, row: { ...other.row, game: "chess" } },
    { ...other, row: { ...other.row, table: "../../etc" } },
    { ...other, row: { ...other.row, card: { ...other.row.card, names: ["A"] } } },
    { ...other, row: { ...other.row, version: -1 } },
    { ...other, changes: ["add 1"] },
    { ...other, changes: ["add 1", 2] },
  ];
  const file = fileOf({
    format: "zashiki-games",
    version: 1,
    tables: [...bad, good],
    progress: { "zashiki.solved": 5 },
  });
  const reading = await readBackup(here, file);
  expect(reading.fresh).toEqual([good]);
  expect(reading.rejected).toHaveLength(bad.length);
  expect(reading.progress).toEqual({});
  for (const { reason } of reading.rejected) expect(reason.en).toContain("damaged");
});

test("a table that the engine cannot read is removed again, with the engine's reason", async () => {
  const here = device();
  const message = { ja: "読めません。", en: "It cannot be read." };
  const add = vi.spyOn(here, "request");
  add.mockImplementationOnce(() => Promise.resolve(Response.json({ message }, { status: 422 })));
  const refused = await addTables(here, [stored("one"), stored("two")], false);
  expect(refused.map(({ reason }) => reason.ja)).toEqual([
    `${stored("one").row.table}: 読めません。`,
  ]);
  expect((await here.store.list()).map(({ table }) => table)).toEqual([stored("two").row.table]);
});
