/**
 * Shows what happened, one change after the other. States come in faster than they can be
 * watched; each is taken apart into its frames (the view after each event), which are shown
 * for a moment each, and its end, which is always reached.
 */
import type { TableState } from "../../generated/parlour";
import type { Choice, Step, Told } from "../../generated/table";
import type { AnimationStep } from "../../games/types";
import type { Sound } from "../../lib/dom/sound";

/** What playback needs from the world; tests bring their own. */
export interface Clock {
  /** Calls back after `ms` milliseconds; the answer calls it off. */
  later: (callback: () => void, ms: number) => () => void;
  /** How long one frame stays, in milliseconds; 0 shows the end at once. */
  frameMs: () => number;
}

/** An event that nobody said anything about. */
const PLAIN: AnimationStep = { hold: 1 };

/** An event to be shown, and the step it belongs to. */
interface Frame extends Pick<Step, "number" | "seat" | "scores"> {
  frame: Told;
  first: boolean;
}

type Item = Frame | { end: TableState; steps: Step[]; asked: number | null };

/** As many frames as this are kept to be shown again. */
const KEPT = 80;

/** Frames waiting beyond this number are shown faster, so that watching never falls behind. */
const PATIENCE = 14;

const NO_EVENTS: readonly Told[] = [];

/**
 * How long a bot seems to think before it acts, in frames: one to two, as people take now more
 * and now less. It follows from the step, so that what is shown again looks the same.
 */
const thought = (step: number): number => 1 + ((step * 0.618) % 1);

/** The moment being shown of one table. */
export class Playback {
  /** The last state that was shown to its end; null before the first. */
  state = $state.raw<TableState | null>(null);
  /** The newest state, shown or not. */
  newest = $state.raw<TableState | null>(null);
  /** The view being shown. */
  view = $state.raw<unknown>(null);
  /** The events that led to `view`, while changes are being shown: one, or several at once. */
  events = $state.raw<readonly Told[]>(NO_EVENTS);
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
  /** The step over which a bot was last seen to think. */
  #thought: number | null = null;
  /** What was shown since this seat last decided, to be shown again. */
  #lastEvents: Frame[] = [];

  /** Whether there is anything to show again. */
  repeatable = $state(false);

  constructor(
    readonly clock: Clock,
    /** Hears each event when it is shown, for those who cannot see it. */
    readonly told: (told: Told) => void = () => {},
    readonly animationStep: (told: Told) => AnimationStep = () => PLAIN,
    /** Is given what sounds when it is to be heard. */
    readonly play: (sound: Sound) => void = () => {},
  ) {}

