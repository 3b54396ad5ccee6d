// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";
import type { Rematch as Asked } from "../../generated/session";
import { FakeWorld, state } from "../../lib/testing/fixtures";
import { language } from "../../lib/i18n/i18n.svelte";
import { TableSession } from "./tableSession.svelte";
import Rematch from "./Rematch.svelte";

let world: FakeWorld;
let session: TableSession;
const names = ["you", "Iris", "Mika", "Whim"];
const table = "t2";

beforeEach(() => {
  language.set("en");
  world = new FakeWorld();
  session = new TableSession("ws://here", { frameMs: () => 0 }, () => {}, world);
  session.start();
  world.last.accept();
  world.last.say({ type: "state", state: state() });
});

function show(rematch: Asked | null) {
  return render(Rematch, { session, rematch, you: 0, names, people: [0, 1, 2] });
}

test("a requested rematch is accepted or declined", async () => {
  show({ table, coming: [1], declined: [] });
  screen.getByText("Iris would like a rematch.");
  await fireEvent.click(screen.getByRole("button", { name: "No, thanks" }));
  expect(world.last.sent.at(-1)).toMatchObject({ type: "rematch", comes: false });
  world.last.say({ type: "done", id: "m1" });
  await fireEvent.click(screen.getByRole("button", { name: "Join the rematch" }));
  // The message is sent once the page has chosen its share for the deal.
  await vi.waitFor(() => {
    expect(world.last.sent.at(-1)).toMatchObject({ type: "rematch", comes: true });
  });
});

test("the requesting player sees who has declined and who has not answered; bots always accept", () => {
  show({ table, coming: [0], declined: [2] });
  screen.getByText("You asked for a rematch. Mika declined. Waiting for Iris.");
  expect(screen.getByRole("link", { name: "Go to the rematch" }).getAttribute("href")).toBe(
    "/t/t2",
  );
  expect(screen.queryByRole("button")).toBeNull();
});

test("a player who declined may still accept", () => {
  show({ table, coming: [1], declined: [0] });
  screen.getByText("Iris would like a rematch. You declined.");
  screen.getByRole("button", { name: "Join the rematch" });
  expect(screen.queryByRole("button", { name: "No, thanks" })).toBeNull();
});

test("before a request there is nothing to decline", async () => {
  show(null);
  expect(screen.getAllByRole("button")).toHaveLength(1);
  await fireEvent.click(screen.getByRole("button", { name: "Rematch" }));
  // The message is sent once the page has chosen its share for the deal.
  await vi.waitFor(() => {
    expect(world.last.sent.at(-1)).toMatchObject({ type: "rematch", comes: true });
  });
});
