/**
 * Tells the changes of a table one after the other. States arrive faster than people can watch
 * them. Each step has episodes: one sentence, with the frames (the view after each event)
 * that it covers. The frames share the time in which the sentence can be read. The final state is
 * always reached.
 */
import type { TableState } from "../../generated/session";
import type { LegalAction, Step, DescribedEvent, Episode, Seat } from "../../generated/core";
import type { AnimationStep } from "../../games/types";
import type { Sound } from "../../lib/dom/sound";
import type { Clock } from "../../lib/story/pace";

export type { Clock } from "../../lib/story/pace";

/** The animation of an event for which the game defines none. */
const PLAIN: AnimationStep = { hold: 1 };

/** An episode to show, with the step to which it belongs. */
interface Scene extends Pick<Step, "number" | "seat" | "scores"> {
  episode: Episode;
  frames: readonly DescribedEvent[];
  /** True for the first and for the last episode of a step. */
  first: boolean;
  last: boolean;
  /** The number of episodes of its step. */
  siblings: number;
  /** True if the sentence tells the user something that they did not just do themselves. */
  news: boolean;
}

interface End {
  end: TableState;
  steps: Step[];
  asked: Asked;
}

type Item = Scene | End;

/** For each seat that must decide, the number of decisions that it has taken. */
type Asked = ReadonlyMap<Seat, number>;

/** The maximum number of the latest episodes that are kept for a replay. */
const KEPT = 40;

/**
 * The longest time that the waiting episodes take, in frames (14 seconds at normal speed), unless the
 * game has its own (`GameModule.patience`). If they would take longer, they are shown faster, but
 * each sentence for as long as a short one.
 */
const PATIENCE = 31;

/**
 * The longest time of the opening at a live table, in frames, shared by everything that waits to be
 * shown before the user's first decision. Nobody has seen anything yet, the last sentence stays while
 * the user decides, and all of them can be replayed.
 */
const OPENING = 1.5;
/** The time of what comes after the opening's time is used up, in frames: as long as a glance. */
const GLANCE = 0.4;

