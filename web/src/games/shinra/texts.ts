/** Texts about the game's things, with the names of its components. */
import type { Components, Kind, Stage } from "../../generated/shinra";
import type { Lang, PlainKey } from "../../lib/i18n/grammar";
import { words, type Words } from "./messages";

/** The language, and the names of the game's things. */
export interface Spoken {
  lang: Lang;
  components: Pick<Components, "names">;
}

/** The game's name of a thing, by its key in the glossary. */
export const called = (key: string, { lang, components }: Spoken): string =>
  components.names[key]?.[lang] ?? key;

/** The names of the two seats. */
export const SEATS = ["first", "second"] as const;

/** The glossary keys of the stages, where they differ from the stage's own. */
export const stageKey = (stage: Stage["kind"]): string =>
  stage === "queen" ? "queen_taken" : stage;

/** The key of a plain string. */
export type Word = PlainKey<Words>;

/** The names of cards, as the name of a stack. */
export const cardsName = (cards: readonly Kind[], spoken: Spoken): string =>
  words(spoken.lang).stack(cards.map((kind) => called(kind, spoken)));

/** Seconds as on a clock. */
export function clock(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
