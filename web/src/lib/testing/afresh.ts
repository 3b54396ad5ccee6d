/** Files of tests share a document and what modules remember, since a document for each takes longer
 * than most tests do. What one leaves there is gone before the next begins. */
import { cleanup } from "@testing-library/svelte";
import { afterEach, beforeAll, vi } from "vitest";
import { forgetAnswers } from "../api";

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
