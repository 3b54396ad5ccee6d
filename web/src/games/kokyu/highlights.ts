/** The parts of the table that an event affects, for highlighting. */
import type { Event, Source } from "../../generated/kokyu";

/**
 * A part of the table that can be highlighted: `card-5`, `square-2`, `seat-0`, `consort-1`, `pile`,
 * `discards`, `stock`, `kohi`, `tea`, `start`, `tally` or `gates` (the closed cards).
 */
export type Spot = string;

const source = (from: Source): Spot =>
  from === "stock" ? "stock" : from === "kohi" ? "kohi" : `seat-${from.player}`;

/** The parts of the table that an event affects; none without an event. */
export function glow(event: Event | null): Spot[] {
  switch (event?.event) {
    case "placed":
    case "reached":
    case "went_home":
      return [`card-${event.card}`];
    case "flew":
      return [`card-${event.from}`, `card-${event.to}`];
    case "took_initiative":
    case "kept_initiative":
      return ["tally", `seat-${event.seat}`];
    case "reshuffled":
    case "recycled":
      return ["pile", "discards"];
    case "drew":
    case "nothing_to_draw":
      return ["pile"];
    case "discarded":
      return ["discards"];
    case "entered":
      return [`square-${event.square}`];
    case "executes":
      return [`square-${event.square}`];
    case "activated":
    case "activated_again":
    case "palace_advanced":
    case "palace_empty":
    case "nobody_to_activate":
    case "unblocked":
      return ["palace"];
    case "banished":
    case "promoted":
    case "already_strong":
      return [`seat-${event.seat}`];
    case "sent_back":
    case "executed":
    case "grounded":
      return [`seat-${event.eunuch.seat}`];
    case "advances":
    case "pushed_back":
      return [`consort-${event.seat}`];
    case "lap":
      return [`consort-${event.seat}`, "start"];
    case "tea_bonus":
    case "tea_rest":
      return [`consort-${event.seat}`, "tea"];
    case "opened":
      return ["gates"];
    case "gained":
      return [source(event.from), `seat-${event.seat}`];
    case "kohi_gained":
      return [source(event.from), "kohi"];
    case "nothing_to_gain":
      return ["stock", event.seat === null ? "kohi" : `seat-${event.seat}`];
    case "won":
      return [`seat-${event.seat}`];
    case "kohi_won":
      return ["kohi"];
    default:
      return [];
  }
}
