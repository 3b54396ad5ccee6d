/** The life of tables on a device: a fake engine, a real host, and a fake IndexedDB. */
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Refusal, ToServer } from "../../generated/session";
import { TableSocket, livePath, type Link } from "../api/tableSocket";
import { OPEN, type SocketLike } from "../api/transport";
import { FakeWorld } from "../testing/fixtures";
import { COUNTING, fakeRunners, script, type Script } from "../testing/fakeEngine";
import { until } from "../testing/until";
import { BotPool } from "./botPool";
import { GameList } from "./catalogue";
import { LocalTransport } from "./localTransport";
import { Problem } from "./problems";
import { TableStore } from "./tableStore";

const CATALOGUE = { games: [{ id: COUNTING }], facts: {}, bots: [], name_length: 24 };

/** A tab of the page, with its own engine; all tabs share the storage. */
interface Tab {
  plan: Script;
  local: LocalTransport;
  store: TableStore;
  time: FakeWorld;
}

let tabs: Tab[];
/** The number of requests to keep the storage. */
let persisted = 0;

function tab(): Tab {
  const plan = script();
  const time = new FakeWorld();
  const start = fakeRunners(plan);
  const store = new TableStore();
  const world = {
    start,
    bots: new BotPool(start, () => 0, 2),
    changed: (table: string) =>
      tabs.forEach((other) => other !== made && other.local.changedElsewhere(table)),
    persist: () => (persisted += 1),
    now: () => time.now,
    later: time.later,
  };
  const games = new GameList(
    () => Promise.resolve(Response.json(CATALOGUE)),
    (path) => path,
  );
  const made: Tab = { plan, time, store, local: new LocalTransport(world, store, games) };
  tabs.push(made);
  return made;
}

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  tabs = [];
  persisted = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function ask(at: Tab, path: string, method = "GET", body?: unknown) {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await at.local.request(path, init);
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
}

async function open(at: Tab): Promise<string> {
  const { status, body } = await ask(at, "/api/tables?device", "POST", { game: COUNTING });
  expect(status).toBe(201);
  return (body as { table: string }).table;
}

/** A connection that notes what it receives. */
class Seat {
  readonly heard: { type: string; state?: { sum: number }; id?: string; message?: unknown }[] = [];
  readonly socket: SocketLike;
  closed = 0;
  #ids = 0;

  constructor(at: Tab, table: string) {
    this.socket = at.local.socket(`${livePath(table)}?seen=0&packed=true`);
    this.socket.onmessage = ({ data }) => this.heard.push(JSON.parse(String(data)) as never);
    this.socket.onclose = () => (this.closed += 1);
  }
  get sum() {
    return this.heard.findLast(({ type }) => type === "state")?.state?.sum;
  }
  add(id = `m${++this.#ids}`): string {
    const message: ToServer = { id, type: "act", version: 0, action: "add" };
    this.socket.send(JSON.stringify(message));
    return id;
  }
}

async function sit(at: Tab, table: string): Promise<Seat> {
  const seat = new Seat(at, table);
  await until(() => expect(seat.socket.readyState).toBe(OPEN));
  return seat;
}

const inputs = (at: Tab, type: string) => at.plan.inputs.filter((input) => input.type === type);

test("a game against a bot is played to its end, and continued after a reload", async () => {
  const first = tab();
  const table = await open(first);
  expect(persisted).toBe(1);
  const seat = await sit(first, table);
  expect(seat.sum).toBe(0);
  const id = seat.add();
  // The bot answers by itself.
  await until(() => expect(seat.sum).toBe(2));
  expect(seat.heard).toContainEqual({ type: "done", id });
  expect(inputs(first, "progress")).toHaveLength(1);
  expect(first.plan.inputs.find(({ type }) => type === "connect")).toMatchObject({
    query: "seen=0",
  });

  // The tab is gone; a new one finds the game where it was.
  const second = tab();
  const again = await sit(second, table);
  expect(again.sum).toBe(2);
  for (const sum of [4, 6]) {
    again.add();
    await until(() => expect(again.sum).toBeGreaterThanOrEqual(sum - 1));
    if (sum < 6) await until(() => expect(again.sum).toBe(sum));
  }
  await until(() => expect(again.sum).toBe(6));
  const stored = await second.store.load(table);
  expect(stored!.changes).toEqual([1, 2, 3, 4, 5, 6].map((sum) => `add ${sum}`));
  const { body } = await ask(second, "/api/tables?device");
  expect(body).toMatchObject({ tables: [{ table, over: true }] });
});

test("a tab killed while the bot thinks loses nothing: the bot thinks again", async () => {
  const first = tab();
  first.plan.held = () => {};
  const table = await open(first);
  const seat = await sit(first, table);
  seat.add();
  await until(() => expect(seat.sum).toBe(1));
  const again = await sit(tab(), table);
  await until(() => expect(again.sum).toBe(2));
});

