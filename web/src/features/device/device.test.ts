// @vitest-environment jsdom
/** Pages without a server, and with games on this device. */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Catalogue } from "../../generated/session";
import { capabilities } from "../../lib/api/dispatch";
import { Notices } from "../../lib/api/notices.svelte";
import { local } from "../../lib/local/localTransport";
import type { StoredLocalTable } from "../../generated/browser";
import { GAME, SUMMARY, tableOf } from "../../lib/testing/fakeGame";
import { card } from "../../lib/testing/fixtures";
import { BOTS, stage, until, type Stage } from "../../lib/testing/stage";
import { router } from "../../lib/url/router.svelte";
import HomePage from "../lobby/HomePage.svelte";
import NewTablePage from "../lobby/NewTablePage.svelte";
import ProfilePage from "../profile/ProfilePage.svelte";

const FILES = ["a.js", "a_bg.wasm"].map((path) => ({ path: `wasm/${path}`, bytes: 1 }));
const CATALOGUE: Catalogue = {
  games: [SUMMARY],
  facts: {},
  bots: [...BOTS],
  name_length: 24,
  modules: { [GAME.id]: FILES },
};
const TABLE = `local-${GAME.id}-aaaaaaaaaa`;

let server: Stage;
const can = capabilities as { server: boolean };

function stored(version: number): StoredLocalTable {
  const row = {
    table: TABLE,
    game: GAME.id,
    version,
    arranged: 0,
    changed: 5,
    card: card({ table: TABLE, game: GAME.id }),
    data: "2",
  };
  return { row, changes: Array.from({ length: version }, (_, n) => String(n)) };
}

beforeEach(() => {
  server = stage(tableOf(2));
  server.answer("GET /api/games", () => CATALOGUE);
});
afterEach(async () => {
  can.server = true;
  cleanup();
  await local().store.remove(TABLE);
  vi.unstubAllGlobals();
  localStorage.clear();
  router.replace("/");
});

test("a page without a server shows its games and tables, and why there is no lobby", async () => {
  can.server = false;
  await local().store.add(stored(2));
  const { container } = render(HomePage);
  await until(() => expect(container.querySelector(`a[href="/t/${TABLE}"]`)).not.toBeNull());
  await screen.findByRole("button", { name: /^Play A/ });
  expect(screen.queryByRole("button", { name: /Play somebody/ })).toBeNull();
  expect(screen.queryByText("Tables open to everybody")).toBeNull();
  screen.getByText(/need a server; this page has none/);
  expect(server.asked.map(({ path }) => path)).toEqual(["/api/games"]);
});

test("a game is removed from the device after a confirmation", async () => {
  can.server = false;
  await local().store.add(stored(2));
  const { container } = render(HomePage);
  await fireEvent.click(await screen.findByRole("button", { name: /^Remove: A Game for Trying/ }));
  const dialog = within(screen.getByRole("dialog", { name: "Remove this game?" }));
  await fireEvent.click(dialog.getByRole("button", { name: "Keep it" }));
  expect(await local().store.row(TABLE)).not.toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: /^Remove: A Game for Trying/ }));
  await fireEvent.click(
    within(screen.getByRole("dialog", { name: "Remove this game?" })).getByRole("button", {
      name: "Remove",
    }),
  );
  await until(() => expect(container.querySelector("a.row")).toBeNull());
  expect(await local().store.row(TABLE)).toBeNull();
});

/** The button that hands the game over, in the dialog that confirms it. */
async function confirmHandOver() {
  await fireEvent.click(
    await screen.findByRole("button", { name: /^Hand over to the server: A Game for Trying/ }),
  );
  const dialog = within(screen.getByRole("dialog", { name: "Hand this game to the server?" }));
  await fireEvent.click(dialog.getByRole("button", { name: "Hand over" }));
  return dialog;
}

test("a game is handed to the server, and then leaves the device", async () => {
  localStorage.setItem("zashiki.device-used", "yes");
  await local().store.add(stored(2));
  let body: unknown;
  server.answer("POST /api/tables/import", async (asked) => {
    body = asked.body;
    expect(await local().store.row(TABLE)).not.toBeNull();
    return Response.json({ table: "there" }, { status: 201 });
  });
  server.answer("GET /api/tables/there", () => ({ you: 0 }));
  render(HomePage);
  await confirmHandOver();
  await until(() => expect(router.path).toBe("/t/there"));
  expect(body).toEqual({ table: TABLE, game: GAME.id, data: "2", changes: ["0", "1"] });
  expect(await local().store.row(TABLE)).toBeNull();
});

