/**
 * The data that all parts of the board share: the displayed step of the match and its marks and
 * animation.
 */
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
  /** True while a text beside the board explains the position: the board names nobody it waits for. */
  explaining: boolean;
  /** The events that led to this step; empty if no change is being animated. */
  events: readonly Event[];
  /** The marks for the last move of each seat. */
  latest: Latest;
  /** The duration of a piece's movement in milliseconds; 0 without animation. */
  moveMs: () => number;
}

/** One effect of placing a domino at the previewed place. */
export interface News {
  /** The server's text about the effect. */
  text: string;
  /**
   * A short text, shown beside the winner's flower; empty for effects that are not a flower path or
   * castle.
   */
  short: string;
  /** The seat that would win the flower path or castle; null for nobody. */
  winner: number | null;
}

/** All effects of placing a domino at the previewed place. */
export interface Forecast {
  /** The effects in order. */
  news: News[];
  /**
   * The seat that would win each flower path (花道) decided by the placement, by battlefield and
   * path, such as `0-3`; null for nobody.
   */
  lines: Map<string, number | null>;
}

/** The reason why an action is illegal, in the current language. */
export interface Answer {
  /** The square that the user pressed or points to; null for a tile in the hand. */
  square: string | null;
  text: string;
  rule: string | null;
}

/** The seats of the match, from 0. */
export const seats = (scene: Pick<Scene, "view">) => scene.view.hands.map((_, seat) => seat);

/** The number of flower paths (花道) that each seat has won in a battlefield. */
export const taking = (view: View, field: number): number[] =>
  view.hands.map(
    (_, seat) =>
      (view.lines[field] ?? []).filter(({ settlement }) => owner(settlement) === seat).length,
  );
