/** Texts about the game's cards, seats and stages, with the names from its components. */
import type { Components, Kind, Stage } from "../../generated/shinra";
import type { Lang, PlainKey } from "../../lib/i18n/grammar";
import { words, type Words } from "./messages";

/** A language, and the game's components, which contain the names in that language. */
export interface Spoken {
  lang: Lang;
  components: Pick<Components, "names">;
}

/** The name of a component or term of the game, by its key in the glossary. */
export const called = (key: string, { lang, components }: Spoken): string =>
  components.names[key]?.[lang] ?? key;

/** The glossary keys of the two seats' names. */
export const SEATS = ["first", "second"] as const;

/** The glossary key of a stage, which is the stage's own id with one exception. */
export const stageKey = (stage: Stage["kind"]): string =>
  stage === "queen" ? "queen_taken" : stage;

/** The message key of a text without parameters. */
export type Word = PlainKey<Words>;

/** The name of a stack: the names of its cards, joined. */
export const cardsName = (cards: readonly Kind[], spoken: Spoken): string =>
  words(spoken.lang).stack(cards.map((kind) => called(kind, spoken)));

/** A number of seconds in the form `m:ss`. */
export function clock(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
