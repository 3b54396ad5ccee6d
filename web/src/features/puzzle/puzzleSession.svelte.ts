/** One person's way through a puzzle: what they decide, what the others reply, how it ends. */
import type { TableState } from "../../generated/parlour";
import type { Choice, Goal, Move, Puzzle, Seat, Text } from "../../generated/table";
import * as api from "../../lib/api/api";
import { analysisStartOf } from "../tutorial/tutorial";
import type { Analysis } from "../analysis/analysis.svelte";

/** How the replies of the others are asked for; tests bring their own. */
export type PuzzleApi = Pick<typeof api, "getReply">;

/** How a try stands. */
export type Verdict = "open" | "reached" | "missed";

const NO_CHOICES: readonly Choice[] = [];

/** Whether the seat has reached the goal. */
export function isReached(
  goal: Goal,
  seat: Seat,
  { outcome, scores }: Pick<TableState, "outcome" | "scores">,
): boolean {
  if (goal === "wins") return outcome?.winners.includes(seat) ?? false;
  return (scores[seat] ?? -Infinity) >= goal.score;
}

/** A puzzle at a board of its own. */
export class PuzzleSession {
  verdict = $state<Verdict>("open");
  /** Whether the solution is being shown, or was. */
  shown = $state(false);
  /** How often the board was put back as it was: whoever holds it begins anew then. */
  restarts = $state(0);

  /** Why the others' reply is not known. */
  trouble = $state.raw<Text | null>(null);

  /** What has still to be shown of the solution. */
  #coming: readonly string[] = [];
  /** What the others have still to decide, and after which decisions that was asked for. */
  #replies: readonly Move[] = [];
  #answered = "";

  constructor(
    readonly game: string,
    readonly puzzle: Puzzle,
    readonly study: Analysis,
    readonly house: PuzzleApi = api,
  ) {
    this.#begin();
  }

  /** What the person has decided. */
  get #decided(): string[] {
    const own = this.study.actions.filter(({ seat }) => seat === this.puzzle.seat);
    return own.map(({ action }) => action);
  }

  /** How many decisions the person has taken. */
  get taken(): number {
    return this.#decided.length;
  }

  /** What may be decided. */
  get legal(): readonly Choice[] {
    return this.verdict === "open" && !this.shown ? this.study.legal : NO_CHOICES;
  }

  /** Decides something. */
  decide(action: string): void {
    if (this.verdict === "open" && !this.shown) this.study.act(action);
  }

  /** Begins anew. */
  again(): void {
    this.shown = false;
    this.#coming = [];
    this.#begin();
  }

  /** Shows how it is solved. */
  show(solution: readonly string[]): void {
    this.shown = true;
    this.#coming = solution;
    this.#begin();
  }

  /** To be called whenever the board is at rest: the others reply then, and the try is judged. */
  rest(): void {
    const { study, puzzle } = this;
    const { state } = study.playback;
    if (this.verdict !== "open" || study.busy || study.problem || !state) return;
    if (isReached(puzzle.goal, puzzle.seat, state)) this.verdict = "reached";
    else if (state.awaiting.includes(puzzle.seat)) this.#goOn(state);
    else if (puzzle.turns === 1 || state.outcome || study.refused) this.verdict = "missed";
    else this.#reply();
  }

  /** What is shown goes on; and where there is one choice only, it is taken. */
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
    // Asked already: the answer comes, or was given, and leads nowhere.
    if (line === this.#answered) return;
    this.#answered = line;
    const { game, puzzle, restarts } = this;
    this.house.getReply(game, puzzle.id, decided).then(
      (replies) => {
        if (this.restarts !== restarts) return;
        if (replies.length === 0) this.verdict = "missed";
        this.#replies = replies;
        this.rest();
      },
      (thrown: unknown) => {
        if (this.restarts === restarts) this.trouble = api.problemText(thrown);
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
