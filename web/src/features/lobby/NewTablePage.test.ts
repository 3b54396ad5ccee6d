// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../../lib/storage/settings.svelte";
import { router } from "../../lib/url/router.svelte";
import { GAME, tableOf } from "../../lib/testing/fakeGame";
import { stage, type Stage, until } from "../../lib/testing/stage";
import NewTablePage from "./NewTablePage.svelte";

let server: Stage;
beforeEach(async () => {
  settings.name = "";
  server = stage(tableOf(5));
  server.answer("POST /api/tables", () => Response.json({ table: "x" }, { status: 201 }));
  render(NewTablePage, { game: GAME.id });
  await screen.findByRole("group", { name: "Players" });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  router.replace("/");
});

const pick = (within_: HTMLElement, name: string | RegExp) =>
  fireEvent.click(within(within_).getByRole("radio", { name }));
const count = (n: number) => pick(screen.getByRole("group", { name: "Players" }), String(n));
const company = () => screen.getByRole("group", { name: "Opponents" });
const seats = () => [...document.querySelectorAll<HTMLElement>("fieldset.seat")];
const open = () => fireEvent.click(screen.getByRole("button", { name: "Open the table" }));
const ordered = async () => {
  await until(() => expect(server.asked.some(({ method }) => method === "POST")).toBe(true));
  return server.asked.find(({ method }) => method === "POST")!.body as {
    game: string;
    seats: unknown[];
  };
};
const unfolded = () => (document.querySelector<HTMLDetailsElement>(".seats-fold")!.open = true);

test("a table for five is set up seat by seat or all at once", async () => {
  await count(4);
  await pick(company(), /^Novice/);
  unfolded();
  await pick(seats()[3]!, /^I sit here/);
  // The fifth seat gets the same plan; the seat that the user left is open for a friend.
  await count(5);
  // The page checks whether the server recognises the user.
  server.answer("GET /api/tables/x", () => ({ you: 3 }));
  await open();
  expect(await ordered()).toMatchObject({
    game: GAME.id,
    seats: [
      { kind: "open" },
      { kind: "bot", bot: "novice" },
      { kind: "bot", bot: "novice" },
      { kind: "me" },
      { kind: "bot", bot: "novice" },
    ],
  });
  await until(() => expect(router.path).toBe("/t/x"));
});

test("a user whose seat is removed sits in the first", async () => {
  await count(3);
  unfolded();
  await pick(seats()[2]!, /^I sit here/);
  await count(2);
  expect(seats()).toHaveLength(2);
  const mine = within(seats()[0]!).getByRole<HTMLInputElement>("radio", { name: /^I sit here/ });
  expect(mine.checked).toBe(true);
});

test("a table against bots allows hints, unless the user says otherwise", async () => {
  const hints = () =>
    screen.getByRole<HTMLInputElement>("checkbox", { name: /^Allow hints/, hidden: true });
  await pick(company(), /^Novice/);
  expect(hints().checked).toBe(true);
  await pick(company(), /^For a friend/);
  expect(hints().checked).toBe(false);
  await pick(company(), /^Novice/);
  const rated = screen.getByRole("checkbox", { name: /^Count the result/, hidden: true });
  await fireEvent.click(rated);
  expect(hints().checked).toBe(false);
  await fireEvent.click(rated);
  expect(hints().checked).toBe(true);
  await fireEvent.click(hints());
  await pick(company(), /^For a friend/);
  await pick(company(), /^Novice/);
  expect(hints().checked).toBe(false);
  server.answer("GET /api/tables/x", () => ({ you: 0 }));
  await open();
  expect(await ordered()).toMatchObject({ terms: { advice: false, rated: false } });
});

test("users who share the device are named", async () => {
  await pick(company(), /^Somebody here, on this device/);
  const name = screen.getByLabelText("Name at Takeda Shingen");
  await fireEvent.input(name, { target: { value: "Iris" } });
  server.answer("GET /api/tables/x", () => ({ you: 0 }));
  await open();
  expect((await ordered()).seats).toEqual([{ kind: "me" }, { kind: "here", name: "Iris" }]);
});

test("a browser that refuses cookies shows the reason, and the form stays", async () => {
  server.answer("GET /api/tables/x", () => ({ you: null }));
  await open();
  const said = await screen.findByRole("alert");
  expect(said.textContent).toContain("refused this site’s cookie");
  expect(screen.getByRole("button", { name: "Open the table" })).toHaveProperty("disabled", false);
  expect(router.path).toBe("/");
});
