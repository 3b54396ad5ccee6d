/** What the parts of the board share: the moment being shown, in the game's own terms. */
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
  /** The events that led to this moment, while changes are being shown. */
  events: readonly Event[];
  /** What is marked as having happened last. */
  latest: Latest;
  /** How long something takes to its new place, in milliseconds; 0 where nothing should move. */
  moveMs: () => number;
}

/** One thing that a previewed place would settle. */
export interface News {
  /** In the server's words. */
  text: string;
  /** In a few signs, where the winner's flower stands beside it; empty where there is no winner. */
  short: string;
  /** Who would take it; null: nobody. */
  winner: number | null;
}

/** What a previewed place would settle. */
export interface Forecast {
  /** One thing after the other. */
  news: News[];
  /** Who would take which 花道, by battlefield and line (`0-3`); null: nobody. */
  lines: Map<string, number | null>;
}

/** Why something is not possible, in the language now. */
export interface Answer {
  /** The square it is about; null for what is in the hand. */
  square: string | null;
  text: string;
  rule: string | null;
}

/** All seats at the table. */
export const seats = (scene: Pick<Scene, "view">) => scene.view.hands.map((_, seat) => seat);

/** How many 花道 of a battlefield each seat has. */
export const taking = (view: View, field: number): number[] =>
  view.hands.map(
    (_, seat) =>
      (view.lines[field] ?? []).filter(({ settlement }) => owner(settlement) === seat).length,
  );
