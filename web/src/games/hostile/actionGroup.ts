/** The groups of a long list of actions: the tile that is drafted or placed, the skill, the move. */
import type { Components, Skill } from "../../generated/hostile";
import type { LocalizedText } from "../../generated/core";
import { grammar, inEach } from "../../lib/i18n/grammar";
import type { ActionGroup } from "../types";
import { words } from "./messages";

const heading = (name: LocalizedText): LocalizedText =>
  inEach((lang) => grammar(lang).heading(name[lang]));

/**
 * The group of an action, given in notation; null if it stands alone or this page does not know the
 * notation. All gem tiles are one group, since each has very few actions.
 */
export function actionGroup(action: string, components: Components): ActionGroup | null {
  const [verb = "", first] = action.trim().split(/\s+/);
  if (first === undefined) return null;
  switch (verb) {
    case "draft":
    case "place":
    case "use": {
      const floor = components.floor.find(({ kind }) => kind === first);
      if (floor) return { id: floor.kind, name: heading(floor.name) };
      return { id: "gem_tile", name: heading(components.gem_tile.name) };
    }
    case "move":
    case "take":
    case "return":
      return { id: verb, name: inEach((lang) => words(lang).groups[verb]) };
    case "crash":
    case "rotate":
    case "steal": {
      const skill: Skill = verb;
      const card = components.skills.cards.find((each) => each.skill === skill);
      return card ? { id: skill, name: heading(card.name) } : null;
    }
    default:
      return null;
  }
}
