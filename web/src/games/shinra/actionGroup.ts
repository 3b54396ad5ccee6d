/** The groups of a long list of actions: what a piece does, or the card that is put. */
import type { Components, View } from "../../generated/shinra";
import { grammar, inEach, type Lang } from "../../lib/i18n/grammar";
import type { ActionGroup } from "../types";
import { indexOf } from "./geometry";
import { readItem } from "./item";
import { words } from "./messages";
import { called, cardsName } from "./texts";

/**
 * The group of an action, given in notation, in the position of this view; null if it stands alone
 * or this page does not know the notation.
 */
export function actionGroup(
  action: string,
  view: View,
  components: Components,
): ActionGroup | null {
  const parts = action.trim().split(/\s+/);
  const [verb = ""] = parts;
  const step = /^([a-e][1-5])>([a-e][1-5])$/.exec(verb);
  if (step) {
    const [piece, target] = [step[1]!, step[2]!].map((square) => view.squares[indexOf(square)]);
    if (!piece) return null;
    if (!target) return kind("move");
    return kind(target.seat === piece.seat ? "join" : "attack");
  }
  switch (verb) {
    case "retreat":
    case "pair":
      return kind(verb);
    case "put": {
      // In battle few cards can be put; while the cards are dealt out, nothing else is possible.
      if (view.stage.kind !== "deploy") return kind(verb);
      const { cards } = readItem(parts.slice(1, -1).join(" "));
      return group(`put ${cards.join("+")}`, (lang) => cardsName(cards, { lang, components }));
    }
    case "switch":
      return group(verb, (lang) => grammar(lang).heading(called(verb, { lang, components })));
    default:
      return null;
  }
}

const group = (id: string, name: (lang: Lang) => string): ActionGroup => ({
  id,
  name: inEach(name),
});

/** The group of all actions of one kind. */
const kind = (id: "move" | "join" | "attack" | "retreat" | "put" | "pair"): ActionGroup =>
  group(id, (lang) => words(lang).groups[id]);
