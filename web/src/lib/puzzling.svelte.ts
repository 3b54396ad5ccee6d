/** One person's way through a puzzle: what they decide, what the others reply, how it ends. */
import type { TableState } from "../generated/parlour";
import type { Choice, Goal, Puzzle, Seat } from "../generated/table";
import { beginningOf } from "./book";
import type { Study } from "./study.svelte";

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
export class Puzzling {
  verdict = $state<Verdict>("open");
  /** Whether the solution is being shown, or was. */
  shown = $state(false);
  /** How often the board was put back as it was: whoever holds it begins anew then. */
  restarts = $state(0);

  /** What has still to be shown of the solution. */
  #coming: readonly string[] = [];

  constructor(
    readonly game: string,
    readonly puzzle: Puzzle,
    readonly study: Study,
  ) {
    this.#begin();
  }

  /** How many decisions the person has taken. */
  get taken(): number {
    return this.study.actions.filter(({ seat }) => seat === this.puzzle.seat).length;
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
    const { study, puzzle, taken } = this;
    const { state } = study.playback;
    if (this.verdict !== "open" || study.busy || study.problem || !state) return;
    if (isReached(puzzle.goal, puzzle.seat, state)) this.verdict = "reached";
    else if (state.awaiting.includes(puzzle.seat)) {
      if (taken >= puzzle.within) this.verdict = "missed";
      else this.#showNext();
    } else {
      const reply = puzzle.replies[study.actions.length - taken];
      // What does not fit what was decided is no reply.
      if (!reply || study.refused) this.verdict = "missed";
      else study.act(reply.action, reply.seat);
    }
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
    study.start(beginningOf(game, scene), [], { eyes: puzzle.seat });
    this.verdict = "open";
    this.restarts += 1;
  }
}