  /** Takes in the newest state. */
  push(state: TableState): void {
    const opening = this.newest === null;
    const known = this.#steps.slice(0, state.steps_from);
    this.#steps = [...known, ...state.steps.map(withoutViews)];
    // What was taken back is not shown again.
    this.#lastEvents = this.#lastEvents.filter(({ number }) => number < state.steps_from);
    const asked = decisionIn(state, this.#steps);
    // A list that says the same is the same list: somebody choosing from it is not disturbed.
    const before = asked !== null && asked === this.#asked ? this.newest?.legal : undefined;
    const legal = before && sameChoices(before, state.legal) ? before : state.legal;
    // Nor does what the table is played with change: whatever is made of it is not made anew.
    const had = this.newest?.components;
    const components = sameData(had, state.components) ? had : state.components;
    const kept = { ...state, legal, components };
    this.newest = kept;
    this.#asked = asked;
    this.#compare();
    // What was there before this page was opened is not news.
    const fresh = opening && state.steps.length > 1 ? [] : state.steps;
    for (const step of fresh) {
      if (step.seat !== null && step.seat === state.you) this.#lastEvents = [];
      step.told.forEach((frame, index) => {
        if (frame.view === undefined) return;
        const { number, seat, scores } = step;
        const item = { frame, number, seat, scores, first: index === 0 };
        this.#queue.push(item);
        this.#lastEvents.push(item);
      });
    }
    this.#lastEvents = this.#lastEvents.slice(-KEPT);
    this.repeatable = this.#lastEvents.length > 0;
    this.#queue.push({ end: kept, steps: this.#steps, asked });
    if (this.#callOff === null) this.#next();
  }

  /** Shows once more what was shown since this seat last decided. Nothing to do while playing. */
  again(): void {
    const end = this.newest;
    if (this.playing || !end || !this.repeatable) return;
    this.#queue.push(...this.#lastEvents, { end, steps: this.#steps, asked: this.#asked });
    this.#next();
  }

  /** Shows the end at once. */
  skip(): void {
    this.#callOff?.();
    this.#callOff = null;
    for (const item of this.#queue.splice(0)) this.#show(item);
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
      const ms = this.clock.frameMs();
      if ("end" in item || ms === 0) this.#show(item);
      else {
        const waiting = this.#queue.length;
        const hurry = Math.max(1, waiting / PATIENCE);
        this.playing = true;
        if (this.#thinks(item)) {
          this.#thought = item.number;
          this.#queue.unshift(item);
          const ponders = (ms * thought(item.number)) / hurry;
          this.#callOff = this.clock.later(() => this.#next(), ponders);
          return;
        }
        const animationSteps = this.#animationSteps(item);
        for (const sound of new Set(animationSteps.map(({ sound }) => sound)))
          if (sound) this.play(sound);
        const hold = Math.max(...animationSteps.map(({ hold }) => hold));
        this.#callOff = this.clock.later(() => this.#next(), (ms * hold) / hurry);
        return;
      }
      item = this.#queue.shift();
    }
    this.playing = false;
  }

  /** Whether a bot comes to act here that did not act just before, and has yet to think. */
  #thinks({ first, seat, number }: Frame): boolean {
    if (!first || seat === null || this.#thought === number) return false;
    return this.newest?.seats[seat]?.bot != null && this.log.at(-1)?.seat !== seat;
  }

  /** Shows an event and those that happen at once with it, and answers with their beats. */
  #animationSteps(item: Frame): AnimationStep[] {
    const animationSteps = [this.animationStep(item.frame)];
    const group = animationSteps[0]?.together;
    const frames = [item];
    for (let next = this.#queue[0]; group && next && "frame" in next; next = this.#queue[0]) {
      const animationStep = this.animationStep(next.frame);
      if (animationStep.together !== group) break;
      this.#queue.shift();
      animationSteps.push(animationStep);
      frames.push(next);
    }
    this.#happen(frames);
    return animationSteps;
  }

  #compare(): void {
    this.decision = this.#asked === this.#askedNow ? this.#asked : null;
  }

  #show(item: Item): void {
    if ("end" in item) {
      this.state = item.end;
      this.view = item.end.view;
      this.events = NO_EVENTS;
      this.actor = null;
      this.log = item.steps;
      this.#askedNow = item.asked;
      this.#compare();
    } else this.#happen([item]);
  }

  /** Shows what happens at once: the moment after the last of it. */
  #happen(frames: readonly Frame[]): void {
    const last = frames.at(-1);
    if (!last) return;
    this.view = last.frame.view;
    this.events = frames.map(({ frame }) => frame);
    this.actor = last.seat;
    this.log = frames.reduce(logged, this.log);
    for (const { frame } of frames) this.told(frame);
  }
}

/** Which of its own decisions a client's seat is asked for, counted from 0; null for none. */
function decisionIn({ you, awaiting }: TableState, steps: readonly Step[]): number | null {
  if (you === null || !awaiting.includes(you)) return null;
  return steps.filter(({ seat }) => seat === you).length;
}

/** The log with one event more. */
function logged(log: Step[], { frame, number, seat, scores, first }: Frame): Step[] {
  const told = { event: frame.event, text: frame.text, rule: frame.rule };
  const before = log.slice(0, number);
  const last = before.length === number && !first ? log[number] : undefined;
  return [...before, { number, seat, told: [...(last?.told ?? []), told], scores }];
}

const sameData = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function sameChoices(one: readonly Choice[], other: readonly Choice[]): boolean {
  return one.length === other.length && sameData(one, other);
}

/** Views are shown once and are large; the log keeps the words. */
export function withoutViews(step: Step): Step {
  const told = step.told.map(({ event, text, rule }) => ({ event, text, rule }));
  return { ...step, told };
}
