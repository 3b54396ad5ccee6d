// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whole } from "./wholePrompt";

/** The height of the prompt in pixels, and that of its text with the letters of each class. */
const BAR = 50;
let text: Readonly<Record<string, number>>;
let prompt: HTMLElement;
let end: (() => void) | void;

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  prompt = document.createElement("p");
  Object.defineProperty(prompt, "clientHeight", { get: () => BAR });
  Object.defineProperty(prompt, "scrollHeight", { get: () => text[prompt.className] ?? BAR });
});
afterEach(() => {
  end?.();
  document.documentElement.style.fontSize = "";
  vi.unstubAllGlobals();
});

const letters = { "": 90, small: 70, smallest: 60, "small smallest": 60 };

test("a short prompt has letters of the usual size and is no tab stop", () => {
  text = { "": BAR };
  end = whole(prompt);
  expect(prompt.className).toBe("");
  expect(prompt.hasAttribute("tabindex")).toBe(false);
});

test("a long prompt has smaller letters", () => {
  text = { ...letters, small: BAR };
  end = whole(prompt);
  expect([...prompt.classList]).toEqual(["small"]);
});

test("keys scroll a prompt that is too long for the smallest letters, until it fits again", () => {
  text = letters;
  end = whole(prompt);
  expect(prompt.classList.contains("scrolled")).toBe(true);
  expect(prompt.tabIndex).toBe(0);
  text = {};
  window.dispatchEvent(new Event("resize"));
  expect(prompt.className).toBe("");
  expect(prompt.hasAttribute("tabindex")).toBe(false);
});

test("with enlarged letters the bar grows instead", () => {
  document.documentElement.style.fontSize = "32px";
  text = letters;
  end = whole(prompt);
  expect(prompt.classList.contains("grown")).toBe(true);
  expect(prompt.classList.contains("scrolled")).toBe(false);
  expect(prompt.hasAttribute("tabindex")).toBe(false);
});
