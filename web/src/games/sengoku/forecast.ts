/** What an action would settle, read from what the table foresees. */
import type { Lang } from "../../lib/i18n.svelte";
import type { Foreseen } from "../types";
import type { Event } from "../../generated/sengoku";
import type { Forecast } from "./scene";

/** Events that settle something; placing and drawing are seen anyway. */
const SETTLING: readonly Event["event"][] = ["line", "castle", "field", "exhausted", "ended"];

/** The 花道, castles and endings among the foreseen events, up to the next domino's. */
export function forecast({ told }: Foreseen, lang: Lang): Forecast {
  const out: Forecast = { texts: [], lines: new Map() };
  let dominoes = 0;
  for (const each of told) {
    const event = each.event as Event;
    // What others are forced to do afterwards is not this domino's doing.
    if (["placed", "lost", "replaced", "declared"].includes(event.event) && dominoes > 0) break;
    if (event.event === "placed") dominoes++;
    if (!SETTLING.includes(event.event)) continue;
    out.texts.push(each.text[lang]);
    if (event.event === "line") out.lines.set(`${event.field}-${event.line}`, event.winner);
  }
  return out;
}
