/** Events about people in words. */
import type { PersonEvent } from "../../generated/session";
import { say } from "../../lib/i18n/i18n.svelte";
import type { TableWords } from "../../lib/i18n/messages/table";

/** The event in one sentence, with the names of the seats at this table. */
export function personEventText({ seat, what }: PersonEvent, words: TableWords): string {
  const { people } = words;
  switch (what.kind) {
    case "took_back": {
      const decision = what.decision === null ? "" : say(what.decision);
      return say(people.took_back(seat, decision, what.agreed));
    }
    case "declined":
    case "withdrew":
      return say(people[what.kind][what.matter](seat));
    default:
      return say(people[what.kind](seat));
  }
}

/** A text that differs for any two events of a table. */
export function keyOf({ at, seat, step, what }: PersonEvent): string {
  return `${at} ${seat} ${step} ${what.kind}`;
}
