// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { TableState } from "../../generated/session";
import { FakeWorld, state } from "../testing/fixtures";
import { backoff, TableSocket, newId, type Listener } from "./tableSocket";

let world: FakeWorld;
let heard: string[];
let live: TableSocket;
let listener: Listener;

beforeEach(() => {
  world = new FakeWorld();
  heard = [];
  listener = {
    link: (link) => heard.push(link),
    state: (seen) => heard.push(`state ${seen.version}`),
    done: (id) => heard.push(`done ${id}`),
    refused: (id, refused) => heard.push(`refused ${id} ${refused.rule}`),
    drafted: (id, draft) => heard.push(`drafted ${id} ${String(draft.reading)}`),
    drafting: (draft) => heard.push(`drafting ${draft.seat} ${String(draft.reading)}`),
    said: (seat, phrase) => heard.push(`said ${seat} ${phrase}`),
  };
  live = new TableSocket("ws://here/live", listener, world);
  live.start();
});

test("messages are handled in the order in which they arrive", () => {
  world.last.accept();
  world.last.say({ type: "state", state: state({ version: 3 }) });
  world.last.say({ type: "done", id: "x" });
  world.last.say({ type: "state", state: state({ version: 4 }) });
  expect(heard).toEqual(["connecting", "online", "state 3", "done x", "state 4"]);
});

test("a change is merged into the present state", () => {
  const shown: TableState[] = [];
  listener.state = (seen) => shown.push(seen);
  world.last.accept();
  const view = { hand: ["a", "b"], pile: { left: 9 } };
  world.last.say({ type: "state", state: state({ version: 3, view, can_undo: true }) });
  world.last.say({
    type: "changed",
    version: 4,
    steps_from: 2,
    steps: [
      {
        seat: 1,
        scores: [1, 0],
        episodes: [{ events: 3, seat: 1, text: "one, two, three" }],
        told: [
          { event: "one", text: { ja: "一", en: "one" }, rule: null, view: { hand: [0, 1] } },
          { event: "two", text: "two", rule: null },
          { event: "three", text: { ja: "三", en: "three" }, rule: null, view: {} },
        ],
      },
    ],
    view: { pile: { left: 8 } },
    now: { can_undo: false, scores: [[1, 0]] },
  });
  const after = shown.at(-1)!;
  const told = after.steps[0]!.told.map((each) => each.view);
  expect(told).toEqual([{ hand: ["b"], pile: { left: 9 } }, undefined, told[0]]);
  expect(after.steps[0]).toMatchObject({ number: 2, episodes: [{ events: 3 }] });
  expect(after).toMatchObject({ version: 4, steps_from: 2, can_undo: false, scores: [1, 0] });
  expect(after.view).toEqual({ hand: ["b"], pile: { left: 8 } });
  expect((after.view as typeof view).hand).toBe((told[0] as typeof view).hand);
  expect(after.game).toBe(shown[0]!.game);
});

test("a change of a missing part requests the whole table", () => {
  world.last.accept();
  world.last.say({ type: "changed", version: 4, steps_from: 0, steps: [] });
  expect(heard).toEqual(["connecting", "online", "reconnecting"]);
});

test("a lost connection is opened again, fast at first and then slower, with the known steps", () => {
  world.last.accept();
  const steps = [0, 1, 2].map((number) => ({
    number,
    seat: null,
    told: [],
    episodes: [],
    scores: [],
  }));
  world.last.say({ type: "state", state: state({ version: 7, steps_from: 2, steps }) });
  world.last.cut();
  expect(heard.at(-1)).toBe("reconnecting");
  world.pass(149);
  expect(world.sockets).toHaveLength(1);
  world.pass(1);
  expect(world.sockets).toHaveLength(2);
  expect(world.last.url).toBe("ws://here/live?seen=5&version=7");
  world.last.cut();
  world.pass(299);
  expect(world.sockets).toHaveLength(2);
  world.pass(1);
  expect(world.sockets).toHaveLength(3);
  world.last.accept();
  expect(heard.at(-1)).toBe("online");
});

test("delays double up to a limit and are spread", () => {
  expect(backoff(0, 0.5)).toBe(150);
  expect(backoff(3, 0.5)).toBe(1200);
  expect(backoff(30, 0.5)).toBe(8000);
  expect(backoff(30, 0)).toBe(4000);
  expect(backoff(30, 0.999)).toBeLessThan(12_000);
});

test("an unanswered message is sent again under its own id, an answered one never", () => {
  world.last.accept();
  const first = live.send({ type: "act", version: 1, action: "a" });
  const second = live.send({ type: "undo", version: 1 });
  const third = live.send({ type: "rematch", comes: true });
  world.last.say({ type: "done", id: first });
  world.last.say({ type: "refused", id: third, rule: "T-9", message: { ja: "", en: "" } });
  world.last.cut();
  world.pass(150);
  world.last.accept();
  expect(world.last.sent).toEqual([{ type: "undo", id: second, version: 1 }]);
});

test("a message without a connection is sent as soon as there is one", () => {
  const id = live.send({ type: "sit", seat: 1, name: "A" });
  expect(world.last.sent).toEqual([]);
  world.last.accept();
  expect(world.last.sent).toEqual([{ type: "sit", id, seat: 1, name: "A" }]);
});

