/**
 * Test files share a document and the state of modules, since a document for each takes longer
 * than most tests. This file resets both before the next test file.
 */
import { cleanup, configure } from "@testing-library/svelte";
import { afterEach, beforeAll, vi } from "vitest";
import { forgetAnswers } from "../api/http";

// Long enough for a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// Browser features that pages need and jsdom lacks.
window.matchMedia ??= () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList;
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// Rule ids need no escapes.
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

// Removes what a test rendered before the next one.
afterEach(cleanup);
