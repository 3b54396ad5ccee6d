/**
 * Shows what happened, one change after the other. States come in faster than they can be
 * watched; each is taken apart into its frames (the view after each event), which are shown
 * for a moment each, and its end, which is always reached.
 */
import type { TableState } from "../generated/parlour";
import type { Step, Told } from "../generated/table";

/** What playback needs from the world; tests bring their own. */
export interface Clock {
  /** Calls back after so many milliseconds; the answer calls it off. */
  later: (callback: () => void, ms: number) => () => void;
  /** How long one frame stays, in milliseconds; 0 shows the end at once. */
  frameMs: () => number;
}

type Item =
  | { frame: Told; number: number; seat: number | null; first: boolean }
  | { end: TableState; steps: Step[] };

/** Frames waiting beyond this number are shown faster, so that watching never falls behind. */
const PATIENCE = 14;

/** The moment being shown of one table. */
export class Playback {
  /** The last state that was shown to its end; null before the first. */
  state = $state.raw<TableState | null>(null);
  /** The newest state, shown or not. */
  newest = $state.raw<TableState | null>(null);
  /** The view being shown. */
  view = $state.raw<unknown>(null);
  /** The event that led to `view`, while changes are being shown. */
  event = $state.raw<Told | null>(null);
  /** The seat whose step is being shown. */
  actor = $state.raw<number | null>(null);
  /** What happened up to the moment being shown. */
  log = $state.raw<Step[]>([]);
  /** Whether there is more to show. */
  playing = $state(false);

  #queue: Item[] = [];
  #steps: Step[] = [];
  #callOff: (() => void) | null = null;

  constructor(
    readonly clock: Clock,
    /** Hears each event when it is shown, for those who cannot see it. */
    readonly told: (told: Told) => void = () => {},
  ) {}

  /** Takes in the newest state. */
  push(state: TableState): void {
    const opening = this.newest === null;
    const known = this.#steps.slice(0, state.steps_from);
    this.#steps = [...known, ...state.steps.map(withoutViews)];
    this.newest = state;
    // What was there before this page was opened is not news.
    const fresh = opening && state.steps.length > 1 ? [] : state.steps;
    for (const step of fresh) {
      step.told.forEach((frame, index) => {
        if (frame.view !== undefined)
          this.#queue.push({ frame, number: step.number, seat: step.seat, first: index === 0 });
      });
    }
    this.#queue.push({ end: state, steps: this.#steps });
    if (this.#callOff === null) this.#next();
  }

  /** Shows the end at once. */
  skip(): void {
    this.#callOff?.();
    this.#callOff = null;
    while (this.#queue.length > 0) this.#show(this.#queue.shift()!);
    this.playing = false;
  }

  /** Stops for good. */
  stop(): void {
    this.#callOff?.();
    this.#queue = [];
  }

  #next(): void {
    this.#callOff = null;
    let item = this.#queue.shift();
    while (item) {
      this.#show(item);
      const ms = this.clock.frameMs();
      if ("frame" in item && ms > 0) {
        this.playing = true;
        const waiting = this.#queue.length;
        const hurry = Math.max(1, waiting / PATIENCE);
        this.#callOff = this.clock.later(() => this.#next(), ms / hurry);
        return;
      }
      item = this.#queue.shift();
    }
    this.playing = false;
  }

  #show(item: Item): void {
    if ("end" in item) {
      this.state = item.end;
      this.view = item.end.view;
      this.event = null;
      this.actor = null;
      this.log = item.steps;
      return;
    }
    const { frame, number, seat, first } = item;
    this.view = frame.view;
    this.event = frame;
    this.actor = seat;
    const told = { event: frame.event, text: frame.text, rule: frame.rule };
    const before = this.log.slice(0, number);
    const last = before.length === number && !first ? this.log[number] : undefined;
    this.log = [...before, { number, seat, told: [...(last?.told ?? []), told] }];
    this.told(frame);
  }
}

/** Views are shown once and are large; the log keeps the words. */
function withoutViews(step: Step): Step {
  const told = step.told.map(({ event, text, rule }) => ({ event, text, rule }));
  return { ...step, told };
}
