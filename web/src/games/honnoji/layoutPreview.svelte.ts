/**
 * The interpretation of a layout that the user is arranging. It is requested from the server
 * shortly after each change; only the answer to the latest request counts.
 */
import type { Forecast } from "../../generated/honnoji";
import type { DraftResult } from "../types";

/** The server's answer to one draft. */
export interface Answer {
  text: string;
  drafted: DraftResult;
}

/** Delay before a request, in milliseconds, in case another change follows. */
const PAUSE = 90;

export class Reader {
  /** The last answer; it may belong to an earlier draft. */
  answer = $state.raw<Answer | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted: string | null = null;

  constructor(readonly ask: (text: string) => Promise<DraftResult>) {}

  /** Requests the interpretation of a draft, unless another draft follows within the delay. */
  read(text: string): void {
    this.#wanted = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.ask(text).then((drafted) => {
        if (this.#wanted === text) this.answer = { text, drafted };
      });
    }, PAUSE);
  }

  /** Discards the answer and the pending requests. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#wanted = null;
    this.answer = null;
  }

  /** The answer to this draft; null until it arrives. */
  about(text: string): Answer | null {
    return this.answer?.text === text ? this.answer : null;
  }

  /** The interpretation of a draft; null if it is not known. */
  reading(text: string): Forecast | null {
    return (this.about(text)?.drafted?.reading as Forecast | undefined) ?? null;
  }
}
