/** Files of tests share a document and what modules remember, since a document for each takes longer
 * than most tests do. What one leaves there is gone before the next begins. */
import { beforeAll, vi } from "vitest";
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
