/** The game's things in words: named as its components name them. */
import type { Components, Kind, Stage } from "../../generated/shinra";
import type { Lang, PlainKey } from "../../lib/i18n/grammar";
import { words, type Words } from "./messages";

/** What words about the game's things need: the language, and their names as data. */
export interface Spoken {
  lang: Lang;
  components: Pick<Components, "names">;
}

/** What the game calls a thing, by its key in the glossary. */
export const called = (key: string, { lang, components }: Spoken): string =>
  components.names[key]?.[lang] ?? key;

/** What the two seats are called. */
export const SEATS = ["first", "second"] as const;

/** The keys of the stages of a play, where they are not the stage's own. */
export const stageKey = (stage: Stage["kind"]): string =>
  stage === "queen" ? "queen_taken" : stage;

/** The key of something that is said as it stands. */
export type Word = PlainKey<Words>;

/** Cards by name, as a stack is called. */
export const cardsName = (cards: readonly Kind[], spoken: Spoken): string =>
  words(spoken.lang).stack(cards.map((kind) => called(kind, spoken)));

/** Seconds as a clock shows them. */
export function clock(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