/** The largest factor by which frames are shown faster than usual. */
const FASTEST = 64;

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
  /** The scores at the displayed moment, as far as episodes announce their changes. */
  scores = $state.raw<readonly number[]>([]);
  /**
   * The events that led to `view`, while changes are being shown: one, or several that happened at
   * once.
   */
  events = $state.raw<readonly DescribedEvent[]>(NO_EVENTS);
  /** The episode that is being shown; null if none. */
  episode = $state.raw<Episode | null>(null);
  /**
   * The last episode, while its sentence may still be read although the changes are shown and the
   * user may decide; null if none.
   */
  lingering = $state.raw<Episode | null>(null);
  /** The seat whose step is being shown; null if none. */
  actor = $state.raw<number | null>(null);
  /** The steps of the game up to the displayed state. */
  log = $state.raw<Step[]>([]);
  /** True while changes are being shown or wait to be shown. */
  playing = $state(false);
  /** True while the playback waits for the user to call for the next episode. */
  waiting = $state(false);
  /** The seats whose decision is open both in the displayed and in the newest state. */
  open = $state.raw<readonly Seat[]>([]);
  /**
   * The index of this seat's open decision, counted from 0, if it is open both in the displayed
   * and in the newest state; otherwise null. Steps of other seats neither end nor change it.
   */
  decision = $state<number | null>(null);

  /**
   * The steps of others that the user did not see because there was no connection: the number of
   * the first, their count, and the sentence of the last. Null if there are none.
   */
  missed = $state.raw<{ from: number; count: number; last: Episode["text"] } | null>(null);

  #queue: Item[] = [];
  /** The number of frames of the first waiting episode that were shown. */
  #shown = 0;
  #steps: Step[] = [];
  /** The open decisions in the newest state, and in the last state that was shown completely. */
  #asked: Asked = new Map();
  #askedNow: Asked = new Map();
  #callOff: (() => void) | null = null;
  #callOffLingering: (() => void) | null = null;
  /** The number of the last step before which a bot appeared to think. */
  #thought: number | null = null;
  /** True from the opening of a new table, if the user plays at it, until their first decision. */
  #begins = false;
  /** The part of the opening's time that was used, in milliseconds. */
  #opened = 0;
  /** The episodes since this seat's last decision, for a replay. */
  #lastScenes: Scene[] = [];
  /** The factors by which frames and sentences are shown faster than usual. */
  #hurry = { frames: 1, sentences: 1 };

  /** True if there are episodes to replay. */
  repeatable = $state(false);

  constructor(
    readonly clock: Clock,
    /** Called with each episode when it begins; the page then reads it to screen readers. */
    readonly told: (episode: Episode) => void = () => {},
    readonly animationStep: (told: DescribedEvent) => AnimationStep = () => PLAIN,
    /** Plays the sound of an event. */
    readonly play: (sound: Sound) => void = () => {},
    /**
     * True if the last sentence before the user's decision stays while the user may decide: then
     * nobody waits for a sentence, and nobody loses the time to read it.
     */
    readonly lingers = false,
    /** The longest time that waiting episodes take, in frames; a usual one if undefined. */
    readonly patience: () => number | undefined = () => undefined,
  ) {}

  /** Receives the newest state of the table and queues its changes. */
  push(state: TableState): void {
    const opening = this.newest === null;
    const shown = this.#steps.length;
    const known = this.#steps.slice(0, state.steps_from);
    this.#steps = [...known, ...state.steps.map(withoutViews)];
    // Steps that were undone are not replayed.
    this.#lastScenes = this.#lastScenes.filter(({ number }) => number < state.steps_from);
    const asked = decisionsIn(state, this.#steps);
    // A list of actions with the same contents stays the same object: the user's selection is not
    // disturbed.
    const own = state.you === null ? undefined : asked.get(state.you);
    if (state.steps.length > 0 || own !== this.#asked.get(state.you ?? -1)) this.#linger(null, 0);
    const before =
      own !== undefined && own === this.#asked.get(state.you!) ? this.newest?.legal : undefined;
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
    // Steps that were shown come again when the user changes the language.
    const later = fresh.filter(({ number }) => number >= shown);
    if (opening && this.lingers) this.#begins = fresh.length > 0 && state.you !== null;
    if (!opening) this.#miss(later.filter((step) => isMissed(step, state.you)));
    for (const step of fresh) {
      if (step.seat !== null && step.seat === state.you) this.#lastScenes = [];
      const scenes = scenesOf(step, state.you);
      this.#queue.push(...scenes);
      this.#lastScenes.push(...scenes);
    }
    this.#lastScenes = this.#lastScenes.slice(-KEPT);
    this.repeatable = this.#lastScenes.length > 0;
    this.#queue.push({ end: kept, steps: this.#steps, asked });
    this.#plan();
    if (this.#callOff === null && !this.waiting) this.#advance();
  }

  /** Notes steps that were not shown; those that were undone are forgotten. */
  #miss(steps: readonly Step[]): void {
    const first = steps[0];
    const last = steps.at(-1)?.episodes.at(-1);
    if (!first || !last) return;
    const before = this.missed;
    this.missed = {
      from: before?.from ?? first.number,
      count: (before?.count ?? 0) + steps.length,
      last: last.text,
    };
  }

  /** Replays the episodes since this seat's last decision. Does nothing during playback. */
  again(): void {
    const end = this.newest;
    if (this.playing || !end || !this.repeatable) return;
    const scenes = this.#lastScenes.map((scene) => ({ ...scene, news: true }));
    this.#queue.push(...scenes, { end, steps: this.#steps, asked: this.#asked });
    this.#plan();
    this.#advance();
  }

  /** Shows the rest of the current episode at once and continues with the next one. */
  next(): void {
    if (!this.playing) return;
    this.#callOff?.();
    this.waiting = false;
    const scene = this.#queue[0];
    if (scene && "episode" in scene) {
      // A bot that appears to think has shown nothing yet: it stops thinking.
      if (this.#shown > 0) this.#complete(scene);
    }
    this.#advance();
  }

  /** Ends the playback: shows the newest state at once. */
  skip(): void {
    this.#callOff?.();
    this.#callOff = null;
    this.waiting = false;
    for (let item = this.#queue[0]; item; item = this.#queue[0]) {
      if ("end" in item) this.#finish(item);
      else this.#complete(item);
    }
    this.playing = false;
  }

  /** Stops the playback permanently, when the page is left. */
  stop(): void {
    this.#callOff?.();
    this.#linger(null, 0);
    this.#queue = [];
  }

  /** Shows what comes next, until something takes time. */
  #advance(): void {
    this.#callOff = null;
    this.waiting = false;
    for (let item = this.#queue[0]; item; item = this.#queue[0]) {
      if ("end" in item) this.#finish(item);
      else if (this.clock.frameMs() === 0 || this.#shown === item.frames.length)
        this.#complete(item);
      else {
        this.playing = true;
        const { ms, moving } = this.#showNext(item);
        const whole = this.#shown === item.frames.length;
        if (whole && item.news && this.clock.waits?.()) this.waiting = true;
        else if (whole && moving < ms && this.#leadsToDecision()) {
          this.#callOff = this.clock.later(() => this.#decide(item, ms - moving), moving);
        } else this.#callOff = this.clock.later(() => this.#advance(), ms);
        return;
      }
    }
    this.playing = false;
  }

  /** Opens the user's decision, while the sentence of the last episode stays for this time. */
  #decide({ episode }: Scene, ms: number): void {
    // If more has happened meanwhile, the sentence keeps its time.
    if (this.#leadsToDecision()) {
      this.#advance();
      this.#linger(episode, ms);
    } else this.#callOff = this.clock.later(() => this.#advance(), ms);
  }

  /** Returns true if nothing but the user's own decision follows the episode that is being shown. */
  #leadsToDecision(): boolean {
    const end = this.#queue[1];
    if (!this.lingers || !end || !("end" in end) || this.#queue.length > 2) return false;
    const { you, outcome } = end.end;
    return you !== null && outcome === null && end.asked.has(you);
  }

  /** Keeps a sentence for this time after its changes were shown, or removes it at once. */
  #linger(episode: Episode | null, ms: number): void {
    this.#callOffLingering?.();
    this.#callOffLingering = null;
    this.lingering = episode;
    if (episode) this.#callOffLingering = this.clock.later(() => this.#linger(null, 0), ms);
  }

  /**
   * Shows the next frames of an episode, or a bot's thinking; returns its duration, and the part of
   * it in which something moves on the board, in milliseconds.
   */
  #showNext(scene: Scene): { ms: number; moving: number } {
    if (this.#thinks(scene)) {
      this.#thought = scene.number;
      const ms = (this.clock.frameMs() * thought(scene.number)) / this.#hurry.frames;
      return { ms, moving: ms };
    }
    const steps = scene.frames.map((frame) => this.animationStep(frame));
    const from = this.#shown;
    let to = from + 1;
    // Neighbouring events of one group are one frame.
    const group = steps[from]?.together;
    while (group && to < steps.length && steps[to]?.together === group) to += 1;
    this.#happen(scene, to);
    const now = steps.slice(from, to);
    for (const sound of new Set(now.map(({ sound }) => sound))) if (sound) this.play(sound);
    const hold = Math.max(...now.map(({ hold }) => hold));
    const least = Math.max(0, ...now.map(({ least = 0 }) => least));
    const ms = this.#durationOf(scene) * (hold / holdOf(steps));
    if (this.#begins) this.#opened += ms;
    return { ms, moving: Math.min(ms, this.clock.frameMs() * Math.max(hold, least)) };
  }

  /** The time for which an episode is shown, in milliseconds. */
  #durationOf(scene: Scene): number {
    const { natural, shortest } = this.#timesOf(scene);
    return Math.max(natural / this.#hurry.frames, shortest / this.#hurry.sentences);
  }

  /** The usual and the shortest time of an episode, in milliseconds. */
  #timesOf({ number, siblings, episode, frames, news }: Scene): {
    natural: number;
    shortest: number;
  } {
    const steps = frames.map((frame) => this.animationStep(frame));
    const moving = this.clock.frameMs() * holdOf(steps);
    // The board shows the opening position, so its sentences do not keep anybody from the first
    // decision: together they take the time of a short one.
    const reading = (news && number > 0 && this.clock.readMs?.(episode.text)) || 0;
    const brief = ((news && this.clock.readMs?.("")) || 0) / (number > 0 ? 1 : siblings);
    const least = this.clock.frameMs() * Math.max(0, ...steps.map(({ least = 0 }) => least));
    const shortest = Math.max(this.#begins ? 0 : brief, least);
    return { natural: Math.max(moving, reading, brief, least), shortest };
  }

  /** Decides how much faster than usual the waiting episodes are shown. */
  #plan(): void {
    const times = this.#queue.filter((item) => "episode" in item).map((it) => this.#timesOf(it));
    const frameMs = this.clock.frameMs();
    const usual = (this.#begins ? OPENING : (this.patience() ?? PATIENCE)) * frameMs;
    const patience = Math.max(1, this.#begins ? GLANCE * frameMs : 0, usual - this.#opened);
    const shortest = times.reduce((all, each) => all + each.shortest, 0);
    const sentences = Math.max(1, shortest / (2 * patience));
    const total = (frames: number) =>
      times.reduce((all, it) => all + Math.max(it.natural / frames, it.shortest / sentences), 0);
    // The smallest factor with which everything takes no longer than that, found by halving.
    let [low, high] = [1, 1];
    while (total(high) > patience && high < FASTEST) high *= 2;
    for (let round = 0; round < 12 && total(low) > patience; round++) {
      const middle = (low + high) / 2;
      if (total(middle) > patience) low = middle;
      else high = middle;
    }
    this.#hurry = { frames: total(low) > patience ? high : low, sentences };
  }

  /**
   * Returns true if a bot takes this step that did not take the step before, and has not appeared
   * to think about it yet. The first step comes at once after the opening, and nobody waits for their
   * first decision because of it.
   */
  #thinks({ first, seat, number }: Scene): boolean {
    if (!first || this.#shown > 0 || seat === null || number === 1 || this.#begins) return false;
    if (this.#thought === number) return false;
    return this.newest?.seats[seat]?.bot != null && this.log.at(-1)?.seat !== seat;
  }

  #compare(): void {
    this.open = [...this.#askedNow].flatMap(([seat, count]) =>
      this.#asked.get(seat) === count ? [seat] : [],
    );
    const you = this.newest?.you ?? null;
    this.decision = you !== null && this.open.includes(you) ? this.#asked.get(you)! : null;
  }

  /** Shows a state completely and removes it from the queue. */
  #finish({ end, steps, asked }: End): void {
    this.#queue.shift();
    this.state = end;
    this.view = end.view;
    this.scores = end.scores;
    this.events = NO_EVENTS;
    this.episode = null;
    this.actor = null;
    this.log = steps;
    this.#askedNow = asked;
    if (end.you === null || asked.has(end.you)) [this.#begins, this.#opened] = [false, 0];
    this.#compare();
  }

  /** Shows the rest of an episode and removes it from the queue. */
  #complete(scene: Scene): void {
    if (this.#shown < scene.frames.length) this.#happen(scene, scene.frames.length);
    this.#queue.shift();
    this.#shown = 0;
  }

  /** Shows the frames of an episode up to `to`: `view` becomes the view after the last of them. */
  #happen(scene: Scene, to: number): void {
    const frames = scene.frames.slice(this.#shown, to);
    const opens = this.#shown === 0;
    this.#shown = to;
    this.view = frames.at(-1)?.view ?? this.view;
    this.events = frames;
    this.episode = scene.episode;
    this.actor = scene.seat;
    this.log = logged(this.log, scene, frames, opens);
    if (to === scene.frames.length) this.scores = scoresAfter(this.scores, scene);
    if (opens) this.told(scene.episode);
  }
}

/** Returns true if a step of another seat arrived without views: after a lost connection. */
const isMissed = ({ seat, told }: Step, you: Seat | null): boolean =>
  seat !== you && told.length > 0 && told.every(({ view }) => view === undefined);

/** The episodes of a step whose events have views. */
function scenesOf(step: Step, you: Seat | null): Scene[] {
  const { number, seat, scores, told, episodes } = step;
  let from = 0;
  const all = episodes.map((episode, index): Scene => {
    const frames = told.slice(from, (from += episode.events));
    const first = index === 0;
    const own = first && seat === you && you !== null && episode.seat === you;
    const news = !own || (episode.changes?.length ?? 0) > 0;
    return { number, seat, scores, episode, frames, first, last: false, siblings: 1, news };
  });
  const shown = all
    .map((scene) => ({ ...scene, frames: scene.frames.filter(({ view }) => view !== undefined) }))
    .filter(({ frames }) => frames.length > 0);
  const siblings = shown.length;
  return shown.map((scene, index) => ({ ...scene, siblings, last: index === siblings - 1 }));
}

/** The duration of animations one after the other, in frames; those of one group happen at once. */
function holdOf(steps: readonly AnimationStep[]): number {
  let all = 0;
  let longest = 0;
  steps.forEach(({ hold, together }, index) => {
    const joins = together !== undefined && steps[index - 1]?.together === together;
    longest = joins ? Math.max(longest, hold) : hold;
    if (!together || steps[index + 1]?.together !== together) all += longest;
  });
  return all;
}

/** The scores after an episode: those of its step after the last, otherwise by its changes. */
function scoresAfter(before: readonly number[], { last, scores, episode }: Scene) {
  if (last && scores.length > 0) return scores;
  const after = [...before];
  for (const { seat, amount } of episode.changes ?? []) after[seat] = (after[seat] ?? 0) + amount;
  return after;
}

/** The number of decisions that each seat to move has taken. */
function decisionsIn({ awaiting }: TableState, steps: readonly Step[]): Asked {
  const taken = (seat: Seat) => steps.filter((step) => step.seat === seat).length;
  return new Map(awaiting.map((seat) => [seat, taken(seat)]));
}

/** Returns the log with more events of an episode, and with its sentence when it begins. */
function logged(
  log: Step[],
  { number, seat, scores, first, episode }: Scene,
  frames: readonly DescribedEvent[],
  opens: boolean,
): Step[] {
  const before = log.slice(0, number);
  const last = before.length === number && !(first && opens) ? log[number] : undefined;
  const told = [...(last?.told ?? []), ...frames.map(withoutView)];
  const episodes = opens ? [...(last?.episodes ?? []), episode] : (last?.episodes ?? [episode]);
  return [...before, { number, seat, told, episodes, scores }];
}

const sameData = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function sameChoices(one: readonly LegalAction[], other: readonly LegalAction[]): boolean {
  return one.length === other.length && sameData(one, other);
}

const withoutView = ({ event, text, rule }: DescribedEvent): DescribedEvent => ({
  event,
  text,
  rule,
});

/** Removes the views from a step: they are large and shown only once. The log keeps the texts. */
export function withoutViews(step: Step): Step {
  return { ...step, told: step.told.map(withoutView) };
}
