// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const [html, base] = ["index.html", "src/styles/base.css"].map((path) =>
  readFileSync(path, "utf8"),
);
const page = new DOMParser().parseFromString(html ?? "", "text/html");

test("without its style sheet the page says what a server needs, and with it nothing of the kind", () => {
  const said = page.querySelector(".unloaded");
  expect(said?.querySelector("[lang=en]")?.textContent).toContain("a host name of its own");
  expect(said?.querySelector("[lang=ja]")?.textContent).toContain("専用のホスト名");
  // A browser without the style sheet is not called old.
  expect(page.querySelector(".too-old")?.hasAttribute("hidden")).toBe(true);
  expect(base).toMatch(/\.unloaded \{\s*display: none;/);
  expect(base).toMatch(/\.too-old \{\s*display: block;/);
});
