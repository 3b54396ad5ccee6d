/** One user's progress in a lesson: the task, the attempts, and the replies to them. */
import type {
  Tutorial,
  LegalAction,
  LessonStep,
  Move,
  LocalizedText,
  DescribedEvent,
} from "../../generated/core";
import { problemText } from "../../lib/api/http";
import { analysisStartOf, sceneOf } from "./tutorial";
import type { AnalysisStart, Analysis } from "../analysis/analysis.svelte";

/** The reply to a user's attempt at a step of a lesson. */
export interface Reply {
  text: LocalizedText;
  /** The id of the rule that explains the reply; null if there is none. */
  rule: string | null;
  /** True if the attempt was right. */
  well: boolean;
}

/** Returns true if the event has all the properties that a step of a lesson requires. */
export function fits(
  wanted: Record<string, unknown>,
  told: Pick<DescribedEvent, "event">,
): boolean {
  const event = told.event as Record<string, unknown>;
  return Object.entries(wanted).every(
    ([field, value]) => JSON.stringify(event[field]) === JSON.stringify(value),
  );
}

/** Returns true if this action, with these events, completes the step. */
function isDone(step: LessonStep, action: string, told: readonly DescribedEvent[]): boolean {
  if (step.done.includes(action)) return true;
  const { event } = step;
  return event !== null && told.some((each) => fits(event, each));
}

/**
 * A user's session with a lesson, on its own board. The server checks each attempt before it is
 * played.
 */
export class LessonSession {
  /** The index of the lesson's step, counted from 0. */
  number = $state(0);
  /** True if the user has completed this step. */
  done = $state(false);
  /** True if the user requested a hint. */
  hinted = $state(false);
  /**
   * The number of resets of the board. When it changes, the board is created again, without
   * unfinished decisions.
   */
  restarts = $state(0);
  /** True while the server checks an attempt. */
  judging = $state(false);

  #reply = $state.raw<Reply | null>(null);
  #beginning: AnalysisStart | null = null;
  #before: readonly Move[] = [];
  /** The moves that are still to be played before the next step. */
  #coming = $state.raw<readonly Move[]>([]);

  constructor(
    readonly game: string,
    readonly book: Tutorial,
    readonly study: Analysis,
    /** The steps of the lesson: those of the first lesson, unless another is given. */
    readonly steps: readonly LessonStep[] = book.lesson,
  ) {}

  /**
   * Starts the lesson at a step, the first if left out. The steps before it are played as they
   * show themselves, from the last scene on.
   */
  start(number = 0): void {
    const scene = this.steps.findLastIndex(({ scene }, at) => at <= number && scene !== null);
    this.#enter(Math.max(scene, 0), Math.max(number, scene, 0));
  }

  /**
   * The reply to the last attempt; null before the first attempt. Praise comes only after all of
   * the step has been shown, since it may tell how it ends.
   */
  get reply(): Reply | null {
    return this.#reply?.well && !this.ready ? null : this.#reply;
  }

  /** True while the board shows the rest of a completed step. */
  get watching(): boolean {
    return this.done && !this.ready;
  }

  get step(): LessonStep {
    const step = this.steps[this.number];
    if (!step) throw new Error(`the lesson has no step ${this.number}`);
    return step;
  }

  get isLast(): boolean {
    return this.number === this.steps.length - 1;
  }

  /**
   * True if the user can go to the next step: the step is completed, and all of it has been shown.
   */
  get ready(): boolean {
    return this.done && this.#coming.length === 0 && !this.study.busy;
  }

  /** The actions that the user can try; after a hint only the right ones. */
  get legal(): readonly LegalAction[] {
    if (this.done || this.judging) return [];
    const { legal } = this.study;
    const meant = legal.filter(({ action }) => this.step.done.includes(action));
    return this.hinted && meant.length > 0 ? meant : legal;
  }

  /** Tries an action. A wrong action gets a reply, and the board stays as it was. */
  async attempt(action: string): Promise<void> {
    const { seat } = this.study;
    if (this.done || this.judging || this.study.busy || seat === null || !this.#beginning) return;
    this.judging = true;
    try {
      const actions = [...this.study.actions, { seat, action }];
      const seen = actions.length;
      const { state, refused } = await this.study.requests.study({
        ...this.#beginning,
        actions,
        eyes: seat,
        seen,
      });
      const { step } = this;
      if (refused) {
        const known = step.forbidden.find((each) => each.action === action);
        this.#refuse({ text: known?.say ?? refused.message, rule: refused.rule, well: false });
      } else if (isDone(step, action, state.steps.at(-1)?.told ?? [])) {
        this.done = true;
        this.#reply = step.well && { text: step.well, rule: null, well: true };
        this.#coming = step.then;
        this.study.act(action);
      } else if (step.other) this.#refuse({ text: step.other, rule: null, well: false });
    } catch (thrown) {
      this.#reply = { text: problemText(thrown), rule: null, well: false };
    } finally {
      this.judging = false;
    }
  }

  /** Plays the right action of this step for the user. */
  show(): void {
    const [meant] = this.step.done;
    if (meant !== undefined) void this.attempt(meant);
  }

  hint(): void {
    this.hinted = true;
  }

  /** Restarts this step from its beginning. */
  again(): void {
    if (!this.#beginning) return;
    this.#ask();
    this.study.start(this.#beginning, [...this.#before], { eyes: this.study.eyes });
    this.restarts += 1;
  }

  /** Shows the position at the end of a completed step at once. */
  skip(): void {
    if (!this.watching || this.study.asking || !this.#beginning) return;
    const line = [...this.study.actions, ...this.#coming];
    this.#coming = [];
    this.study.start(this.#beginning, line, { eyes: this.study.eyes });
  }

  next(): void {
    if (this.ready && !this.isLast) this.#enter(this.number + 1);
  }

  /**
   * Plays the next move of the other seats. The page calls it whenever the board shows no changes.
   */
  rest(): void {
    const [move, ...rest] = this.#coming;
    if (!move || this.study.busy) return;
    this.#coming = rest;
    this.study.act(move.action, move.seat);
  }

  /** Enters a step; `from` is the step before it at which the board is set up. */
  #enter(from: number, number = from): void {
    this.number = from;
    const { scene: name } = this.step;
    if (name === null) this.#before = this.study.actions;
    else {
      const scene = sceneOf(this.book, name);
      this.#beginning = analysisStartOf(this.game, scene);
      const played = this.steps.slice(from, number).flatMap(({ done: [action], then }) => {
        if (action === undefined) return then;
        return [{ seat: scene.eyes ?? 0, action }, ...then];
      });
      this.#before = [...scene.actions, ...played];
      this.study.start(this.#beginning, [...this.#before], { eyes: scene.eyes });
    }
    this.number = number;
    this.#ask();
  }

  #ask(): void {
    this.#reply = null;
    this.hinted = false;
    this.done = this.step.done.length === 0;
    this.#coming = [];
  }

  #refuse(reply: Reply): void {
    this.#reply = reply;
    this.restarts += 1;
  }
}
