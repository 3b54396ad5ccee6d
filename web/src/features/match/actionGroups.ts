/** Groups of a long list of actions, by which the list can be narrowed. */
import type { ActionGroup } from "../../games/types";
import type { LegalAction, LocalizedText } from "../../generated/core";

/** A group of the list, with its actions. */
export interface ListedGroup {
  id: string;
  name: LocalizedText | string;
  actions: readonly LegalAction[];
}

/** The id of the group of all actions that belong to no other. */
const OTHERS = "";

/**
 * Divides the actions into groups, in the order in which they first appear. Actions without a group
 * form the last one, called `others`. Empty if the game names fewer than two groups.
 */
export function actionGroups(
  legal: readonly LegalAction[],
  groupOf: (choice: LegalAction) => ActionGroup | null,
  others: string,
): readonly ListedGroup[] {
  const found = new Map<string, ActionGroup & { actions: LegalAction[] }>();
  const rest: LegalAction[] = [];
  for (const choice of legal) {
    const group = groupOf(choice);
    if (!group) {
      rest.push(choice);
      continue;
    }
    const known = found.get(group.id);
    if (known) known.actions.push(choice);
    else found.set(group.id, { ...group, actions: [choice] });
  }
  if (found.size < 2) return [];
  const groups: ListedGroup[] = [...found.values()];
  if (rest.length > 0) groups.push({ id: OTHERS, name: others, actions: rest });
  return groups;
}
