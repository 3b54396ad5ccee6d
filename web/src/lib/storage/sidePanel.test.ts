// @vitest-environment jsdom
import { expect, test, vi } from "vitest";

/** Loads the panel's module in a window that is wide or not, with the data of an earlier visit. */
async function opened(wide: boolean, left?: string) {
  vi.resetModules();
  localStorage.clear();
  if (left) localStorage.setItem("zashiki.panel", left);
  vi.stubGlobal("matchMedia", () => ({ matches: wide, addEventListener: () => {} }));
  return (await import("./sidePanel.svelte")).sidePanel;
}

test("on a wide screen it is open, and stays as the user left it", async () => {
  const panel = await opened(true);
  expect([panel.open, panel.tab]).toEqual([true, "log"]);
  panel.tab = "choices";
  expect(localStorage.getItem("zashiki.panel")).toBe("choices");
  panel.toggle();
  expect(localStorage.getItem("zashiki.panel")).toBe("closed");
  expect((await opened(true, "closed")).open).toBe(false);
  const again = await opened(true, "about");
  expect([again.open, again.tab]).toEqual([true, "about"]);
});

test("where it would cover the board it begins closed, opens on request and closes again", async () => {
  const panel = await opened(false, "choices");
  expect(panel.open).toBe(false);
  panel.show("log");
  expect([panel.open, panel.tab]).toEqual([true, "log"]);
  panel.fold();
  expect(panel.open).toBe(false);
  // Closing the sheet does not change the setting for wide screens.
  expect(localStorage.getItem("zashiki.panel")).toBe("log");
});

test("in the past the log replaces the choices, and in the present the user's tab is back", async () => {
  const panel = await opened(true, "choices");
  panel.past = true;
  expect([panel.tab, panel.tabs]).toEqual(["log", ["log", "about"]]);
  expect([panel.shows("choices"), panel.shows("log")]).toEqual([false, true]);
  panel.past = false;
  expect([panel.tab, panel.tabs]).toEqual(["choices", ["log", "choices", "about"]]);
  expect(localStorage.getItem("zashiki.panel")).toBe("choices");
});
