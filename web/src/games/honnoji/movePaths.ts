/**
 * The paths along which pictures travel during an event. A place is the `data-anchor` of an
 * element: `deck`, `discards`, `square-<n>`, `square-<n>-<face>`, `exposed-<seat>`,
 * `exposed-<seat>-<face>`, `hand-<seat>`, `laid-<seat>`, `pawn-<seat>` or `seat-<seat>`.
 */
import type { Event, Face, Icon } from "../../generated/honnoji";

/** A picture that travels. A card without a face shows its back. */
export type Picture =
  | { shows: "card"; face: Face | null; seat: number | null }
  | { shows: "pawn"; seat: number }
  | { shows: "blow"; icon: Icon }
  | { shows: "marker" };

/** The path of one picture: the first place, the stops, the last place. */
export interface MovePath {
  places: readonly [string, ...string[]];
  picture: Picture;
}

const card = (from: string, to: string, face: Face | null, seat: number | null): MovePath => ({
  places: [from, to],
  picture: { shows: "card", face, seat },
});

/** The paths of the pictures that travel during an event. */
export function movePaths(event: Event): MovePath[] {
  switch (event.event) {
    case "deck_rebuilt":
      return [card("discards", "deck", null, null)];
    case "dealt":
      return [card("deck", `square-${event.square}`, event.face, null)];
    case "declared":
      return (event.cells ?? [null]).map(() =>
        card(`hand-${event.seat}`, `laid-${event.seat}`, null, event.seat),
      );
    case "moved": {
      const { seat, from, path } = event;
      const start = from === null ? `seat-${seat}` : `square-${from}`;
      return [
        {
          places: [start, ...path.map((square) => `square-${square}`)],
          picture: { shows: "pawn", seat },
        },
      ];
    }
    case "picked_up":
      return [
        card(
          `square-${event.square}-${event.face}`,
          `exposed-${event.seat}`,
          event.face,
          event.seat,
        ),
      ];
    case "attacked":
      return [
        {
          places: [`pawn-${event.seat}`, `square-${event.square}`],
          picture: { shows: "blow", icon: event.icon },
        },
      ];
    case "stole":
      return [
        card(
          `exposed-${event.victim}-${event.face}`,
          `exposed-${event.seat}`,
          event.face,
          event.seat,
        ),
      ];
    case "burnt":
      return [card(`exposed-${event.seat}-${event.face}`, "discards", event.face, event.seat)];
    case "recovered":
      return event.faces.map((face) =>
        card(`exposed-${event.seat}-${face}`, `hand-${event.seat}`, face, event.seat),
      );
    case "exhausted": {
      const { seat, to_hand, to_exposed } = event;
      return [
        ...to_hand.map((face) => card(`laid-${seat}`, `hand-${seat}`, face, seat)),
        ...to_exposed.map((face) => card(`laid-${seat}`, `exposed-${seat}`, face, seat)),
      ];
    }
    case "cleared":
      return event.faces.map((face) =>
        card(`square-${event.square}-${face}`, "discards", face, null),
      );
    case "marker_moved":
      return [
        { places: [`seat-${event.from}`, `seat-${event.seat}`], picture: { shows: "marker" } },
      ];
    default:
      return [];
  }
}

/** The places that an event affects, for highlighting: `square-<n>` and `seat-<n>`. */
export function glow(event: Event): string[] {
  const spots: string[] = [];
  if ("square" in event) spots.push(`square-${event.square}`);
  if ("path" in event) spots.push(...event.path.map((square) => `square-${square}`));
  if ("seat" in event) spots.push(`seat-${event.seat}`);
  if ("victim" in event) spots.push(`seat-${event.victim}`);
  if (event.event === "ended") spots.push(...event.winners.map((seat) => `seat-${seat}`));
  return spots;
}
