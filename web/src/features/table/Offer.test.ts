// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, expect, test } from "vitest";
import type { TableState } from "../../generated/session";
import { FakeWorld, state, step } from "../../lib/testing/fixtures";
import { language } from "../../lib/i18n/i18n.svelte";
import { TableSession } from "./tableSession.svelte";
import Offer from "./Offer.svelte";

let world: FakeWorld;
let session: TableSession;
const names = ["you", "Iris", "Mika"];
const steps = [step(0, []), { ...step(1, ["Iris lays a tile"], false), seat: 1 }];

async function show(given: Partial<TableState>) {
  world.last.say({ type: "state", state: state({ awaiting: [2], ...given }) });
  await tick();
}

beforeEach(async () => {
  language.set("en");
  world = new FakeWorld();
  session = new TableSession("ws://here", { frameMs: () => 0 }, () => {}, world);
  session.start();
  world.last.accept();
  await show({ version: 5, steps });
  render(Offer, { session, state: state(), names });
});

test("an asked player sees the takeback request, and answers", async () => {
  const offer = { matter: "take_back" as const, rule: "T-16", by: 1, agreed: [1] };
  await show({ version: 6, steps_from: 2, offer });
  screen.getByText("Iris asks to take back:");
  screen.getByText("Iris lays a tile");
  screen.getByRole("button", { name: "Why: rule T-16" });
  await fireEvent.click(screen.getByRole("button", { name: "Agree" }));
  expect(world.last.sent.at(-1)).toMatchObject({ type: "talk", version: 6, word: "accept" });
  world.last.say({ type: "done", id: "m1" });
  await show({ version: 7, steps_from: 1 });
  screen.getByText("All agreed: Iris decides again.");
  await show({ version: 8, steps_from: 1 });
  expect(screen.queryByText("All agreed: Iris decides again.")).toBeNull();
});

test("an undo without a request is not shown as granted", async () => {
  const offer = { matter: "take_back" as const, rule: "T-16", by: 1, agreed: [1] };
  const another = { ...step(2, ["Mika lays a tile"], false), seat: 2 };
  await show({ version: 6, steps_from: 2, steps: [another] });
  await show({ version: 7, steps_from: 3, offer });
  await show({ version: 8, steps_from: 2 });
  expect(screen.queryByText("All agreed: Iris decides again.")).toBeNull();
  expect(screen.queryByText("Iris asks to take back:")).toBeNull();
});

test("the requesting player waits, may withdraw, and sees a refusal", async () => {
  const own = { ...step(2, ["You lay a tile"], false), seat: 0 };
  await show({ version: 6, steps_from: 2, steps: [own] });
  const offer = { matter: "take_back" as const, rule: "T-16", by: 0, agreed: [0, 2] };
  await show({ version: 7, steps_from: 3, offer });
  screen.getByText("You ask to take back your last decision. Waiting for Iris.");
  screen.getByRole("button", { name: "Stop asking" });
  await show({ version: 8, steps_from: 3 });
  screen.getByText("Take-back declined.");
});
