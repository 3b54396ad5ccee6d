/** Queries about a view: the contents of a square, the seat to decide, the order of the seats. */
import type { Kind, Placed, SeatView, Skill, Square, Stage, View } from "../../generated/hostile";
import type { Standing } from "./selection";

/** The seat that has a decision in this stage; null if there is none. */
export function actingSeat(stage: Stage): number | null {
  return "seat" in stage ? stage.seat : null;
}

/** The floor tile on a square. */
export function floorAt(view: Pick<View, "floor">, square: Square): Placed | undefined {
  return view.floor.find((tile) => tile.square === square);
}

/** The number of gems on a square. */
export function gemsAt(view: Pick<View, "gems">, square: Square): number {
  return view.gems.find((gems) => gems.square === square)?.count ?? 0;
}

/** The seat whose pawn is on a square; null for none. */
export function pawnAt(view: Pick<View, "seats">, square: Square): number | null {
  const seat = view.seats.findIndex(({ pawn }) => pawn === square);
  return seat < 0 ? null : seat;
}

/** The seat whose start is a square; null for none. */
export function startAt(view: Pick<View, "seats">, square: Square): number | null {
  const seat = view.seats.findIndex(({ start }) => start === square);
  return seat < 0 ? null : seat;
}

/** The current square and the start square of a seat's pawn. */
export function standing(seat: SeatView | undefined): Standing | null {
  return seat ? { pawn: seat.pawn, start: seat.start } : null;
}

/** The seats in the order of the turns: clockwise from the start player. */
function turnOrder(view: Pick<View, "seats" | "start_seat">): number[] {
  const n = view.seats.length;
  return view.seats.map((_, i) => (view.start_seat + i) % n);
}

/**
 * The seats in the order in which they decide in this stage. In the tile draft it is the reverse of
 * the order of turns.
 */
export function stageOrder(view: Pick<View, "seats" | "start_seat" | "stage">): number[] {
  const order = turnOrder(view);
  return view.stage.kind === "tile_draft" ? order.reverse() : order;
}

/** The different tiles, each with the number of copies; gem tiles come first. */
export function grouped(tiles: readonly string[]): { tile: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const tile of tiles) counts.set(tile, (counts.get(tile) ?? 0) + 1);
  const order = (tile: string) => {
    const at = ORDER.indexOf(tile as Kind);
    return at < 0 ? -1 : at;
  };
  return [...counts]
    .map(([tile, count]) => ({ tile, count }))
    .sort((a, b) => order(a.tile) - order(b.tile) || a.tile.localeCompare(b.tile));
}
/**
 * The places of items after some were removed and others added: an item that remains keeps its
 * place, new ones fill free places, and there are at least `least` places.
 */
export function keepPlaces(
  before: readonly (string | null)[],
  now: readonly string[],
  least: number,
): (string | null)[] {
  const out = before.map((each) => (each !== null && now.includes(each) ? each : null));
  while (out.length < Math.max(least, now.length)) out.push(null);
  for (const each of now) if (!out.includes(each)) out[out.indexOf(null)] = each;
  return out;
}

const ORDER: readonly Kind[] = [
  "slide",
  "diagonal",
  "spring",
  "ice",
  "stop",
  "box",
  "corner",
  "para",
];

/** Returns true for skills that the player uses actively; the others take effect by themselves. */
export function isUsed(skill: Skill): skill is "crash" | "rotate" | "steal" | "recall" {
  return skill === "crash" || skill === "rotate" || skill === "steal" || skill === "recall";
}

/**
 * The number of times a skill can still be used in this turn; null for skills without such a limit.
 */
export function usesLeft(stage: Stage, skill: Skill): number | null {
  if (stage.kind !== "turn") return null;
  if (skill === "crash") return stage.crashes;
  if (skill === "rotate") return stage.rotations;
  if (skill === "recall") return stage.recalls;
  return null;
}

/**
 * An action that the server would refuse; its reason explains why the skill cannot be used at all.
 * Null for skills that are not used actively.
 */
export function skillProbe(skill: Skill, view: View, me: Standing): string | null {
  const somewhere = view.floor[0]?.square ?? me.pawn;
  if (skill === "crash") return `crash ${somewhere}`;
  if (skill === "rotate") return `rotate ${somewhere} left`;
  if (skill === "steal") return `steal ${me.pawn}`;
  return skill === "recall" ? "recall" : null;
}
