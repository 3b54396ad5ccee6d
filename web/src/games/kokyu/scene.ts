/** The state that the parts of the board share: the displayed step, in the game's own terms. */
import type { Lang } from "../../lib/i18n/i18n.svelte";
import type { Board, Components } from "../../generated/kokyu";
import type { Drag } from "../kit/drag.svelte";
import type { ActionPreview } from "../types";
import type { Foreseen } from "./foreseen";
import type { Spot } from "./highlights";
import type { Lit } from "./notation";
import type { Jade, Piece, Place, Purse } from "./pieces";

export interface Scene {
  board: Board;
  /** The number of cards in the pile of plot cards (策謀). */
  pile: number;
  components: Components;
  lang: Lang;
  you: number | null;
  names: readonly string[];
  lit: Lit;
  act: (action: string) => void;
  /** The effects of an action, or the reason why it is illegal. */
  previewAction: (action: string) => Promise<ActionPreview>;
  /** The preview of the choice under the pointer or with the focus; null without one. */
  foreseen: Foreseen | null;
  /** Loads the preview of a choice for `foreseen`; null ends it. */
  foresee: (action: string | null) => void;
  /** The parts of the table that the shown events affect, for highlighting. */
  glow: ReadonlySet<Spot>;
  /**
   * The parts of the table that events affect by more than a move: a theft, a reveal. Empty without
   * animation.
   */
  burst: ReadonlySet<Spot>;
  /** The places that the last decisions changed, each with the seats that changed it. */
  marks: ReadonlyMap<Spot, readonly number[]>;
  /** The drag of a eunuch to a card, which is identified by its number. */
  drag: Drag<Piece, number>;
  /** The number of points with which 香妃 ends the game. */
  kohiGoal: number;
  pieces: readonly Piece[];
  jades: readonly Jade[];
  /** Duration of a piece's movement, in milliseconds; 0 without animation. */
  moveMs: () => number;
}

/**
 * The goal of 香妃 according to the options of the table; three, as in the beginner game, if it is
 * not set.
 */
export function kohiGoal(options: Record<string, unknown>): number {
  const goal = options["kohiGoal"];
  return typeof goal === "number" && Number.isInteger(goal) && goal > 0 ? goal : 3;
}

/** The phase of the match, as the page shows it. */
export type Phase = "placing" | "processing" | "between" | "over";

/** The phase, derived from the remaining tasks. */
export function phase(board: Pick<Board, "tasks" | "end">): Phase {
  if (board.end) return "over";
  if (board.tasks.some(({ task }) => task === "place")) return "placing";
  return board.tasks.length > 0 ? "processing" : "between";
}

/**
 * The number of the card being processed, from 1; null if there is none. Only cards with a eunuch
 * count.
 */
export function currentCard(board: Pick<Board, "tasks" | "cards">): number | null {
  for (const task of board.tasks)
    if (task.task === "return" || task.task === "fly") return task.card + 1;
  const first = board.tasks[0];
  if (first?.task !== "process") return null;
  return board.cards[first.card]?.eunuchs.length ? first.card + 1 : null;
}

/** The eunuchs in the places that pass `test`, of one seat or (null) of both. */
export function piecesAt(
  pieces: readonly Piece[],
  seat: number | null,
  test: (place: Place) => boolean,
): Piece[] {
  return pieces.filter((p) => (seat === null || p.seat === seat) && test(p.place));
}

/** The points in one place. */
export function jadesAt(jades: readonly Jade[], purse: Purse): Jade[] {
  return jades.filter((jade) => jade.purse === purse);
}
