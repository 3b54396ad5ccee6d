/**
 * Shows the changes of a table one after the other. States arrive faster than people can watch
 * them. Each is split into frames (the view after each event), which are shown for a short time
 * each. The final state is always reached.
 */
import type { TableState } from "../../generated/session";
import type { LegalAction, Step, DescribedEvent } from "../../generated/core";
import type { AnimationStep } from "../../games/types";
import type { Sound } from "../../lib/dom/sound";

/** The platform functions that playback uses; tests pass their own. */
export interface Clock {
  /** Calls back after `ms` milliseconds; returns a function that cancels it. */
  later: (callback: () => void, ms: number) => () => void;
  /** The duration of one frame, in milliseconds; with 0 the final state is shown at once. */
  frameMs: () => number;
}

/** The animation of an event for which the game defines none. */
const PLAIN: AnimationStep = { hold: 1 };

/** An event to show, with the step to which it belongs. */
interface Frame extends Pick<Step, "number" | "seat" | "scores"> {
  frame: DescribedEvent;
  first: boolean;
}

type Item = Frame | { end: TableState; steps: Step[]; asked: number | null };

/** The maximum number of the latest frames that are kept for a replay. */
const KEPT = 80;

/**
 * The number of waiting frames from which frames are shown faster, so that the display never falls
 * behind.
 */
const PATIENCE = 14;

const NO_EVENTS: readonly DescribedEvent[] = [];

/**
 * The time for which a bot appears to think, in frames: one to two. It depends only on the number
 * of the step, so a replay looks the same.
 */
const thought = (step: number): number => 1 + ((step * 0.618) % 1);

/** The playback of one table: the displayed state, and the changes that are still to be shown. */
export class Playback {
  /** The last state that was shown completely; null before the first. */
  state = $state.raw<TableState | null>(null);
  /** The newest state, shown or not. */
  newest = $state.raw<TableState | null>(null);
  /** The displayed view of the game; during playback, the view after the last event shown. */
  view = $state.raw<unknown>(null);
  /**
   * The events that led to `view`, while changes are being shown: one, or several that happened at
   * once.
   */
  events = $state.raw<readonly DescribedEvent[]>(NO_EVENTS);
  /** The seat whose step is being shown; null if none. */
  actor = $state.raw<number | null>(null);
  /** The steps of the game up to the displayed state. */
  log = $state.raw<Step[]>([]);
  /** True while changes are being shown or wait to be shown. */
  playing = $state(false);
  /**
   * The index of this seat's open decision, counted from 0, if it is open both in the displayed
   * and in the newest state; otherwise null. Steps of other seats neither end nor change it.
   */
  decision = $state<number | null>(null);

  #queue: Item[] = [];
  #steps: Step[] = [];
  /**
   * The value of `decision` for the newest state, and for the last state that was shown completely.
   */
  #asked: number | null = null;
  #askedNow: number | null = null;
  #callOff: (() => void) | null = null;
  /** The number of the last step before which a bot appeared to think. */
  #thought: number | null = null;
  /** The frames since this seat's last decision, for a replay. */
  #lastEvents: Frame[] = [];

  /** True if there are frames to replay. */
  repeatable = $state(false);

  constructor(
    readonly clock: Clock,
    /** Called with each event when it is shown; the page then describes it to screen readers. */
    readonly told: (told: DescribedEvent) => void = () => {},
    readonly animationStep: (told: DescribedEvent) => AnimationStep = () => PLAIN,
    /** Plays the sound of an event. */
    readonly play: (sound: Sound) => void = () => {},
  ) {}

  /** Receives the newest state of the table and queues its changes. */
  push(state: TableState): void {
    const opening = this.newest === null;
    const known = this.#steps.slice(0, state.steps_from);
    this.#steps = [...known, ...state.steps.map(withoutViews)];
    // Steps that were undone are not replayed.
    this.#lastEvents = this.#lastEvents.filter(({ number }) => number < state.steps_from);
    const asked = decisionIn(state, this.#steps);
    // A list of actions with the same contents stays the same object: the user's selection is not
    // disturbed.
    const before = asked !== null && asked === this.#asked ? this.newest?.legal : undefined;
    const legal = before && sameChoices(before, state.legal) ? before : state.legal;
    // The same holds for the components: nothing derived from them is computed again.
    const had = this.newest?.components;
    const components = sameData(had, state.components) ? had : state.components;
    const kept = { ...state, legal, components };
    this.newest = kept;
    this.#asked = asked;
    this.#compare();
    // Events from before the page was opened are not news.
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

  /** Replays the frames since this seat's last decision. Does nothing during playback. */
  again(): void {
    const end = this.newest;
    if (this.playing || !end || !this.repeatable) return;
    this.#queue.push(...this.#lastEvents, { end, steps: this.#steps, asked: this.#asked });
    this.#next();
  }

  /** Ends the playback: shows the newest state at once. */
  skip(): void {
    this.#callOff?.();
    this.#callOff = null;
    for (const item of this.#queue.splice(0)) this.#show(item);
    this.playing = false;
  }

  /** Stops the playback permanently, when the page is left. */
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

  /**
   * Returns true if a bot takes this step that did not take the step before, and has not appeared
   * to think about it yet.
   */
  #thinks({ first, seat, number }: Frame): boolean {
    if (!first || seat === null || this.#thought === number) return false;
    return this.newest?.seats[seat]?.bot != null && this.log.at(-1)?.seat !== seat;
  }

  /** Shows an event and those that happen at the same time, and returns their animations. */
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

  /** Shows simultaneous events: `view` becomes the view after the last of them. */
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

/**
 * The number of decisions that the user's seat has taken, if its next decision is open; otherwise
 * null.
 */
function decisionIn({ you, awaiting }: TableState, steps: readonly Step[]): number | null {
  if (you === null || !awaiting.includes(you)) return null;
  return steps.filter(({ seat }) => seat === you).length;
}

/** Returns the log with one more event. */
function logged(log: Step[], { frame, number, seat, scores, first }: Frame): Step[] {
  const told = { event: frame.event, text: frame.text, rule: frame.rule };
  const before = log.slice(0, number);
  const last = before.length === number && !first ? log[number] : undefined;
  return [...before, { number, seat, told: [...(last?.told ?? []), told], scores }];
}

const sameData = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function sameChoices(one: readonly LegalAction[], other: readonly LegalAction[]): boolean {
  return one.length === other.length && sameData(one, other);
}

/** Removes the views from a step: they are large and shown only once. The log keeps the texts. */
export function withoutViews(step: Step): Step {
  const told = step.told.map(({ event, text, rule }) => ({ event, text, rule }));
  return { ...step, told };
}
