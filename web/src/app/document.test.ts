// @vitest-environment jsdom
import { expect, test } from "vitest";
import html from "../../index.html?raw";

const page = new DOMParser().parseFromString(html, "text/html");

test("without its style sheet the page explains what a server needs", () => {
  const said = page.querySelector(".unloaded");
  expect(said?.querySelector("[lang=en]")?.textContent).toContain("a host name of its own");
  expect(said?.querySelector("[lang=ja]")?.textContent).toContain("専用のホスト名");
  // A browser that has not loaded the style sheet is not called too old.
  expect(page.querySelector(".too-old")?.hasAttribute("hidden")).toBe(true);
});
