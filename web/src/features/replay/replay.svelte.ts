/** The replay of a game, step by step. Step 0 is the opening. */
import type { Refusal, TableState } from "../../generated/server";
import type { LegalAction, Seat, Step, LocalizedText, Viewer } from "../../generated/core";
import type { DraftResult, ActionPreview } from "../../games/types";
import { problemText } from "../../lib/api/http";
import { type StepRequest } from "../../lib/api/tables";
import { seatOf } from "../../lib/url/viewpoint";
import { NO_PREVIEW } from "../match/preview";
import { withoutViews, type Playback } from "../match/playback.svelte";
import { stepCount } from "../../lib/api/steps";

const NO_CHOICES: readonly LegalAction[] = [];

/** The source of states. */
export type Source = (wanted: StepRequest) => Promise<TableState>;

/** A visit to the steps of a game. This class can only view; an analysis can also act. */
export class Replay {
  /** The requested step; the display follows as fast as possible. */
  number = $state(0);
  /** The viewpoint. */
  eyes = $state<Viewer>(null);
  /** The number of steps after the opening. */
  length = $state(0);
  /** The reason why the server did not answer; null if it did. */
  problem = $state.raw<LocalizedText | null>(null);
  /** The reason why the last action was illegal, until another is tried. */
  refused = $state.raw<Refusal | null>(null);
  /** The known steps, also after the displayed one. */
  log = $state.raw<readonly Step[]>([]);
  /** True while a request is under way. */
  asking = $state(false);

  /** Set if the request under way is no longer the current one. */
  #again = false;
  #visited = false;
  /** The displayed step and viewpoint, to distinguish one step forward from a jump. */
  #shown: { number: number; eyes: Viewer } | null = null;

  constructor(
    readonly playback: Playback,
    readonly source: Source,
  ) {}

  /** Goes to a step: animated if it is the next one, at once otherwise. */
  goto(number: number): void {
    this.visit(number, this.eyes);
  }

  /** Changes the viewpoint. */
  look(eyes: Viewer): void {
    this.visit(this.number, eyes);
  }

  /** Goes to a step with a viewpoint. */
  visit(number: number, eyes: Viewer): void {
    const there = Math.max(0, Math.min(Math.round(number), this.length));
    if (this.#visited && there === this.number && eyes === this.eyes) return;
    this.#visited = true;
    this.number = there;
    this.eyes = eyes;
    this.refused = null;
    void this.ask();
  }

  /** The seat of the viewpoint; null for a spectator. */
  get seat(): Seat | null {
    return seatOf(this.eyes);
  }

  /** The legal actions at the displayed step. */
  get legal(): readonly LegalAction[] {
    return NO_CHOICES;
  }

  /** True while changes are being shown or a request is under way. */
  get busy(): boolean {
    return this.asking || this.playback.playing;
  }

  /** Takes an action; no effect in a replay. */
  act(_action: string): void {}

  previewAction(_action: string): Promise<ActionPreview> {
    return Promise.resolve(NO_PREVIEW);
  }

  draft(_text: string): Promise<DraftResult> {
    return Promise.resolve(null);
  }

  /** Stops playback and requests. */
  stop(): void {
    this.playback.stop();
  }

  /** Requests the current step. One request is under way at a time, and the last one counts. */
  protected async ask(): Promise<void> {
    this.#again = this.asking;
    if (this.asking) return;
    const { number, eyes } = this;
    await this.during(async () => {
      const seen = this.#seen(number, eyes);
      this.show(await this.source({ number, eyes, seen }), eyes);
    });
  }

  /** Runs a job that waits for the server. */
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

  /** Shows a state. */
  protected show(state: TableState, eyes: Viewer): void {
    const number = stepCount(state) - 1;
    const forward = this.#isNext(number, eyes);
    // Earlier playback is skipped.
    this.playback.skip();
    this.playback.push(state);
    if (!forward) this.playback.skip();
    // Later steps stay known for the same viewpoint.
    const same = this.#shown?.eyes === eyes;
    const log = [...(same ? this.log.slice(0, state.steps_from) : []), ...state.steps];
    if (!same || log.length > this.log.length) this.log = log.map(withoutViews);
    this.#shown = { number, eyes };
  }

  /** Discards the known steps, for another game. */
  protected forget(): void {
    this.#shown = null;
    this.#visited = false;
    this.log = [];
  }

  #isNext(number: number, eyes: Viewer): boolean {
    return this.#shown?.eyes === eyes && this.#shown.number === number - 1;
  }

  /** Other viewpoints get other texts; for the same one, only later steps are new. */
  #seen(number: number, eyes: Viewer): number {
    if (this.#shown?.eyes !== eyes) return 0;
    return Math.min(this.#shown.number, number) + 1;
  }
}
