// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { FakeWorld, state, step } from "../../lib/testing/fixtures";
import { TableSession } from "./tableSession.svelte";

let world: FakeWorld;
let session: TableSession;

beforeEach(() => {
  world = new FakeWorld();
  session = new TableSession("ws://here", { frameMs: () => 100 }, () => {}, world);
  session.start();
  world.last.accept();
  world.last.say({ type: "state", state: state({ version: 5 }) });
});

test("a decision has the version at which it was made and is settled by answer and state", () => {
  session.act("go");
  expect(world.last.sent).toEqual([{ type: "act", id: "m1", version: 5, action: "go" }]);
  expect(session.busy).toBe(true);
  world.last.say({ type: "done", id: "m1" });
  expect(session.busy).toBe(true);
  world.last.say({ type: "state", state: state({ version: 6 }) });
  expect(session.busy).toBe(false);
});

test("the state may come before the answer", () => {
  session.act("go");
  world.last.say({ type: "state", state: state({ version: 6 }) });
  expect(session.busy).toBe(true);
  world.last.say({ type: "done", id: "m1" });
  expect(session.busy).toBe(false);
});

test("nothing is decided twice, nor while changes are being shown", () => {
  session.act("go");
  session.act("again");
  session.undo();
  expect(world.last.sent).toHaveLength(1);
  world.last.say({ type: "done", id: "m1" });
  const steps = [step(1, ["a", "b"])];
  world.last.say({ type: "state", state: state({ version: 6, steps_from: 1, steps }) });
  session.act("early");
  expect(world.last.sent).toHaveLength(1);
  world.pass(200);
  session.act("now");
  expect(world.last.sent.at(-1)).toMatchObject({ action: "now", version: 6 });
});

test("a refusal is shown until another action is tried, and nothing stays locked", () => {
  session.act("no");
  const message = { ja: "だめ", en: "No" };
  world.last.say({ type: "refused", id: "m1", rule: "Q-1", message });
  expect(session.refused).toEqual({ rule: "Q-1", message });
  expect(session.busy).toBe(false);
  session.act("yes");
  expect(session.refused).toBeNull();
});

test("a decision survives a lost connection and is settled after it", () => {
  session.act("go");
  world.last.cut();
  expect(session.link).toBe("reconnecting");
  world.pass(150);
  world.last.accept();
  expect(world.last.sent).toEqual([{ type: "act", id: "m1", version: 5, action: "go" }]);
  world.last.say({ type: "state", state: state({ version: 6 }) });
  world.last.say({ type: "done", id: "m1" });
  expect(session.busy).toBe(false);
});

test("a rematch is requested once, and may be requested again after a refusal", async () => {
  session.rematch(true);
  expect(session.rematchAsked).toBe(true);
  // The message contains the hash of this device's share of the deal.
  await vi.waitFor(() => expect(world.last.sent).toHaveLength(1));
  const hash: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(world.last.sent[0]).toEqual({ type: "rematch", id: "m1", comes: true, hash });
  world.last.say({ type: "refused", id: "m1", rule: null, message: { ja: "", en: "" } });
  expect(session.rematchAsked).toBe(false);
});

test("of waiting drafts only the last is sent, and the others return null", async () => {
  const first = session.draft("a");
  const second = session.draft("ab");
  const third = session.draft("abc");
  expect(world.last.sent).toEqual([{ type: "draft", id: "m1", version: 5, draft: "a" }]);
  expect(await second).toBeNull();
  const why = { rule: "H-1", message: { ja: "まだ", en: "Not yet" } };
  const draft = { reading: { cards: 1 }, completed: "abc", refused: why };
  world.last.say({ type: "drafted", id: "m1", draft });
  expect(await first).toEqual({
    reading: { cards: 1 },
    completed: "abc",
    refused: { rule: "H-1", message: why.message },
  });
  expect(world.last.sent.at(-1)).toMatchObject({ type: "draft", draft: "abc" });
  world.last.say({ type: "refused", id: "m2", rule: "T-6", message: why.message });
  expect(await third).toBeNull();
  // Drafts take no decision and block no other message.
  expect(session.busy).toBe(false);
  expect(session.refused).toBeNull();
});

test("drafts of others are shown as they grow, until the table changes", () => {
  const drafts = [{ seat: 1, reading: "one" }];
  world.last.say({ type: "state", state: state({ version: 6, drafts }) });
  expect([...session.others]).toEqual([[1, "one"]]);
  world.last.say({ type: "drafting", version: 6, draft: { seat: 1, reading: "two" } });
  world.last.say({ type: "drafting", version: 6, draft: { seat: 2, reading: "one" } });
  expect([...session.others]).toEqual([
    [1, "two"],
    [2, "one"],
  ]);
  world.last.say({ type: "state", state: state({ version: 7 }) });
  expect([...session.others]).toEqual([]);
});

test("the time left is counted by this page's own clock", () => {
  world.pass(1_000);
  const clocks = [
    { seat: 0, left_ms: 90_000, running: true },
    { seat: 1, left_ms: 60_000, running: false },
  ];
  world.last.say({ type: "state", state: state({ version: 6, clocks }) });
  expect([...session.deadlines]).toEqual([[0, 91_000]]);
  expect([...session.banks]).toEqual([[1, 60_000]]);
});

test("resigning and offers do not wait for playback", () => {
  const steps = [step(1, ["a", "b"])];
  world.last.say({ type: "state", state: state({ version: 6, steps_from: 1, steps }) });
  expect(session.playback.playing).toBe(true);
  session.talk("offer");
  expect(world.last.sent).toEqual([{ type: "talk", id: "m1", version: 6, word: "offer" }]);
  world.last.say({ type: "done", id: "m1" });
  expect(session.sending).toBe(true);
  world.last.say({ type: "state", state: state({ version: 7, steps_from: 2 }) });
  expect(session.sending).toBe(false);
  session.resign();
  expect(world.last.sent.at(-1)).toEqual({ type: "resign", id: "m2", version: 7 });
});

test("while others act an open decision may be taken; nothing else may", () => {
  const legal = [{ action: "lay", label: { ja: "置く", en: "Lay" } }];
  const awaiting = [0, 1];
  world.last.say({ type: "state", state: state({ version: 6, awaiting, legal, steps_from: 1 }) });
  const steps = [{ ...step(1, ["a", "b"]), seat: 1 }];
  const next = state({ version: 7, legal, steps_from: 1, steps });
  world.last.say({ type: "state", state: next });
  expect(session.playback.playing).toBe(true);
  expect(session.legal).toHaveLength(1);
  session.act("lay");
  expect(world.last.sent.at(-1)).toMatchObject({ type: "act", version: 7, action: "lay" });
  // The same decision is still open, but it is being sent.
  expect(session.playback.decision).toBe(0);
  expect(session.legal).toEqual([]);
});
