/** How to find out why something is not possible: what to ask the rules, or what is plain. */
import type { Square, View } from "../../generated/hostile";
import { FACINGS, isSquare, SIDES, step } from "./geometry";
import type { Lit } from "./notation";
import { probe, type Pick as Taken } from "./selection";
import { actingSeat, isUsed, standing } from "./view";
import type { PlainKey } from "../../lib/i18n/grammar";
import type { Words } from "./messages";

/** An action whose refusal is the answer, or the page's own words about a thing of the glossary. */
export type Question = { ask: string } | { plain: PlainKey<Words>; about: string };

type Moment = Pick<View, "stage" | "seats" | "floor">;

/** The stages in which the seats take turns, as the glossary calls them. */
const TURNS = ["skill_draft", "tile_draft", "turn"];

/** What the stage alone says about an action of this verb; null where it is for the rules to say. */
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

/** Why a thing of one's own or of everyone's cannot be taken up; null for who only watches. */
export function aboutThing(action: string, now: Moment, you: number | null): Question | null {
  if (you === null) return null;
  return untimely(action.split(" ")[0] ?? "", now, you) ?? { ask: action };
}

/** A tile of one's hand as the beginning of an action about it. */
export function handAction(tile: string, square: Square): string {
  if (isSquare(tile)) return `use ${tile}`;
  const facing = FACINGS[tile as keyof typeof FACINGS]?.[0];
  return ["place", tile, square, facing].filter(Boolean).join(" ");
}

/** Why what was taken up, or else the pawn, cannot go to a square. */
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
  // A pawn that cannot move at all has a reason of its own.
  const side = SIDES.find((each) => step(me.pawn, each) !== null);
  return lit.move.size === 0 && side
    ? { ask: `move ${side}` }
    : { plain: "oneStep", about: "action_point" };
}
