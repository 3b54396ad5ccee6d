/** Failures of games on this device, with texts for the user. */
import type { Refusal } from "../../generated/session";
import { RequestRefused } from "../api/refused";
import { deviceMessage, type DeviceWords } from "../i18n/messages/device";

/** A failure with a text for the user: what happened, why, and what to do. */
export class Problem extends RequestRefused {
  constructor(
    /** The HTTP status with which requests are answered. */
    status: number,
    said: (words: DeviceWords) => string,
  ) {
    super(status, deviceMessage(said));
  }

  /** The failure as a refusal of the server's form. */
  get refusal(): Refusal {
    return { rule: null, message: this.text };
  }
}

/** A short English description of a thrown value, for texts about failures. */
export const reasonOf = (thrown: unknown): string =>
  thrown instanceof Error && thrown.message ? thrown.message : String(thrown);

/** Converts a failure of the browser's storage to a problem with a text. */
export function storageProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  switch ((thrown as { name?: string } | null)?.name) {
    case "QuotaExceededError":
      return new Problem(507, (words) => words.storageFull);
    case "VersionError":
      return new Problem(409, (words) => words.storageNewer);
    case "SecurityError":
    case "InvalidStateError":
    case "NotAllowedError":
      return new Problem(507, (words) => words.noStorage);
    default:
      return new Problem(507, (words) => words.storageFailed(reasonOf(thrown)));
  }
}
