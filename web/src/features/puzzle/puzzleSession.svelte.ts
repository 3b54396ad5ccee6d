/**
 * One user's attempt at a puzzle: their decisions, the replies of the other seats, and the result.
 */
import type { TableState } from "../../generated/session";
import type { LegalAction, Goal, Move, Puzzle, Seat, LocalizedText } from "../../generated/core";
import { problemText } from "../../lib/api/http";
import * as api from "../../lib/api/puzzles";
import { analysisStartOf } from "../tutorial/tutorial";
import type { Analysis } from "../analysis/analysis.svelte";

/** The function that requests the replies; tests pass their own. */
export type PuzzleApi = Pick<typeof api, "getReply">;

/** The state of an attempt: open, or the goal was reached or missed. */
export type Verdict = "open" | "reached" | "missed";

const NO_CHOICES: readonly LegalAction[] = [];

/** Returns true if the seat has reached the goal. */
export function isReached(
  goal: Goal,
  seat: Seat,
  { outcome, scores }: Pick<TableState, "outcome" | "scores">,
): boolean {
  if (goal === "wins") return outcome?.winners.includes(seat) ?? false;
  return (scores[seat] ?? -Infinity) >= goal.score;
}

/** The state of a puzzle on its own board. */
export class PuzzleSession {
  verdict = $state<Verdict>("open");
  /** True if the user has seen the solution or is watching it. */
  shown = $state(false);
  /**
   * The number of resets of the board. When it changes, the board is created again, without
   * unfinished decisions.
   */
  restarts = $state(0);

  /** The reason why the replies could not be loaded; null if there was no failure. */
  trouble = $state.raw<LocalizedText | null>(null);

  /** The decisions of the solution that are still to be shown. */
  #coming: readonly string[] = [];
  /** The replies that are still to be played, and the list of decisions to which they belong. */
  #replies: readonly Move[] = [];
  #answered = "";

  constructor(
    readonly game: string,
    readonly puzzle: Puzzle,
    readonly study: Analysis,
    readonly requests: PuzzleApi = api,
  ) {
    this.#begin();
  }

  /** The user's decisions in this attempt, as notations of actions. */
  get #decided(): string[] {
    const own = this.study.actions.filter(({ seat }) => seat === this.puzzle.seat);
    return own.map(({ action }) => action);
  }

  /** The number of the user's decisions in this attempt. */
  get taken(): number {
    return this.#decided.length;
  }

  /** The legal actions; none after the attempt has ended or while the solution is shown. */
  get legal(): readonly LegalAction[] {
    return this.verdict === "open" && !this.shown ? this.study.legal : NO_CHOICES;
  }

  /** Takes an action for the user, while the attempt is open. */
  decide(action: string): void {
    if (this.verdict === "open" && !this.shown) this.study.act(action);
  }

  /** Restarts the attempt from the position of the puzzle. */
  again(): void {
    this.shown = false;
    this.#coming = [];
    this.#begin();
  }

  /** Shows the solution: plays its decisions from the position of the puzzle. */
  show(solution: readonly string[]): void {
    this.shown = true;
    this.#coming = solution;
    this.#begin();
  }

  /**
   * Plays the replies of the other seats and judges the attempt. The page calls it whenever the
   * board shows no changes.
   */
  rest(): void {
    const { study, puzzle } = this;
    const { state } = study.playback;
    if (this.verdict !== "open" || study.busy || study.problem || !state) return;
    if (isReached(puzzle.goal, puzzle.seat, state)) this.verdict = "reached";
    else if (state.awaiting.includes(puzzle.seat)) this.#goOn(state);
    else if (puzzle.turns === 1 || state.outcome || study.refused) this.verdict = "missed";
    else this.#reply();
  }

  /**
   * Continues: shows the next decision of the solution, or takes the only legal action
   * automatically.
   */
  #goOn({ legal, complete }: TableState): void {
    const [only, other] = legal;
    if (this.shown) this.#showNext();
    else if (only && !other && complete) this.study.act(only.action);
  }

  #reply(): void {
    const [next, ...rest] = this.#replies;
    if (next) {
      this.#replies = rest;
      this.study.act(next.action, next.seat);
      return;
    }
    const decided = this.#decided;
    const line = decided.join();
    // The replies to these decisions were requested already: the answer is under way, or has no
    // effect.
    if (line === this.#answered) return;
    this.#answered = line;
    const { game, puzzle, restarts } = this;
    this.requests.getReply(game, puzzle.id, decided).then(
      (replies) => {
        if (this.restarts !== restarts) return;
        if (replies.length === 0) this.verdict = "missed";
        this.#replies = replies;
        this.rest();
      },
      (thrown: unknown) => {
        if (this.restarts === restarts) this.trouble = problemText(thrown);
      },
    );
  }

  #showNext(): void {
    const [action, ...rest] = this.#coming;
    if (action === undefined) return;
    this.#coming = rest;
    this.study.act(action);
  }

  #begin(): void {
    const { game, puzzle, study } = this;
    const scene = { ...puzzle, actions: [], eyes: puzzle.seat };
    study.start(analysisStartOf(game, scene), [], { eyes: puzzle.seat });
    this.verdict = "open";
    this.trouble = null;
    this.#replies = [];
    this.#answered = "";
    this.restarts += 1;
  }
}
