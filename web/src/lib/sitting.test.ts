import { beforeEach, expect, test } from "vitest";
import { FakeWorld, state, step } from "./fixtures";
import { Sitting } from "./sitting.svelte";

let world: FakeWorld;
let sitting: Sitting;

beforeEach(() => {
  world = new FakeWorld();
  sitting = new Sitting(
    "ws://here",
    () => 100,
    () => {},
    world,
  );
  sitting.start();
  world.last.accept();
  world.last.say({ type: "state", state: state({ version: 5 }) });
});

test("a decision names the version it was made at and is settled by answer and state", () => {
  sitting.act("go");
  expect(world.last.sent).toEqual([{ type: "act", id: "m1", version: 5, action: "go" }]);
  expect(sitting.busy).toBe(true);
  world.last.say({ type: "done", id: "m1" });
  expect(sitting.busy).toBe(true);
  world.last.say({ type: "state", state: state({ version: 6 }) });
  expect(sitting.busy).toBe(false);
});

test("the state may come before the answer", () => {
  sitting.act("go");
  world.last.say({ type: "state", state: state({ version: 6 }) });
  expect(sitting.busy).toBe(true);
  world.last.say({ type: "done", id: "m1" });
  expect(sitting.busy).toBe(false);
});

test("nothing is decided twice, nor while changes are being shown", () => {
  sitting.act("go");
  sitting.act("again");
  sitting.undo();
  expect(world.last.sent).toHaveLength(1);
  world.last.say({ type: "done", id: "m1" });
  const steps = [step(1, ["a", "b"])];
  world.last.say({ type: "state", state: state({ version: 6, steps_from: 1, steps }) });
  sitting.act("early");
  expect(world.last.sent).toHaveLength(1);
  world.pass(200);
  sitting.act("now");
  expect(world.last.sent.at(-1)).toMatchObject({ action: "now", version: 6 });
});

test("a refusal is shown until something else is tried, and nothing stays locked", () => {
  sitting.act("no");
  const message = { ja: "だめ", en: "No" };
  world.last.say({ type: "refused", id: "m1", rule: "Q-1", message });
  expect(sitting.refused).toEqual({ rule: "Q-1", message });
  expect(sitting.busy).toBe(false);
  sitting.act("yes");
  expect(sitting.refused).toBeNull();
});

test("a decision survives a cut line and is settled after it", () => {
  sitting.act("go");
  world.last.cut();
  expect(sitting.link).toBe("reconnecting");
  world.pass(150);
  world.last.accept();
  expect(world.last.sent).toEqual([{ type: "act", id: "m1", version: 5, action: "go" }]);
  world.last.say({ type: "state", state: state({ version: 6 }) });
  world.last.say({ type: "done", id: "m1" });
  expect(sitting.busy).toBe(false);
});

test("a rematch is asked for once, and may be asked for again when refused", () => {
  sitting.rematch();
  expect(sitting.rematchAsked).toBe(true);
  world.last.say({ type: "refused", id: "m1", rule: null, message: { ja: "", en: "" } });
  expect(sitting.rematchAsked).toBe(false);
});