test("a game stays on the device if the server refuses it or cannot be reached", async () => {
  localStorage.setItem("zashiki.device-used", "yes");
  await local().store.add(stored(2));
  const message = { ja: "だめです。", en: "Not like this." };
  const refused = () => Response.json({ rule: null, message }, { status: 400 });
  server.answer("POST /api/tables/import", refused);
  render(HomePage);
  const dialog = await confirmHandOver();
  expect((await dialog.findByRole("alert")).textContent).toBe("Not like this.");
  server.answer("POST /api/tables/import", () => {
    throw new TypeError("no network");
  });
  await fireEvent.click(dialog.getByRole("button", { name: "Hand over" }));
  await until(() => expect(dialog.getByRole("alert").textContent).toContain("does not answer"));
  expect(await local().store.row(TABLE)).not.toBeNull();
  expect(router.path).toBe("/");
});

test("a browser that cannot run the engine learns it when a game is opened", async () => {
  can.server = false;
  render(HomePage);
  await fireEvent.click(await screen.findByRole("button", { name: /^Play A/ }));
  const said = await screen.findByRole("alert");
  expect(said.textContent).toContain("does not start module workers");
  expect(router.path).toBe("/");
});

test("with a server, a table can be set up on this device, without open seats", async () => {
  render(NewTablePage, { game: GAME.id });
  const place = within(await screen.findByRole("group", { name: "Where" }));
  const company = within(screen.getByRole("group", { name: "Opponents" }));
  company.getByRole("radio", { name: "For a friend" });
  await fireEvent.click(place.getByRole("radio", { name: /On this device/ }));
  const offers = company.getAllByRole("radio").map((radio) => radio.parentElement!.textContent);
  expect(offers).toHaveLength(2);
  expect(offers[0]).toContain("Somebody here");
  expect(company.getByRole<HTMLInputElement>("radio", { name: /^Novice/ }).checked).toBe(true);
  expect(screen.queryByText(/Show it in the lobby/)).toBeNull();
  await fireEvent.click(screen.getByRole("button", { name: "Open the table" }));
  expect((await screen.findByRole("alert")).textContent).toContain("module workers");
  expect(server.asked.some(({ method }) => method === "POST")).toBe(false);
});

test("without modules the choice is not offered", async () => {
  server.answer("GET /api/games", () => ({ ...CATALOGUE, modules: {} }));
  render(NewTablePage, { game: GAME.id });
  await screen.findByRole("group", { name: "Opponents" });
  expect(screen.queryByRole("group", { name: "Where" })).toBeNull();
});

test("without a connection a page with a server lists the games of the device", async () => {
  await local().store.add(stored(2));
  localStorage.setItem("zashiki.device-used", "yes");
  localStorage.setItem("zashiki.catalogue", JSON.stringify(CATALOGUE));
  for (const path of ["/api/games", "/api/tables", "/api/me"])
    server.answer(`GET ${path}`, () => {
      throw new TypeError("no network");
    });
  const { container } = render(HomePage);
  await until(() => expect(container.querySelector(`a[href="/t/${TABLE}"]`)).not.toBeNull());
  await screen.findByRole("button", { name: /^Play A/ });
});

test("the profile of a page without a server is kept on the device", async () => {
  can.server = false;
  render(ProfilePage);
  const name = await screen.findByRole("textbox", { name: "Your name" });
  expect(screen.queryByRole("heading", { name: "Your ratings" })).toBeNull();
  expect(screen.queryByText("Download my data")).toBeNull();
  await fireEvent.input(name, { target: { value: "Iris" } });
  await fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Saved.");
  cleanup();
  render(ProfilePage);
  await screen.findByRole("heading", { name: "Iris" });
  expect(server.asked.every(({ path }) => path === "/api/games")).toBe(true);
});

test("no notices are requested without a server", () => {
  can.server = false;
  new Notices().watch()();
  expect(server.asked).toEqual([]);
});