test("the list of tables needs no engine, and a removed table is gone", async () => {
  const first = tab();
  const table = await open(first);
  const kept = await open(first);
  const seat = await sit(first, table);
  const second = tab();
  const { body } = await ask(second, "/api/tables?device");
  expect((body as { tables: unknown[] }).tables).toHaveLength(2);
  expect(second.plan.started).toEqual({ engine: 0, thinker: 0 });
  expect((await ask(second, `/api/tables/${table}`, "DELETE")).status).toBe(204);
  const { body: rest } = await ask(first, "/api/tables?device");
  expect(rest).toMatchObject({ tables: [{ table: kept }] });
  // The other tab learns of it, and can no longer play there.
  await until(() => expect(inputs(first, "missing")).toHaveLength(1));
  expect(seat.closed).toBe(1);
  expect((await ask(first, `/api/tables/${table}`)).status).toBe(404);
});

test("a change in another tab arrives, and of two decisions at once only one counts", async () => {
  const [one, two] = [tab(), tab()];
  // The first tab gets no news, like a frozen one.
  const table = await open(one);
  const here = await sit(one, table);
  const there = await sit(two, table);
  there.add();
  await until(() => expect(there.sum).toBe(2));
  await until(() => expect(here.sum).toBe(2));

  const reload = vi.spyOn(one.local, "changedElsewhere").mockImplementation(() => {});
  there.add();
  await until(() => expect(there.sum).toBe(4));
  expect(here.sum).toBe(2);
  // This decision conflicts with what is stored; the engine reads the table and tries it again.
  here.add();
  await until(() =>
    expect(inputs(one, "stored")).toContainEqual(expect.objectContaining({ result: "conflict" })),
  );
  reload.mockRestore();
  await until(() => expect(here.sum).toBe(6));
  expect((await one.store.load(table))!.changes).toHaveLength(6);
});

/** A page's connection to a table, which opens again by itself. */
function page(at: Tab, table: string) {
  const links: Link[] = [];
  const refused: Refusal[] = [];
  const sums: number[] = [];
  const live = new TableSocket(
    livePath(table),
    {
      link: (link) => links.push(link),
      state: (state) => sums.push((state as unknown as { sum: number }).sum),
      done: () => {},
      refused: (_, refusal) => refused.push(refusal),
      drafted: () => {},
      drafting: () => {},
      said: () => {},
    },
    {
      socket: (path) => at.local.socket(path),
      later: at.time.later,
      time: () => at.time.now,
      random: () => 0.5,
      newId: () => `p${Math.random()}`,
    },
  );
  return { live, links, refused, sums };
}

test("after a panic the engine starts again, and the page goes on by itself", async () => {
  const at = tab();
  const table = await open(at);
  const { live, links, refused, sums } = page(at, table);
  live.start();
  await until(() => expect(sums).toEqual([0]));
  at.plan.traps.push(({ type }) => type === "message");
  live.send({ type: "act", version: 0, action: "add" });
  await until(() => expect(links.at(-1)).toBe("reconnecting"));
  expect(at.plan.running.engine).toBe(0);
  at.time.pass(1_000);
  // The message at which the engine stopped is not sent to it again.
  await until(() => expect(refused).toHaveLength(1));
  expect(refused[0]!.message.en).toContain("Choose something else");
  expect(at.plan.started.engine).toBe(2);
  expect(links.at(-1)).toBe("online");
  live.send({ type: "act", version: 0, action: "add" });
  await until(() => expect(sums.at(-1)).toBe(2));
  live.stop();
});

test("a request at which the engine stops is answered; others are carried out", async () => {
  const at = tab();
  const table = await open(at);
  at.plan.traps.push((input) => input.type === "request" && input.path.endsWith("review"));
  const [bad, good] = await Promise.all([
    ask(at, `/api/tables/${table}/review`),
    ask(at, `/api/tables/${table}/steps/1`),
  ]);
  expect(bad.status).toBe(500);
  expect(bad.body).toMatchObject({
    rule: null,
    message: { en: expect.stringContaining("Nothing was lost") },
  });
  expect(good.status).toBe(200);
});

test("a table at which the engine always stops is given up, and others are not", async () => {
  const at = tab();
  const table = await open(at);
  const other = await open(at);
  at.time.pass(60_000);
  await until(() => expect(inputs(at, "unload")).toHaveLength(2));
  const row = (await at.store.load(table))!.row;
  await at.store.add({ row: { ...row, version: 7 }, changes: [] });
  const seen = await ask(at, `/api/tables/${table}`);
  expect(seen.status).toBe(500);
  expect(seen.body).toMatchObject({ message: { en: expect.stringContaining("several times") } });
  const started = at.plan.started.engine;
  const seat = new Seat(at, table);
  await until(() => expect(seat.closed).toBe(1));
  expect(at.plan.started.engine).toBe(started);
  expect((await ask(at, `/api/tables/${other}`)).status).toBe(200);
});

