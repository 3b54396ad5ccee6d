/**
 * The paths on which pictures of pieces move in the animation of an event. The ends of a path are
 * places, each given as the `data-anchor` of an element: a square, `line`, `line-<tile>`,
 * `hand-<seat>`, `purse-<seat>`, `skills-<seat>`, `skill-<skill>`, `flag-<seat>`, or one of the
 * four piles.
 */
import type { Event, View } from "../../generated/hostile";
import { isSquare } from "./geometry";

/** A picture that moves: a tile, a gem, the start player's flag or a skill card. */
export type Picture =
  | { shows: "tile"; tile: string; facing: string | null }
  | { shows: "gem" }
  | { shows: "flag" }
  | { shows: "skill"; skill: string };

/** The path of one picture: from the place `from` to the place `to`. */
export interface MovePath {
  from: string;
  to: string;
  picture: Picture;
}

/** The places of the four piles. */
export const PILES = {
  floorDeck: "floor-deck",
  floorDiscards: "floor-discards",
  gemDeck: "gem-deck",
  gemDiscards: "gem-discards",
} as const;

const discards = (tile: string) => (isSquare(tile) ? PILES.gemDiscards : PILES.floorDiscards);
const face = (tile: string, facing: string | null = null): Picture => ({
  shows: "tile",
  tile,
  facing,
});

/**
 * The paths of the pictures that an event moves, given the state just before it. Pawns are not
 * included.
 */
export function movePaths(
  event: Event,
  { stage, start_seat }: Pick<View, "stage" | "start_seat">,
): MovePath[] {
  // In the draft a used or placed tile comes from the line, in a turn from the hand.
  const origin = (seat: number, tile: string) =>
    stage.kind === "tile_draft" ? `line-${tile}` : `hand-${seat}`;
  switch (event.event) {
    case "gem_tile_revealed":
      return [{ from: PILES.gemDeck, to: event.square, picture: { shows: "gem" } }];
    case "gained":
      return [{ from: event.square, to: `purse-${event.seat}`, picture: { shows: "gem" } }];
    case "start_seat": {
      const picture: Picture = { shows: "flag" };
      return event.again ? [] : [{ from: `flag-${start_seat}`, to: `flag-${event.seat}`, picture }];
    }
    case "line_refilled": {
      const gem = event.tiles.find(isSquare);
      const floor = event.tiles.find((tile) => !isSquare(tile));
      return [
        ...(gem ? [{ from: PILES.gemDeck, to: "line", picture: face(gem) }] : []),
        ...(floor ? [{ from: PILES.floorDeck, to: "line", picture: face(floor) }] : []),
      ];
    }
    case "skill_taken":
      return [
        {
          from: `skill-${event.skill}`,
          to: `skills-${event.seat}`,
          picture: { shows: "skill", skill: event.skill },
        },
      ];
    case "kept":
      return [{ from: `line-${event.tile}`, to: `hand-${event.seat}`, picture: face(event.tile) }];
    case "hand_full":
      return [{ from: `hand-${event.seat}`, to: discards(event.tile), picture: face(event.tile) }];
    case "used":
      return [
        {
          from: origin(event.seat, event.square),
          to: event.square,
          picture: face(event.square),
        },
      ];
    case "placed":
      return [
        {
          from: origin(event.seat, event.kind),
          to: event.square,
          picture: face(event.kind, event.facing),
        },
      ];
    case "endless":
    case "crashed":
      return [{ from: event.square, to: PILES.floorDiscards, picture: face(event.kind) }];
    case "discarded":
      return [{ from: `hand-${event.seat}`, to: discards(event.tile), picture: face(event.tile) }];
    case "stole":
      return [{ from: event.square, to: `hand-${event.seat}`, picture: face(event.kind) }];
    default:
      return [];
  }
}

/** The places that an event affects, for highlighting: squares, and `seat-<n>` for seats. */
export function glow(event: Event): string[] {
  const spots: string[] = [];
  if ("square" in event) spots.push(event.square);
  if ("to" in event) spots.push(event.to);
  if ("seat" in event && event.event !== "moved") spots.push(`seat-${event.seat}`);
  if (event.event === "ended") spots.push(...event.winners.map((seat) => `seat-${seat}`));
  if (event.event === "goal_reached") spots.push(...event.seats.map((seat) => `seat-${seat}`));
  return spots;
}
