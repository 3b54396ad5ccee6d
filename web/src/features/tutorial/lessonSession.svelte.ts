/** One person's way through a lesson: what is asked, what they tried, what is said to it. */
import type { Book, Choice, LessonStep, Move, Text, Told } from "../../generated/table";
import { problemText } from "../../lib/api/api";
import { analysisStartOf, sceneOf } from "./tutorial";
import type { AnalysisStart, Analysis } from "../analysis/analysis.svelte";

/** What is said to what was tried. */
export interface Reply {
  text: Text;
  /** The statement that is the reason, where one is. */
  rule: string | null;
  /** Whether it was what was asked. */
  well: boolean;
}

/** Whether the event is the one that shows that a step was done. */
export function fits(wanted: Record<string, unknown>, told: Pick<Told, "event">): boolean {
  const event = told.event as Record<string, unknown>;
  return Object.entries(wanted).every(
    ([field, value]) => JSON.stringify(event[field]) === JSON.stringify(value),
  );
}

/** Whether this action, which brought these events, is what the step asked for. */
function isDone(step: LessonStep, action: string, told: readonly Told[]): boolean {
  if (step.done.includes(action)) return true;
  const { event } = step;
  return event !== null && told.some((each) => fits(event, each));
}

/** A lesson at a board of its own. What is tried is judged by the house before it is done. */
export class LessonSession {
  /** Which step, counted from 0. */
  number = $state(0);
  /** What is said to the last try; null before one. */
  reply = $state.raw<Reply | null>(null);
  /** Whether this step was done. */
  done = $state(false);
  /** Whether the person asked for help. */
  hinted = $state(false);
  /** How often the board was put back as it was: whoever holds it begins anew then. */
  restarts = $state(0);
  /** Whether a try is being judged. */
  judging = $state(false);

  #beginning: AnalysisStart | null = null;
  #before: readonly Move[] = [];
  /** What has still to be played before the next step. */
  #coming = $state.raw<readonly Move[]>([]);

  constructor(
    readonly game: string,
    readonly book: Book,
    readonly study: Analysis,
  ) {}

  /** Begins with the first step. */
  start(): void {
    this.#enter(0);
  }

  get step(): LessonStep {
    const step = this.book.lesson[this.number];
    if (!step) throw new Error(`the lesson has no step ${this.number}`);
    return step;
  }

  get isLast(): boolean {
    return this.number === this.book.lesson.length - 1;
  }

  /** Whether one can go on: all that belongs to this step has been shown. */
  get ready(): boolean {
    return this.done && this.#coming.length === 0 && !this.study.busy;
  }

  /** What may be tried; who asked for help sees only what was meant. */
  get legal(): readonly Choice[] {
    if (this.done || this.judging) return [];
    const { legal } = this.study;
    const meant = legal.filter(({ action }) => this.step.done.includes(action));
    return this.hinted && meant.length > 0 ? meant : legal;
  }

  /** Tries an action. What was not asked for is answered, and the board stays as it was. */
  async attempt(action: string): Promise<void> {
    const { seat } = this.study;
    if (this.done || this.judging || this.study.busy || seat === null || !this.#beginning) return;
    this.judging = true;
    try {
      const actions = [...this.study.actions, { seat, action }];
      const seen = actions.length;
      const { state, refused } = await this.study.house.study({
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
        this.reply = step.well && { text: step.well, rule: null, well: true };
        this.#coming = step.then;
        this.study.act(action);
      } else if (step.other) this.#refuse({ text: step.other, rule: null, well: false });
    } catch (thrown) {
      this.reply = { text: problemText(thrown), rule: null, well: false };
    } finally {
      this.judging = false;
    }
  }

  /** Does what was asked. */
  show(): void {
    const [meant] = this.step.done;
    if (meant !== undefined) void this.attempt(meant);
  }

  hint(): void {
    this.hinted = true;
  }

  /** Begins this step anew. */
  again(): void {
    if (!this.#beginning) return;
    this.#ask();
    this.study.start(this.#beginning, [...this.#before], { eyes: this.study.eyes });
    this.restarts += 1;
  }

  next(): void {
    if (this.ready && !this.isLast) this.#enter(this.number + 1);
  }

  /** To be called whenever the board is at rest: what the others do then follows. */
  rest(): void {
    const [move, ...rest] = this.#coming;
    if (!move || this.study.busy) return;
    this.#coming = rest;
    this.study.act(move.action, move.seat);
  }

  #enter(number: number): void {
    this.number = number;
    const { scene: name } = this.step;
    if (name === null) this.#before = this.study.actions;
    else {
      const scene = sceneOf(this.book, name);
      this.#beginning = analysisStartOf(this.game, scene);
      this.#before = scene.actions;
      this.study.start(this.#beginning, [...scene.actions], { eyes: scene.eyes });
    }
    this.#ask();
  }

  #ask(): void {
    this.reply = null;
    this.hinted = false;
    this.done = this.step.done.length === 0;
    this.#coming = [];
  }

  #refuse(reply: Reply): void {
    this.reply = reply;
    this.restarts += 1;
  }
}
