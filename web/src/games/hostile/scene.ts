/** What the parts of the board share: the moment being shown, in the game's own terms. */
import type { Components, Event, Square, View } from "../../generated/hostile";
import type { ComponentNames } from "./names";
import type { Lang } from "../../lib/i18n/i18n.svelte";
import type { Drag } from "../kit/drag.svelte";
import type { Control, Place } from "./control.svelte";
import type { Preview } from "./preview";
import type { Lit } from "./notation";
import type { Pick as Taken } from "./selection";
import type { LastMove } from "./lastMoveMarks";

/** Why something is not possible, with the rule that says so. */
export interface IllegalReason {
  text: string;
  rules: readonly string[];
}

export interface Scene {
  view: View;
  components: Components;
  /** What things are called. */
  called: ComponentNames;
  lang: Lang;
  you: number | null;
  names: readonly string[];
  lit: Lit;
  control: Control;
  /** What would come of what is being considered; null while it is not known. */
  preview: Preview | null;
  /** Why one's own skill cannot be used now; null when it can, or when it is not one's turn. */
  skillIllegalReason: IllegalReason | null;
  /** The answer to having pressed something that is not lit. */
  refusal: IllegalReason | null;
  /** Presses a square that is not lit: asks why. */
  ask: (square: Square) => void;
  /** Why what is in the hand cannot go to the square under the pointer. */
  dark: { square: Square; why: IllegalReason } | null;
  /** What is being dragged, and where it would fall. */
  drag: Drag<Taken, Place>;
  /** What is being shown to happen, at once. */
  events: readonly Event[];
  /** What each seat did last, as far as it is to be seen. */
  lastMoves: readonly (Pick<LastMove, "path" | "spots"> & { seat: number })[];
  /** What the events being shown are about. */
  glow: ReadonlySet<string>;
  /** Whether nothing should move. */
  still: boolean;
}
