/**
 * Shows what happened, one change after the other. States come in faster than they can be
 * watched; each is taken apart into its frames (the view after each event), which are shown
 * for a moment each, and its end, which is always reached.
 */
import type { TableState } from "../generated/parlour";
import type { Choice, Step, Told } from "../generated/table";

/** What playback needs from the world; tests bring their own. */
export interface Clock {
  /** Calls back after `ms` milliseconds; the answer calls it off. */
  later: (callback: () => void, ms: number) => () => void;
  /** How long one frame stays, in milliseconds; 0 shows the end at once. */
  frameMs: () => number;
}

type Item =
  | { frame: Told; number: number; seat: number | null; first: boolean }
  | { end: TableState; steps: Step[]; asked: number | null };

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
  /**
   * Which of this seat's own decisions is open, counted from 0, both in the moment being shown and
   * in the newest; null when none is. What other seats do meanwhile neither ends nor changes it.
   */
  decision = $state<number | null>(null);

  #queue: Item[] = [];
  #steps: Step[] = [];
  /** The decision asked for in the newest state, and in the last that was shown to its end. */
  #asked: number | null = null;
  #askedNow: number | null = null;
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
    const asked = decisionIn(state, this.#steps);
    // A list that says the same is the same list: somebody choosing from it is not disturbed.
    const before = asked !== null && asked === this.#asked ? this.newest?.legal : undefined;
    const legal = before && sameChoices(before, state.legal) ? before : state.legal;
    const kept = { ...state, legal };
    this.newest = kept;
    this.#asked = asked;
    this.#compare();
    // What was there before this page was opened is not news.
    const fresh = opening && state.steps.length > 1 ? [] : state.steps;
    for (const step of fresh) {
      step.told.forEach((frame, index) => {
        if (frame.view !== undefined)
          this.#queue.push({ frame, number: step.number, seat: step.seat, first: index === 0 });
      });
    }
    this.#queue.push({ end: kept, steps: this.#steps, asked });
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

  #compare(): void {
    this.decision = this.#asked === this.#askedNow ? this.#asked : null;
  }

  #show(item: Item): void {
    if ("end" in item) {
      this.state = item.end;
      this.view = item.end.view;
      this.event = null;
      this.actor = null;
      this.log = item.steps;
      this.#askedNow = item.asked;
      this.#compare();
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

/** Which of its own decisions a client's seat is asked for, counted from 0; null for none. */
function decisionIn({ you, awaiting }: TableState, steps: readonly Step[]): number | null {
  if (you === null || !awaiting.includes(you)) return null;
  return steps.filter(({ seat }) => seat === you).length;
}

function sameChoices(one: readonly Choice[], other: readonly Choice[]): boolean {
  const same = (a: Choice, b: Choice | undefined) =>
    a.action === b?.action && a.label.ja === b.label.ja && a.label.en === b.label.en;
  return one.length === other.length && one.every((choice, index) => same(choice, other[index]));
}

/** Views are shown once and are large; the log keeps the words. */
function withoutViews(step: Step): Step {
  const told = step.told.map(({ event, text, rule }) => ({ event, text, rule }));
  return { ...step, told };
}
