/** A play that is looked at, moment by moment. Moment 0 is the one after the opening. */
import type { Refusal, TableState } from "../../generated/parlour";
import type { Choice, Seat, Step, Text, Viewer } from "../../generated/table";
import type { DraftResult, ActionPreview } from "../../games/types";
import { problemText, type StepRequest } from "../../lib/api/api";
import { seatOf } from "../../lib/url/viewpoint";
import { NO_PREVIEW } from "../match/preview";
import { withoutViews, type Playback } from "../match/playback.svelte";
import { stepCount } from "../../lib/api/steps";

const NO_CHOICES: readonly Choice[] = [];

/** Where moments come from. */
export type Source = (wanted: StepRequest) => Promise<TableState>;

/** A visit to the moments of a play. Here nothing can be done but look; a study can do more. */
export class Replay {
  /** The moment that is wanted; what is shown follows as fast as it can be had. */
  number = $state(0);
  /** Whose eyes. */
  eyes = $state<Viewer>(null);
  /** How many moments follow the first. */
  length = $state(0);
  /** Why the house did not answer; null when it did. */
  problem = $state.raw<Text | null>(null);
  /** Why the last action was not possible, until something else is tried. */
  refused = $state.raw<Refusal | null>(null);
  /** What is known to have happened, also after the moment that is shown. */
  log = $state.raw<readonly Step[]>([]);
  /** Whether an answer is on its way. */
  asking = $state(false);

  /** Set when what is on its way is no longer what is wanted. */
  #again = false;
  #visited = false;
  /** The moment and the eyes that are shown, to tell one step forward from a jump. */
  #shown: { number: number; eyes: Viewer } | null = null;

  constructor(
    readonly playback: Playback,
    readonly source: Source,
  ) {}

  /** Goes to a moment: shown as it came about when it is the next one, at once otherwise. */
  goto(number: number): void {
    this.visit(number, this.eyes);
  }

  /** Looks with other eyes. */
  look(eyes: Viewer): void {
    this.visit(this.number, eyes);
  }

  /** Goes to a moment with somebody's eyes. */
  visit(number: number, eyes: Viewer): void {
    const there = Math.max(0, Math.min(Math.round(number), this.length));
    if (this.#visited && there === this.number && eyes === this.eyes) return;
    this.#visited = true;
    this.number = there;
    this.eyes = eyes;
    this.refused = null;
    void this.ask();
  }

  /** The seat that looks; null where it is somebody who sits nowhere. */
  get seat(): Seat | null {
    return seatOf(this.eyes);
  }

  /** What may be done in the moment being shown. */
  get legal(): readonly Choice[] {
    return NO_CHOICES;
  }

  /** Whether changes are still being shown or an answer is still on its way. */
  get busy(): boolean {
    return this.asking || this.playback.playing;
  }

  /** Does something. */
  act(_action: string): void {}

  previewAction(_action: string): Promise<ActionPreview> {
    return Promise.resolve(NO_PREVIEW);
  }

  draft(_text: string): Promise<DraftResult> {
    return Promise.resolve(null);
  }

  /** Ends what goes on. */
  stop(): void {
    this.playback.stop();
  }

  /** Asks for what is wanted now. One question is on its way at a time, and the last one counts. */
  protected async ask(): Promise<void> {
    this.#again = this.asking;
    if (this.asking) return;
    const { number, eyes } = this;
    await this.during(async () => {
      const seen = this.#seen(number, eyes);
      this.show(await this.source({ number, eyes, seen }), eyes);
    });
  }

  /** Does something that waits for the house. */
  protected async during(job: () => Promise<void>): Promise<void> {
    this.asking = true;
    try {
      await job();
      this.problem = null;
    } catch (thrown) {
      this.problem = problemText(thrown);
    }
    this.asking = false;
    if (this.#again) await this.ask();
  }

  /** Shows an answer. */
  protected show(state: TableState, eyes: Viewer): void {
    const number = stepCount(state) - 1;
    const forward = this.#isNext(number, eyes);
    // What was still being shown is over now.
    this.playback.skip();
    this.playback.push(state);
    if (!forward) this.playback.skip();
    // What lies ahead stays known as long as the same eyes look.
    const same = this.#shown?.eyes === eyes;
    const log = [...(same ? this.log.slice(0, state.steps_from) : []), ...state.steps];
    if (!same || log.length > this.log.length) this.log = log.map(withoutViews);
    this.#shown = { number, eyes };
  }

  /** Forgets what is known, for another play. */
  protected forget(): void {
    this.#shown = null;
    this.#visited = false;
    this.log = [];
  }

  #isNext(number: number, eyes: Viewer): boolean {
    return this.#shown?.eyes === eyes && this.#shown.number === number - 1;
  }

  /** Other eyes were told other things; of the same play, only what is ahead is new. */
  #seen(number: number, eyes: Viewer): number {
    if (this.#shown?.eyes !== eyes) return 0;
    return Math.min(this.#shown.number, number) + 1;
  }
}
