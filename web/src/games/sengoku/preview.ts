/** The flower paths and castles that an action would decide, read from its preview. */
import type { ActionPreview } from "../types";
import type { Event } from "../../generated/sengoku";
import { worded } from "../../lib/i18n/i18n.svelte";
import type { Forecast, News } from "./scene";
import { clan, half, heading, pathWord, type Spoken } from "./texts";
import { words } from "./messages";

/**
 * The events to show from a preview: decisions, and the end of a battlefield or the game. Placing
 * and drawing are visible without a text.
 */
const SETTLING: readonly Event["event"][] = ["line", "castle", "field", "exhausted", "ended"];

/**
 * The decisions among the events of the preview, up to the event of the next domino: these are the
 * effects of the previewed domino alone.
 */
export function forecast({ told }: ActionPreview, scene: Spoken): Forecast {
  const out: Forecast = { news: [], lines: new Map() };
  let dominoes = 0;
  for (const each of told) {
    const event = each.event as Event;
    // Later forced actions of other seats are not an effect of this domino.
    if (["placed", "lost", "replaced", "declared"].includes(event.event) && dominoes > 0) break;
    if (event.event === "placed") dominoes++;
    if (!SETTLING.includes(event.event)) continue;
    out.news.push({ text: worded(each.text, scene.lang), ...brief(event, scene) });
    if (event.event === "line") out.lines.set(`${event.field}-${event.line}`, event.winner);
  }
  return out;
}

function brief(event: Event, scene: Spoken): Omit<News, "text"> {
  const who = (winner: number | null) =>
    winner === null ? words(scene.lang).nobody : clan(winner, scene);
  switch (event.event) {
    case "line": {
      const sums = event.sums.map(half).join(":");
      const short = `${pathWord(event.field, event.line, scene)} ${who(event.winner)} (${sums})`;
      return { short, winner: event.winner };
    }
    case "castle": {
      const short = `${heading("castle", scene)} ${who(event.winner)} (${event.flowers.join(":")})`;
      return { short, winner: event.winner };
    }
    default:
      return { short: "", winner: null };
  }
}
