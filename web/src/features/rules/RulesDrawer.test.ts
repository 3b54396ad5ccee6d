// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { rulebook } from "../../lib/i18n/rulebook.svelte";
import { GAME, tableOf } from "../../lib/testing/fakeGame";
import { stage, until } from "../../lib/testing/stage";
import TablePage from "../table/TablePage.svelte";
import RulesDrawer from "./RulesDrawer.svelte";

afterEach(() => {
  rulebook.close();
  cleanup();
  vi.unstubAllGlobals();
});

test("the rules load when they are first read, and again after a failure", async () => {
  const server = stage(tableOf(2));
  const path = `/api/games/${GAME.id}/rules`;
  const rules = server.answers.get(`GET ${path}`)!;
  server.answer(`GET ${path}`, () => {
    throw new TypeError("no network");
  });
  const asked = () => server.asked.filter((each) => each.path === path).length;
  render(RulesDrawer);
  render(TablePage, { table: "x" });
  const law = await screen.findByRole("button", { name: /M-1/ });
  // The table is shown although its rules were not requested.
  await until(() => expect(document.title).toContain(GAME.name.en));
  expect(asked()).toBe(0);

  // If loading fails, the drawer shows the reason.
  await fireEvent.click(law);
  const drawer = await screen.findByRole("dialog", { name: "Rules" });
  await within(drawer).findByRole("alert");
  await fireEvent.click(within(drawer).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  server.answer(`GET ${path}`, rules);
  await fireEvent.click(law);
  await until(() => {
    const row = drawer.querySelector('[data-rule="M-1"]');
    expect(row).not.toBeNull();
    expect(document.activeElement).toBe(row);
  });
  // From now on screen readers read the rule's sentence.
  expect(law.getAttribute("aria-description")).toBe("So it is.");
});