test("a bot's worker that stops is tried once more, then the engine is told", async () => {
  const at = tab();
  const table = await open(at);
  const seat = await sit(at, table);
  at.plan.failingThoughts = 1;
  seat.add();
  await until(() => expect(seat.sum).toBe(2));
  at.plan.failingThoughts = 2;
  seat.add();
  await until(() => expect(inputs(at, "thought").at(-1)).toMatchObject({ result: null }));
  expect(at.plan.failingThoughts).toBe(0);
  expect(seat.sum).toBe(3);
});

test("without space the decision is refused with the reason, and the game is kept", async () => {
  const at = tab();
  const table = await open(at);
  const seat = await sit(at, table);
  const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  seat.add();
  await until(() =>
    expect(seat.heard.at(-1)).toMatchObject({
      type: "refused",
      message: { en: expect.stringContaining("no space left") },
    }),
  );
  expect(seat.sum).toBe(0);
  const refused = await ask(at, "/api/tables?device", "POST", { game: COUNTING });
  expect(refused.status).toBe(507);
  expect(refused.body).toMatchObject({ message: { ja: expect.stringContaining("容量") } });
  full.mockRestore();
  seat.add();
  await until(() => expect(seat.sum).toBe(2));
});

test.each([
  ["refused", () => vi.stubGlobal("indexedDB", undefined), "gives this page no storage"],
  [
    "of a newer page",
    () => {
      const open = IDBFactory.prototype.open;
      vi.spyOn(indexedDB, "open").mockImplementation(function (this: IDBFactory, name) {
        return open.call(indexedDB, name, 0.5 as never);
      });
    },
    "error",
  ],
])("a storage that is %s is explained", async (_, break_, said) => {
  break_();
  const at = tab();
  const { status, body } = await ask(at, "/api/tables?device", "POST", { game: COUNTING });
  expect(status).toBe(507);
  expect(body).toMatchObject({ message: { en: expect.stringContaining(said) } });
});

test("games of a newer page are not touched", async () => {
  await new Promise((done) => {
    const request = indexedDB.open("zashiki", 99);
    request.onsuccess = () => {
      request.result.close();
      done(null);
    };
  });
  const { status, body } = await ask(tab(), "/api/tables?device");
  expect(status).toBe(409);
  expect(body).toMatchObject({ message: { en: expect.stringContaining("newer version") } });
});

test("a module that cannot be loaded is explained, and tried again later", async () => {
  const at = tab();
  const table = await open(tab());
  at.plan.unloadable = new Problem(503, (words) => words.moduleAway);
  const seat = new Seat(at, table);
  await until(() => expect(seat.closed).toBe(1));
  const { status, body } = await ask(at, `/api/tables/${table}`);
  expect(status).toBe(503);
  expect(body).toMatchObject({ message: { en: expect.stringContaining("no connection") } });
  at.plan.unloadable = null;
  await sit(at, table);
});

test("a table without clients leaves the engine after a while", async () => {
  const at = tab();
  const table = await open(at);
  const seat = await sit(at, table);
  at.time.pass(60_000);
  expect(inputs(at, "unload")).toEqual([]);
  seat.socket.close();
  const back = await sit(at, table);
  at.time.pass(60_000);
  expect(inputs(at, "unload")).toEqual([]);
  back.socket.close();
  at.time.pass(60_000);
  await until(() => expect(inputs(at, "unload")).toEqual([{ type: "unload", table }]));
});

test("requests go to the engine of the game that they name, in the form of a server", async () => {
  const at = tab();
  expect((await ask(at, "/api/games")).body).toEqual(CATALOGUE);
  expect((await ask(at, `/api/games/${COUNTING}/rules`)).body).toEqual({
    asked: `/api/games/${COUNTING}/rules`,
  });
  expect((await ask(at, "/api/analysis", "POST", { game: COUNTING })).status).toBe(200);
  const letters = [...`\ufeff{"game":"${COUNTING}"}`].map((letter) => letter.charCodeAt(0));
  const utf16 = new Uint8Array(letters.flatMap((code) => [code & 0xff, code >> 8]));
  const file = await at.local.request("/api/records", { method: "POST", body: utf16 });
  expect(file.status).toBe(200);
  for (const [path, method, body, status] of [
    ["/api/games/chess/rules", "GET", undefined, 404],
    ["/api/analysis", "POST", { game: "chess" }, 404],
    ["/api/records", "POST", [], 400],
    ["/api/ratings?game=counting&seats=2", "GET", undefined, 501],
    ["/api/notice", "GET", undefined, 501],
    ["/api/me/passkeys/begin", "POST", {}, 501],
    ["/api/quickstart", "POST", {}, 501],
    ["/api/tables/nothing", "GET", undefined, 404],
  ] as const) {
    const refused = await ask(at, path, method, body);
    expect([path, refused.status]).toEqual([path, status]);
    const { message } = refused.body as unknown as Refusal;
    expect(message.ja).not.toBe("");
    expect(message.en).not.toBe(message.ja);
  }
});
