/** The error of requests that were refused. */
import type { LocalizedText } from "../../generated/core";

/** The error thrown if a request was refused or not answered. */
export class RequestRefused extends Error {
  constructor(
    /** The HTTP status of the answer; 0 if there was no answer. */
    readonly status: number,
    /** The text for the user: the problem, its reason and a remedy. */
    readonly text: LocalizedText,
  ) {
    super(text.en);
  }
}
