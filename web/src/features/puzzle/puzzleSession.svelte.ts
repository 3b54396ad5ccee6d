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

/**
 * The state of an attempt: open, or the goal was reached, or the last decision has missed it and was
 * taken back.
 */
export type Verdict = "open" | "reached" | "missed";

/** The judgement of a decision: the goal is missed, or the attempt continues after these replies. */
type Judgement = { missed: true; state: TableState } | { missed: false; replies: readonly Move[] };

/** The maximum number of decisions without a choice that follow a decision when it is judged. */
const FORCED = 8;

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

  /** True while the server checks a decision. */
  judging = $state(false);
  /** The number of decisions in all attempts that missed the goal. */
  mistakes = $state(0);
  /** The score that the last wrong decision leads to; null if there was none. */
  fellShort = $state<number | null>(null);

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

  /** The legal actions; none after the goal was reached or while the solution is shown. */
  get legal(): readonly LegalAction[] {
    const closed = this.verdict === "reached" || this.shown || this.judging;
    return closed ? NO_CHOICES : this.study.legal;
  }

  /**
   * Takes an action for the user. An action that misses the goal is not played: the board returns to
   * the beginning of the user's turn at once.
   */
  decide(action: string): void {
    if (this.verdict === "reached" || this.shown || this.judging || this.study.busy) return;
    void this.#attempt(action);
  }

  async #attempt(action: string): Promise<void> {
    const { study, restarts } = this;
    this.judging = true;
    this.verdict = "open";
    this.trouble = null;
    try {
      const judged = await this.#judge(action);
      if (this.restarts !== restarts) return;
      if (judged.missed) this.#miss(judged.state);
      else {
        this.#replies = judged.replies;
        study.act(action);
      }
    } catch (thrown) {
      if (this.restarts === restarts) this.trouble = problemText(thrown);
    } finally {
      this.judging = false;
    }
  }

  /** Judges an action before it is played, with the decisions after it that leave no choice. */
  async #judge(action: string): Promise<Judgement> {
    const { game, puzzle, study } = this;
    const { seat } = puzzle;
    let line: readonly Move[] = [...study.actions, { seat, action }];
    for (let forced = 0; forced <= FORCED; forced++) {
      const scene = { ...puzzle, actions: [], eyes: seat };
      const play = { ...analysisStartOf(game, scene), actions: [...line], eyes: seat };
      const { state, refused } = await study.requests.study({ ...play, seen: line.length });
      if (refused || isReached(puzzle.goal, seat, state)) break;
      if (state.awaiting.includes(seat)) {
        const [only, other] = state.legal;
        if (!only || other || !state.complete) break;
        line = [...line, { seat, action: only.action }];
        continue;
      }
      if (puzzle.turns === 1 || state.outcome) return { missed: true, state };
      const decided = line.filter((move) => move.seat === seat).map((move) => move.action);
      const replies = await this.requests.getReply(game, puzzle.id, decided);
      if (replies.length === 0) return { missed: true, state };
      this.#answered = decided.join();
      return { missed: false, replies };
    }
    return { missed: false, replies: [] };
  }

  /** Returns to the beginning of the user's turn. */
  #miss({ scores }: TableState): void {
    const { study, puzzle } = this;
    this.verdict = "missed";
    this.mistakes += 1;
    this.fellShort = puzzle.goal === "wins" ? null : (scores[puzzle.seat] ?? null);
    const turn = study.actions.findLastIndex(({ seat }) => seat !== puzzle.seat) + 1;
    if (turn < study.actions.length) this.#stand(study.actions.slice(0, turn));
    this.restarts += 1;
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
    if (this.verdict !== "open" || this.judging || study.busy || study.problem || !state) return;
    if (isReached(puzzle.goal, puzzle.seat, state)) this.verdict = "reached";
    else if (state.awaiting.includes(puzzle.seat)) this.#goOn(state);
    else if (puzzle.turns === 1 || state.outcome || study.refused) this.#miss(state);
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
    this.#stand([]);
    this.verdict = "open";
    this.trouble = null;
    this.#replies = [];
    this.#answered = "";
    this.restarts += 1;
  }

  /** Shows the position of the puzzle after these decisions. */
  #stand(actions: readonly Move[]): void {
    const { game, puzzle, study } = this;
    const scene = { ...puzzle, actions: [], eyes: puzzle.seat };
    study.start(analysisStartOf(game, scene), actions, { eyes: puzzle.seat });
  }
}
