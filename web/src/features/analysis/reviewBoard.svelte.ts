/**
 * The board beside a review: the position before a decision, with the move that was taken or the
 * better one, and the position as a puzzle.
 */
import type { MoveReview } from "../../generated/bots";
import type { Deed } from "../../generated/session";
import type { Step, Viewer } from "../../generated/core";
import type { Analysis, AnalysisStart } from "./analysis.svelte";
import { verdictOn, type Verdict } from "./review";

/** The position that the board shows for a decision. */
export type Shown = "before" | "taken" | "better";

/** A reader's visit to the decisions of a finished game. */
export class ReviewBoard {
  /** The decision on the board; null if a step is shown for itself. */
  decision = $state.raw<MoveReview | null>(null);
  shown = $state<Shown>("before");
  /** The verdict on the last try; null if there was none at this decision. */
  verdict = $state<Verdict | null>(null);
  /** The number of positions shown so far, by which the page discards unfinished moves. */
  shows = $state(0);

  constructor(
    readonly study: Pick<Analysis, "start">,
    readonly beginning: AnalysisStart,
    readonly actions: readonly Deed[],
  ) {}

  /** Shows the game after a step, without a decision. */
  goto(step: number, eyes: Viewer): void {
    this.decision = null;
    this.verdict = null;
    this.#show(this.actions, step, eyes);
  }

  /** Shows the position before a decision: the reader looks for the better move. */
  choose(decision: MoveReview): void {
    this.decision = decision;
    this.verdict = null;
    this.show("before");
  }

  /** Shows the position before the decision, after it, or after the better move. */
  show(shown: Shown): void {
    const { decision } = this;
    if (!decision) return;
    this.shown = shown;
    const { step, seat, better } = decision;
    const before = this.actions.slice(0, step - 1);
    if (shown === "better" && better)
      this.#show([...before, { seat, action: better.action }], step, seat);
    else this.#show(this.actions, shown === "before" ? step - 1 : step, seat);
  }

  /** Judges a move that the reader tries on the board, at once; a wrong one is taken back. */
  try(action: string): void {
    const { decision } = this;
    if (!decision?.better || this.shown !== "before") return;
    this.verdict = verdictOn(action, decision.taken.action, decision.better.action);
    this.show(this.verdict === "found" ? "better" : "before");
  }

  #show(actions: readonly Deed[], at: number, eyes: Viewer): void {
    this.shows += 1;
    this.study.start(this.beginning, actions, { at, eyes });
  }
}

/** The decisions with a better move, those that lost the most first. */
export function largestFirst(
  decisions: readonly MoveReview[],
  lost: (decision: MoveReview) => number,
): MoveReview[] {
  return decisions.filter(({ better }) => better !== null).toSorted((a, b) => lost(b) - lost(a));
}

/** Returns true if the log has every step of the game, up to the last. */
export const isWhole = (log: readonly Step[], length: number): boolean =>
  log.length === length + 1 && log.every(({ number }, index) => number === index);
