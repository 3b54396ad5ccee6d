/**
 * The data that all parts of the board share: the displayed step of the match, the user's input and
 * the animation.
 */
import type { Components, Event, Square, View } from "../../generated/hostile";
import type { ComponentNames } from "./names";
import type { Lang } from "../../lib/i18n/i18n.svelte";
import type { Drag } from "../kit/drag.svelte";
import type { Control, Place } from "./control.svelte";
import type { Preview } from "./preview";
import type { Lit } from "./notation";
import type { Pick as Taken } from "./selection";
import type { LastMove } from "./lastMoveMarks";

/** The reason why an action is illegal, with the rules that forbid it. */
export interface IllegalReason {
  text: string;
  rules: readonly string[];
}

export interface Scene {
  view: View;
  components: Components;
  /** The names of tiles, cards and seats in the current language. */
  called: ComponentNames;
  lang: Lang;
  you: number | null;
  names: readonly string[];
  lit: Lit;
  control: Control;
  /**
   * The preview of the action that the user considers; null for none, or until the server has
   * answered.
   */
  preview: Preview | null;
  /**
   * The reason why the user's skill cannot be used now; null if it can be used, or if it is not the
   * user's turn.
   */
  skillIllegalReason: IllegalReason | null;
  /** The reason to show after the user's last press on an illegal target; null for none. */
  refusal: IllegalReason | null;
  /** Called when the user presses an illegal square, to find the reason. */
  ask: (square: Square) => void;
  /**
   * The square under the pointer and the reason why the selected tile or skill cannot go there;
   * null if it can.
   */
  dark: { square: Square; why: IllegalReason } | null;
  /** The current drag: the dragged tile, skill or pawn, and the place under it. */
  drag: Drag<Taken, Place>;
  /** The events that are currently being animated. */
  events: readonly Event[];
  /** The marked part of each seat's last move. */
  lastMoves: readonly (Pick<LastMove, "path" | "spots"> & { seat: number })[];
  /** The places that these events affect. */
  glow: ReadonlySet<string>;
  /** True if animations are off. */
  still: boolean;
  /** True while a text beside the board explains the position: the board names nobody it waits for. */
  explaining: boolean;
}
