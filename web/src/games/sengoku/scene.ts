/** The state that the parts of the board share: the displayed step, in the game's own terms. */
import type { Lang } from "../../lib/i18n/i18n.svelte";
import type { Catalogue, Event, View } from "../../generated/sengoku";
import type { Latest } from "./lastMoveMarks";
import type { Lit } from "./notation";
import { owner } from "./sheet";

export interface Scene {
  view: View;
  components: Catalogue;
  lang: Lang;
  you: number | null;
  names: readonly string[];
  lit: Lit;
  /** The events that led to this step, while changes are being shown. */
  events: readonly Event[];
  /** The marks of the last moves. */
  latest: Latest;
  /** Duration of a piece's movement, in milliseconds; 0 without animation. */
  moveMs: () => number;
}

/** One effect of a previewed place. */
export interface News {
  /** The server's text. */
  text: string;
  /** A short text beside the winner's flower; empty if there is no winner. */
  short: string;
  /** The seat that would take it; null for none. */
  winner: number | null;
}

/** The effects of a previewed place. */
export interface Forecast {
  /** The effects in order. */
  news: News[];
  /** The seat that would take each 花道, by battlefield and line (`0-3`); null for none. */
  lines: Map<string, number | null>;
}

/** The reason why something is illegal, in the current language. */
export interface Answer {
  /** The square; null for a tile in the hand. */
  square: string | null;
  text: string;
  rule: string | null;
}

/** All seats at the table. */
export const seats = (scene: Pick<Scene, "view">) => scene.view.hands.map((_, seat) => seat);

/** The number of 花道 of each seat in a battlefield. */
export const taking = (view: View, field: number): number[] =>
  view.hands.map(
    (_, seat) =>
      (view.lines[field] ?? []).filter(({ settlement }) => owner(settlement) === seat).length,
  );
