/**
 * The meaning of a growing layout: requested from the server shortly after each change; the latest
 * answer counts.
 */
import type { Reading } from "../../generated/honnoji";
import type { DraftResult } from "../types";

/** The answer to one draft. */
export interface Answer {
  text: string;
  drafted: DraftResult;
}

/** Delay for further changes, in milliseconds. */
const PAUSE = 90;

export class Reader {
  /** The last answer; it may belong to an earlier draft. */
  answer = $state.raw<Answer | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted: string | null = null;

  constructor(readonly ask: (text: string) => Promise<DraftResult>) {}

  /** Requests the meaning of a draft, unless another follows at once. */
  read(text: string): void {
    this.#wanted = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.ask(text).then((drafted) => {
        if (this.#wanted === text) this.answer = { text, drafted };
      });
    }, PAUSE);
  }

  /** Discards the answer and pending requests. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#wanted = null;
    this.answer = null;
  }

  /** The answer to this draft; null while it is under way. */
  about(text: string): Answer | null {
    return this.answer?.text === text ? this.answer : null;
  }

  /** The orders of a draft, as far as they are known. */
  reading(text: string): Reading | null {
    return (this.about(text)?.drafted?.reading as Reading | undefined) ?? null;
  }
}
