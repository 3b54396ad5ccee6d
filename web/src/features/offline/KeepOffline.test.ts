// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { language } from "../../lib/i18n/i18n.svelte";
import { offlineWorld, type OfflineWorld } from "../../lib/testing/offlineWorld";
import KeepOffline from "./KeepOffline.svelte";

let world: OfflineWorld;
beforeEach(() => {
  world = offlineWorld();
  language.set("en");
});
afterEach(() => vi.unstubAllGlobals());

const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));

test("everything is kept, which can be undone", async () => {
  render(KeepOffline);
  await screen.findByText(/this device keeps 0 MB of it/);
  await press("Keep everything for offline use");
  await screen.findByText(/Everything is kept on this device/);
  // The fake browser does not promise to keep it.
  expect(screen.getByText(/may remove it/)).toBeTruthy();
  await press("Remove what is kept");
  await screen.findByRole("button", { name: "Keep everything for offline use" });
});

test("a full device and a browser that refuses are explained in both languages", async () => {
  for (const [name, en, ja] of [
    ["QuotaExceededError", /not enough space/, /空きが足りません/],
    ["SecurityError", /does not let this page store/, /保存を許していません/],
  ] as const) {
    world = offlineWorld();
    world.broken.set("assets/dialog-1.js", new DOMException("", name));
    language.set("en");
    const { unmount } = render(KeepOffline);
    await press("Keep everything for offline use");
    expect((await screen.findByRole("alert")).textContent).toMatch(en);
    language.set("ja");
    await screen.findByText(ja);
    unmount();
  }
});

test("a page whose games need a server offers nothing", async () => {
  world.modules = {};
  const { container } = render(KeepOffline);
  await vi.waitFor(() => expect(container.querySelector("section")).toBeNull());
  expect(screen.queryByRole("button")).toBeNull();
});
