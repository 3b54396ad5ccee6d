/** The replay of a game, step by step. Step 0 is the opening, before any decision. */
import type { Refusal, TableState } from "../../generated/session";
import type { LegalAction, Seat, Step, LocalizedText, Viewer } from "../../generated/core";
import type { DraftResult, ActionPreview } from "../../games/types";
import { problemText } from "../../lib/api/http";
import { type StepRequest } from "../../lib/api/tables";
import { seatOf } from "../../lib/url/viewpoint";
import { NO_PREVIEW } from "../match/preview";
import { withoutViews, type Playback } from "../match/playback.svelte";
import { stepCount } from "../../lib/api/steps";

const NO_CHOICES: readonly LegalAction[] = [];

/** A function that requests the state of the game at a step. */
export type Source = (wanted: StepRequest) => Promise<TableState>;

/**
 * A user's visit to the steps of a game. This class only views the game; the subclass for analyses
 * also takes actions.
 */
export class Replay {
  /** The number of the requested step; the display follows as fast as possible. */
  number = $state(0);
  /** The viewpoint from which the game is shown; null for a spectator's. */
  eyes = $state<Viewer>(null);
  /** The number of steps after the opening, which is also the number of the last step. */
  length = $state(0);
  /** The reason why the last request failed; null if it did not. */
  problem = $state.raw<LocalizedText | null>(null);
  /** The reason why the last action was illegal; null as soon as another action is tried. */
  refused = $state.raw<Refusal | null>(null);
  /** The steps that were loaded, also those after the displayed one. */
  log = $state.raw<readonly Step[]>([]);
  /** True while a request waits for its answer. */
  asking = $state(false);

  /** True if another step or viewpoint was requested while a request was under way. */
  #again = false;
  #visited = false;
  /** The displayed step and viewpoint, by which one step forward is distinguished from a jump. */
  #shown: { number: number; eyes: Viewer } | null = null;

  constructor(
    readonly playback: Playback,
    readonly source: Source,
  ) {}

  /** Goes to a step: with animation if it is the next one, otherwise at once. */
  goto(number: number): void {
    this.visit(number, this.eyes);
  }

  /** Changes the viewpoint and stays at the step. */
  look(eyes: Viewer): void {
    this.visit(this.number, eyes);
  }

  /** Goes to a step and changes the viewpoint. */
  visit(number: number, eyes: Viewer): void {
    const there = Math.max(0, Math.min(Math.round(number), this.length));
    if (this.#visited && there === this.number && eyes === this.eyes) return;
    this.#visited = true;
    this.number = there;
    this.eyes = eyes;
    this.refused = null;
    void this.ask();
  }

  /** The seat of the viewpoint; null if it is not a seat's. */
  get seat(): Seat | null {
    return seatOf(this.eyes);
  }

  /** The legal actions at the displayed step; none in a replay. */
  get legal(): readonly LegalAction[] {
    return NO_CHOICES;
  }

  /** True while changes are being shown or a request waits for its answer. */
  get busy(): boolean {
    return this.asking || this.playback.playing;
  }

  /** Takes an action; has no effect in a replay. */
  act(_action: string): void {}

  previewAction(_action: string): Promise<ActionPreview> {
    return Promise.resolve(NO_PREVIEW);
  }

  draft(_text: string): Promise<DraftResult> {
    return Promise.resolve(null);
  }

  /** Stops the playback, when the page is left. */
  stop(): void {
    this.playback.stop();
  }

  /**
   * Requests the current step. Only one request is under way at a time; if the wish changes
   * meanwhile, another request follows.
   */
  protected async ask(): Promise<void> {
    this.#again = this.asking;
    if (this.asking) return;
    const { number, eyes } = this;
    await this.during(async () => {
      const seen = this.#seen(number, eyes);
      this.show(await this.source({ number, eyes, seen }), eyes);
    });
  }

  /** Runs `job`, which waits for the server, and reports its failure. */
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

  /** Shows a state of the game from a viewpoint. */
  protected show(state: TableState, eyes: Viewer): void {
    const number = stepCount(state) - 1;
    const forward = this.#isNext(number, eyes);
    // Changes that are still being shown are skipped.
    this.playback.skip();
    this.playback.push(state);
    if (!forward) this.playback.skip();
    // With the same viewpoint, steps after the displayed one stay known.
    const same = this.#shown?.eyes === eyes;
    const log = [...(same ? this.log.slice(0, state.steps_from) : []), ...state.steps];
    if (!same || log.length > this.log.length) this.log = log.map(withoutViews);
    this.#shown = { number, eyes };
  }

  /** Discards the loaded steps, before another game is shown. */
  protected forget(): void {
    this.#shown = null;
    this.#visited = false;
    this.log = [];
  }

  #isNext(number: number, eyes: Viewer): boolean {
    return this.#shown?.eyes === eyes && this.#shown.number === number - 1;
  }

  /**
   * The number of steps that need not be requested again. Other viewpoints have other texts; for
   * the same viewpoint, only later steps are new.
   */
  #seen(number: number, eyes: Viewer): number {
    if (this.#shown?.eyes !== eyes) return 0;
    return Math.min(this.#shown.number, number) + 1;
  }
}
