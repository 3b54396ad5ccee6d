// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LobbyTable } from "../../generated/server";
import type { EventSourceLike } from "../../lib/api/transport";
import { FakeWorld } from "../../lib/testing/fixtures";
import { LiveLobby, openSeats, peopleWaiting, unusual, whoWaits } from "./lobby.svelte";

const CLOSED = 2;

class FakeEvents {
  onmessage: ((event: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  readyState = 1;
  #notice: ((event: { data: string }) => void) | null = null;
  addEventListener(type: string, hear: (event: { data: string }) => void) {
    if (type === "notice") this.#notice = hear;
  }
  announce(id: string) {
    this.#notice?.({ data: JSON.stringify({ id }) });
  }
  close() {
    this.readyState = CLOSED;
  }
  say(...tables: LobbyTable[]) {
    this.onmessage?.({ data: JSON.stringify({ tables }) });
  }
  /** Simulates a refusal by the server, after which the browser does not reconnect. */
  refuse() {
    this.readyState = CLOSED;
    this.onerror?.();
  }
}

function card(table: string, given: Partial<LobbyTable> = {}): LobbyTable {
  const seat = (name: string, bot: string | null = null) => ({
    name,
    bot,
    online: true,
    deserted: false,
  });
  return {
    table,
    game: "go",
    options: { komi: 6 },
    from_position: false,
    terms: { time: null, late: "bot", listed: true, onlookers: true, rated: false, advice: false },
    seats: [seat("Mika"), seat("", "greedy"), seat("")],
    started: false,
    onlookers: 0,
    created: 0,
    ...given,
  };
}

const INFO = { id: "go", default_options: { komi: 6 } };

let world: FakeWorld;
let opened: FakeEvents[];
let lobby: LiveLobby;
let leave: () => void;
let noticed: string[];
let sight: DocumentVisibilityState;
const listed = () => lobby.rows?.map(({ card, gone }) => `${card.table}${gone ? " gone" : ""}`);
const last = () => opened.at(-1)!;
function look(state: DocumentVisibilityState) {
  sight = state;
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  sight = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => sight);
  world = new FakeWorld();
  opened = [];
  noticed = [];
  const events = () => {
    opened.push(new FakeEvents());
    return last() as unknown as EventSourceLike;
  };
  lobby = new LiveLobby({ later: world.later, random: world.random, events }, ({ id }) =>
    noticed.push(id),
  );
  leave = lobby.watch();
});
afterEach(() => {
  leave();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("rows keep their places: new ones come last, and closed ones stay a while", () => {
  expect(lobby.rows).toBeNull();
  last().say(card("a"), card("b"), card("c"));
  last().say(card("new"), card("c", { started: true }), card("a"));
  expect(listed()).toEqual(["a", "b gone", "c", "new"]);
  expect(lobby.rows?.[2]?.card.started).toBe(true);
  world.pass(9_000);
  expect(listed()).toContain("b gone");
  world.pass(1_000);
  expect(listed()).toEqual(["a", "c", "new"]);
});

test("no row is removed while the user is in the list", () => {
  last().say(card("a"), card("b"));
  lobby.hold(true);
  last().say(card("b"));
  world.pass(30_000);
  expect(listed()).toEqual(["a gone", "b"]);
  lobby.hold(false);
  world.pass(10_000);
  expect(listed()).toEqual(["b"]);
});

test("a table that returns has its place again", () => {
  last().say(card("a"), card("b"));
  last().say(card("b"));
  last().say(card("b"), card("a"));
  world.pass(60_000);
  expect(listed()).toEqual(["a", "b"]);
});

test("a hidden page has no connection, and loads the list when it is visible again", () => {
  last().say(card("a"), card("b"));
  look("hidden");
  expect(opened[0]!.readyState).toBe(CLOSED);
  look("visible");
  expect(opened).toHaveLength(2);
  last().say(card("b"), card("c"));
  expect(listed()).toEqual(["b", "c"]);
});

test("the connection is retried after a refusal, but not after the page was left", () => {
  last().refuse();
  expect(lobby.live).toBe(false);
  world.pass(9_999);
  expect(opened).toHaveLength(1);
  world.pass(1);
  expect(opened).toHaveLength(2);
  last().say();
  expect(lobby.live).toBe(true);
  last().refuse();
  leave();
  world.pass(60_000);
  expect(opened).toHaveLength(2);
});

test("the browser itself reconnects a lost connection", () => {
  last().say(card("a"));
  last().onerror?.();
  world.pass(60_000);
  expect(opened).toHaveLength(1);
  expect(lobby.live).toBe(false);
  expect(listed()).toEqual(["a"]);
});

test("open seats and unusual options are found", () => {
  expect(openSeats(card("a"))).toBe(1);
  expect(unusual(INFO, card("a"))).toEqual([]);
  expect(unusual(INFO, card("a", { options: { komi: 0 } }))).toEqual(["komi"]);
  expect(unusual(INFO, card("a", { options: {} }))).toEqual([]);
});

test("the waiting player of a quick start is named", () => {
  const named = (given: Partial<LobbyTable>, own: string[] = []) =>
    whoWaits([{ card: card("a", given), gone: false }], INFO, new Set(own));
  const { terms } = card("a");
  const slow = { kind: "decision", seconds: 86_400 } as const;
  const quick = { kind: "decision", seconds: 300 } as const;
  expect(named({})).toBe("Mika");
  expect(named({ terms: { ...terms, time: quick } })).toBe("Mika");
  expect(named({ terms: { ...terms, time: slow } })).toBeNull();
  expect(named({ started: true })).toBeNull();
  expect(named({ game: "chess" })).toBeNull();
  expect(named({ options: { komi: 0 } })).toBeNull();
  expect(named({ from_position: true })).toBeNull();
  expect(named({}, ["a"])).toBeNull();
  const seats = card("a").seats.map((seat, at) => ({ ...seat, bot_account: at === 0 }));
  expect(named({ seats })).toBeNull();
  expect(whoWaits([{ card: card("a"), gone: true }], INFO, new Set())).toBeNull();
});

test("a notice of the operator arrives over the current connection", () => {
  const before = last();
  before.announce("one");
  look("hidden");
  before.announce("late");
  look("visible");
  last().announce("two");
  expect(noticed).toEqual(["one", "two"]);
});

test("people who wait at public tables are counted", () => {
  const rows = [
    { card: card("a"), gone: false },
    { card: card("b", { started: true }), gone: false },
    { card: card("c"), gone: true },
  ];
  expect(peopleWaiting(rows)).toBe(1);
});
