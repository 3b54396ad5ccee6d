/**
 * Prepares each test file. Test files share a document and the state of modules, since creating a
 * document for each would take longer than most tests. This file resets both before the next test
 * file.
 */
import { cleanup, configure } from "@testing-library/svelte";
import { afterEach, beforeAll, vi } from "vitest";
import { forgetAnswers } from "../api/http";

// This time limit is long enough for a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// Replacements for features of browsers that pages need and jsdom lacks.
window.matchMedia ??= () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList;
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// Ids of rules contain no characters that must be escaped.
globalThis.CSS ??= { escape: (id: string) => id } as typeof CSS;
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event("close"));
  },
});

beforeAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
  forgetAnswers();
});

// Removes what a test has rendered, before the next test.
afterEach(cleanup);
