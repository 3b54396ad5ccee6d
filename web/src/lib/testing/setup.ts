/** Files of tests share a document and what modules remember, since a document for each takes longer
 * than most tests do. What one leaves there is gone before the next begins. */
import { cleanup, configure } from "@testing-library/svelte";
import { afterEach, beforeAll, vi } from "vitest";
import { forgetAnswers } from "../api/api";

// Long enough for a machine that does other things meanwhile.
configure({ asyncUtilTimeout: 30_000 });

// What pages need of browsers and jsdom does not have.
window.matchMedia ??= () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList;
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// The ids of rules need no escapes.
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

// What a test shows is gone before the next, and what it told the modules with it.
afterEach(cleanup);
