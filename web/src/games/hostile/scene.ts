/** The state that the parts of the board share: the displayed step, in the game's own terms. */
import type { Components, Event, Square, View } from "../../generated/hostile";
import type { ComponentNames } from "./names";
import type { Lang } from "../../lib/i18n/i18n.svelte";
import type { Drag } from "../kit/drag.svelte";
import type { Control, Place } from "./control.svelte";
import type { Preview } from "./preview";
import type { Lit } from "./notation";
import type { Pick as Taken } from "./selection";
import type { LastMove } from "./lastMoveMarks";

/** The reason why something is illegal, with its rule. */
export interface IllegalReason {
  text: string;
  rules: readonly string[];
}

export interface Scene {
  view: View;
  components: Components;
  /** The names of the components. */
  called: ComponentNames;
  lang: Lang;
  you: number | null;
  names: readonly string[];
  lit: Lit;
  control: Control;
  /** The preview of the considered action; null while it is unknown. */
  preview: Preview | null;
  /**
   * The reason why the user's skill cannot be used now; null if it can, or in the turns of others.
   */
  skillIllegalReason: IllegalReason | null;
  /** The answer to a press on something illegal. */
  refusal: IllegalReason | null;
  /** Called for a press on an illegal square, to find the reason. */
  ask: (square: Square) => void;
  /** The reason why the selected thing cannot go to the square under the pointer. */
  dark: { square: Square; why: IllegalReason } | null;
  /** The dragged thing and its drop target. */
  drag: Drag<Taken, Place>;
  /** The events being shown at once. */
  events: readonly Event[];
  /** The visible part of each seat's last move. */
  lastMoves: readonly (Pick<LastMove, "path" | "spots"> & { seat: number })[];
  /** The places that the events affect. */
  glow: ReadonlySet<string>;
  /** True if animations are off. */
  still: boolean;
}
