/**
 * The user's selection and its legal targets. Every input that takes more than one step is of one
 * of these kinds: a tile and its square, a skill and its target, or a step of the pawn.
 */
import type { Facing, Placed, Kind, Square } from "../../generated/hostile";
import type { LegalAction } from "../../generated/core";
import { FACINGS, SIDES, isSquare, sideTowards, step, turned } from "./geometry";
import type { ByFacing, Lit, TileName } from "./notation";

/** A skill that the user applies to a target square. */
export type Aimed = "crash" | "rotate" | "steal" | "recall";

/** The user's selection: a tile of the line or of the hand, a skill, or the pawn. */
export type Pick =
  | { on: "line"; tile: TileName }
  | { on: "hand"; tile: TileName }
  | { on: "skill"; skill: Aimed }
  /** Nothing else is selected, so a press on a square moves the user's own pawn. */
  | { on: "pawn" };

/**
 * The square aimed at. `way` is the index of the chosen action among those on this square, for
 * example of the tile's orientation.
 */
export interface Aim {
  square: Square;
  way: number;
}

/**
 * The legal actions by target square, several on one square in the order in which the tile turns.
 */
export type Targets = ReadonlyMap<Square, readonly LegalAction[]>;

/** The current square of a pawn and its start square. */
export interface Standing {
  pawn: Square;
  start: Square;
}

function oriented(squares: ReadonlyMap<Square, ByFacing>): Map<Square, LegalAction[]> {
  const order = (facing: Facing | "") => (facing === "" ? 0 : ORDER.indexOf(facing));
  return new Map(
    [...squares].map(([square, ways]) => [
      square,
      [...ways].sort(([a], [b]) => order(a) - order(b)).map(([, choice]) => choice),
    ]),
  );
}
const ORDER: readonly Facing[] = [...new Set(Object.values(FACINGS).flat())];

const single = (choices: ReadonlyMap<Square, LegalAction>): Map<Square, LegalAction[]> =>
  new Map([...choices].map(([square, choice]) => [square, [choice]]));

/** The legal targets of the selection. */
export function targets(pick: Pick, lit: Lit, me: Standing | null): Targets {
  switch (pick.on) {
    case "line":
      return oriented(lit.draft.get(pick.tile)?.place ?? new Map());
    case "hand":
      return oriented(lit.place.get(pick.tile) ?? new Map());
    case "skill":
      switch (pick.skill) {
        case "crash":
          return single(lit.crash);
        case "steal":
          return single(lit.steal);
        case "rotate":
          return new Map(
            [...lit.rotate].map(([square, ways]) => [
              square,
              (["right", "left"] as const).flatMap((way) => ways.get(way) ?? []),
            ]),
          );
        case "recall":
          return me && lit.recall ? new Map([[me.start, [lit.recall]]]) : new Map();
      }
      break;
    case "pawn": {
      const out = new Map<Square, LegalAction[]>();
      if (!me) return out;
      for (const side of SIDES) {
        const choice = lit.move.get(side);
        const square = step(me.pawn, side);
        if (choice && square) out.set(square, [choice]);
      }
      return out;
    }
  }
}

/** The legal actions with a selected tile that need no square. */
export function offers(pick: Pick, lit: Lit): LegalAction[] {
  const found =
    pick.on === "line"
      ? [lit.draft.get(pick.tile)?.use, lit.draft.get(pick.tile)?.keep]
      : pick.on === "hand"
        ? [lit.use.get(pick.tile), lit.giveBack.get(pick.tile)]
        : [];
  return found.filter((choice) => choice != null);
}

/** Returns true if the selection still has a legal action. */
export function holds(pick: Pick, lit: Lit, me: Standing | null): boolean {
  return targets(pick, lit, me).size > 0 || offers(pick, lit).length > 0;
}

/** The action on which the user aims; null if there is none. */
export function proposal(at: Targets, aim: Aim | null): LegalAction | null {
  const ways = aim ? at.get(aim.square) : undefined;
  return ways && aim ? (ways[aim.way % ways.length] ?? null) : null;
}

/** The tile's orientation in the notation of an action; "" if it has none. */
export function facingOf(choice: LegalAction): Facing | "" {
  const last = choice.action.split(" ").at(-1) ?? "";
  return (ORDER as readonly string[]).includes(last) && choice.action.includes("place ")
    ? (last as Facing)
    : "";
}

/** The aim at a square, with the orientation `last` if the tile can have it there. */
export function aimAt(at: Targets, square: Square, last: Facing | "" | null): Aim {
  const ways = at.get(square) ?? [];
  const same = last === null ? -1 : ways.findIndex((choice) => facingOf(choice) === last);
  return { square, way: Math.max(same, 0) };
}

/** The effect of an action on one square, drawn there before the action is taken. */
export type Ghost =
  | { shows: "tile"; square: Square; kind: Kind; facing: Facing | null }
  | { shows: "gem"; square: Square }
  | { shows: "pawn"; square: Square }
  /** The tile on the square would be removed. */
  | { shows: "gone"; square: Square };

/** The effect of an action on one square; null if there is none to draw. */
export function ghostOf(
  action: string,
  floor: readonly Placed[],
  me: Standing | null,
): Ghost | null {
  const words = action.split(" ");
  const [verb = "", first = ""] = words;
  const at = words.indexOf("place");
  if (at >= 0) {
    const [square = "", facing] = words.slice(at === 0 ? 2 : at + 1);
    const kind = (at === 0 ? first : words[at - 1]) as Kind;
    return { shows: "tile", square, kind, facing: (facing as Facing | undefined) ?? null };
  }
  switch (verb) {
    case "rotate": {
      const tile = floor.find(({ square }) => square === first);
      if (!tile) return null;
      const facing = turned(tile.kind, tile.facing, words[2] === "left" ? "left" : "right");
      return { shows: "tile", square: first, kind: tile.kind, facing };
    }
    case "crash":
    case "steal":
      return { shows: "gone", square: first };
    case "draft":
      return words[2] === "use" && isSquare(first) ? { shows: "gem", square: first } : null;
    case "use":
      return { shows: "gem", square: first };
    case "recall":
    case "return":
      return me ? { shows: "pawn", square: me.start } : null;
    default:
      return null;
  }
}

/**
 * An action on a square that the server would refuse; its reason explains why the selection cannot
 * go there. Null if the page has a simpler reason.
 */
export function probe(pick: Pick | null, square: Square, me: Standing): string | null {
  const placed = (tile: string) => {
    if (isSquare(tile)) return null;
    const facing = FACINGS[tile as Kind]?.[0];
    return `${tile} place ${square}${facing ? ` ${facing}` : ""}`;
  };
  switch (pick?.on) {
    case "line": {
      const words = placed(pick.tile);
      return words && `draft ${words}`;
    }
    case "hand":
      return placed(pick.tile)?.replace(/^(\S+) place/, "place $1") ?? null;
    case "skill":
      if (pick.skill === "recall") return null;
      return pick.skill === "rotate" ? `rotate ${square} left` : `${pick.skill} ${square}`;
    default: {
      const side = sideTowards(me.pawn, square);
      return side && `move ${side}`;
    }
  }
}