test("a socket that neither opens nor fails is abandoned", () => {
  const stuck = world.last;
  world.pass(8_000);
  expect(stuck.closed).toBe(true);
  world.pass(150);
  expect(world.sockets).toHaveLength(2);
  // The late answer of the first connection has no effect.
  stuck.accept();
  expect(heard).not.toContain("online");
});

test("the next attempt can be hurried, but never doubled", () => {
  world.last.accept();
  live.hurry();
  expect(world.sockets).toHaveLength(1);
  world.last.cut();
  live.hurry();
  expect(world.sockets).toHaveLength(2);
  world.pass(5_000);
  expect(world.sockets).toHaveLength(2);
});

test("a table is requested again over a new connection, with the known steps", () => {
  const before = world.last;
  before.accept();
  before.say({ type: "state", state: state({ version: 7 }) });
  const asked = live.send({ type: "undo", version: 7 });
  heard.length = 0;
  live.refresh();
  expect(before.closed).toBe(true);
  before.say({ type: "state", state: state({ version: 8 }) });
  expect(world.last.url).toBe("ws://here/live?seen=0&version=7");
  world.last.accept();
  expect(world.last.sent).toMatchObject([{ id: asked }]);
  // A new connection that does not open is abandoned like any other.
  live.refresh();
  live.refresh();
  const stuck = world.last;
  world.pass(8_000);
  expect(stuck.closed).toBe(true);
  expect(heard).toEqual(["online", "reconnecting"]);
});

test("after the end nothing is opened or handled", () => {
  world.last.accept();
  live.stop();
  expect(world.last.closed).toBe(true);
  world.last.say({ type: "done", id: "late" });
  world.pass(60_000);
  live.hurry();
  live.refresh();
  expect(world.sockets).toHaveLength(1);
  expect(heard).toEqual(["connecting", "online", "closed"]);
});

test("a table that was never reached is distinguished from one that was lost", () => {
  world.last.cut();
  expect(heard).toEqual(["connecting", "unreachable"]);
  world.pass(150);
  world.last.accept();
  world.last.cut();
  expect(heard.slice(2)).toEqual(["online", "reconnecting"]);
});

test("an unreadable message changes nothing", () => {
  world.last.accept();
  world.last.onmessage?.({ data: "{" });
  world.last.onmessage?.({ data: new ArrayBuffer(1) });
  expect(heard).toEqual(["connecting", "online"]);
});

test("compressed messages are decompressed, and all are handled in order", async () => {
  live.stop();
  heard.length = 0;
  const unpacked: ((text: string) => void)[] = [];
  world.unpack = () => new Promise((resolve) => unpacked.push(resolve));
  live = new TableSocket("ws://test", listener, world);
  live.start();
  expect(world.last.url).toBe("ws://test?seen=0&packed=true");
  world.last.accept();
  const done = (id: string) => JSON.stringify({ type: "done", id });
  world.last.onmessage?.({ data: new ArrayBuffer(1) });
  world.last.onmessage?.({ data: new ArrayBuffer(2) });
  world.last.onmessage?.({ data: done("c") });
  unpacked[1]!(done("b"));
  await Promise.resolve();
  expect(heard).toEqual(["connecting", "online"]);
  unpacked[0]!(done("a"));
  await vi.waitFor(() => expect(heard.slice(2)).toEqual(["done a", "done b", "done c"]));
  // No data is being decompressed, so the next message is handled at once.
  world.last.onmessage?.({ data: done("d") });
  expect(heard.at(-1)).toBe("done d");
});

test("data that cannot be decompressed is requested again, and nothing is handled late", async () => {
  live.stop();
  world.unpack = () => Promise.reject(new Error("no gzip"));
  live = new TableSocket("ws://test", listener, world);
  live.start();
  const bad = world.last;
  bad.accept();
  bad.onmessage?.({ data: new ArrayBuffer(1) });
  bad.onmessage?.({ data: JSON.stringify({ type: "done", id: "late" }) });
  await vi.waitFor(() => expect(heard.at(-1)).toBe("reconnecting"));
  expect(bad.closed).toBe(true);
  expect(heard).not.toContain("done late");
});

test("a change of language requests the table again, and every message gets its answer", () => {
  live.stop();
  live = new TableSocket("ws://test", listener, world);
  live.read("ja");
  live.start();
  expect(world.last.url).toBe("ws://test?seen=0&lang=ja");
  const before = world.last;
  before.accept();
  before.say({ type: "state", state: state({ version: 3 }) });
  const asked = live.send({ type: "act", version: 3, action: "go" });
  live.read("ja");
  expect(world.last).toBe(before);
  live.read("en");
  expect(before.closed).toBe(true);
  expect(world.last.url).toBe("ws://test?seen=0&lang=en");
  world.last.accept();
  expect(world.last.sent).toMatchObject([{ id: asked }]);
});

test("ids differ and are short enough, without randomUUID too", () => {
  const own = Object.getOwnPropertyDescriptor(crypto, "randomUUID");
  Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
  try {
    const ids = new Set(Array.from({ length: 100 }, newId));
    expect(ids.size).toBe(100);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  } finally {
    if (own) Object.defineProperty(crypto, "randomUUID", own);
    else Reflect.deleteProperty(crypto, "randomUUID");
  }
  expect(newId().length).toBeLessThanOrEqual(64);
});
