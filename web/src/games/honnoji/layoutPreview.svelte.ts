/** What a growing layout says: asked of the house a moment after each change, the latest wins. */
import type { Reading } from "../../generated/honnoji";
import type { DraftResult } from "../types";

/** The answer about one draft. */
export interface Answer {
  text: string;
  drafted: DraftResult;
}

/** How long to wait for the next change, in milliseconds. */
const PAUSE = 90;

export class Reader {
  /** The last answer; it may be about an earlier draft. */
  answer = $state.raw<Answer | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted: string | null = null;

  constructor(readonly ask: (text: string) => Promise<DraftResult>) {}

  /** Asks about a draft, unless another follows at once. */
  read(text: string): void {
    this.#wanted = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.ask(text).then((drafted) => {
        if (this.#wanted === text) this.answer = { text, drafted };
      });
    }, PAUSE);
  }

  /** Forgets everything. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#wanted = null;
    this.answer = null;
  }

  /** The answer about this very draft; null while it is on its way. */
  about(text: string): Answer | null {
    return this.answer?.text === text ? this.answer : null;
  }

  /** What a draft orders, as far as it is known. */
  reading(text: string): Reading | null {
    return (this.about(text)?.drafted?.reading as Reading | undefined) ?? null;
  }
}
