/**
 * The way to find the reason why an action is illegal: an action whose preview gives the server's
 * reason, or a text of the page.
 */
import type { Square, View } from "../../generated/hostile";
import { FACINGS, isSquare, SIDES, step } from "./geometry";
import type { Lit } from "./notation";
import { probe, type Pick as Taken } from "./selection";
import { actingSeat, isUsed, standing } from "./view";
import type { PlainKey } from "../../lib/i18n/grammar";
import type { Words } from "./messages";

/**
 * The source of a reason: `ask` is an action that the server refuses with the reason, `plain` a
 * text of the page about the glossary entry `about`.
 */
export type Question = { ask: string } | { plain: PlainKey<Words>; about: string };

type Moment = Pick<View, "stage" | "seats" | "floor">;

/** The stages in which a seat has a decision. Their names are also keys of the glossary. */
const TURNS = ["skill_draft", "tile_draft", "turn"];

/**
 * The reason why an action with this verb is illegal in the current stage; null if the stage allows
 * the verb, so that only the server knows the reason.
 */
function untimely(verb: string, { stage }: Moment, you: number): Question | null {
  const about = stage.kind;
  if (!TURNS.includes(about)) return null;
  if (actingSeat(stage) !== you) return { plain: "waiting", about };
  if (stage.kind === "skill_draft") return verb === "skill" ? null : { plain: "pickSkill", about };
  if (verb === "skill") return { plain: "skillsTaken", about: "skill_draft" };
  if (stage.kind !== "tile_draft" || verb === "draft") return null;
  const hand = verb === "place" || verb === "use";
  return hand ? { plain: "handWaits", about } : { plain: "firstTile", about };
}

/**
 * The reason why the user cannot select a tile or card, given the action it would begin; null for a
 * spectator.
 */
export function aboutThing(action: string, now: Moment, you: number | null): Question | null {
  if (you === null) return null;
  return untimely(action.split(" ")[0] ?? "", now, you) ?? { ask: action };
}

/**
 * An action with a tile of the user's hand: a gem tile is used, a floor tile is placed on the
 * square.
 */
export function handAction(tile: string, square: Square): string {
  if (isSquare(tile)) return `use ${tile}`;
  const facing = FACINGS[tile as keyof typeof FACINGS]?.[0];
  return ["place", tile, square, facing].filter(Boolean).join(" ");
}

/**
 * The reason why the selected tile or skill or, without a selection, the pawn cannot go to a
 * square.
 */
export function aboutSquare(
  pick: Taken | null,
  square: Square,
  now: Moment,
  you: number | null,
  lit: Pick<Lit, "move">,
): Question | null {
  const me = you === null ? null : standing(now.seats[you]);
  if (you === null || !me) return null;
  const early = untimely(pick?.on === "line" ? "draft" : "move", now, you);
  if (early) return early;
  const asked = probe(pick, square, me);
  if (asked !== null) return { ask: asked };
  if (pick && "tile" in pick) return { plain: "gemSquare", about: "gem_tile" };
  if (pick?.on === "skill" && isUsed(pick.skill)) return { plain: "ownStart", about: "recall" };
  // A pawn that cannot move at all has its own reason.
  const side = SIDES.find((each) => step(me.pawn, each) !== null);
  return lit.move.size === 0 && side
    ? { ask: `move ${side}` }
    : { plain: "oneStep", about: "action_point" };
}
