/**
 * A game without a table on the server: the page stores the game and sends it with each request.
 */
import type * as wire from "../../generated/session";
import type { LegalAction, Seat, Viewer } from "../../generated/core";
import type { DraftResult, ActionPreview } from "../../games/types";
import * as api from "../../lib/api/analysis";
import { Previews, NO_PREVIEW } from "../match/preview";
import { Replay } from "../replay/replay.svelte";
import type { Playback } from "../match/playback.svelte";

/**
 * The start of a game: its configuration and, if something other than an action ended the game at
 * its table, that result.
 */
export type AnalysisStart = Omit<wire.Study, "actions" | "eyes" | "seen" | "truth">;

/** The viewpoint and the step with which an analysis begins. */
export interface AnalysisView {
  /** The viewpoint; if left out, a spectator's. */
  eyes?: Viewer;
  /** The number of the step; if left out, the last step. */
  at?: number;
}

/** The functions that send the requests of an analysis; tests pass their own. */
export type AnalysisApi = Pick<typeof api, "study" | "previewAnalysis" | "studyDraft">;

const NO_CHOICES: readonly LegalAction[] = [];

/** A game in which a user tries out actions: it has any viewpoint, any legal action, and undo. */
export class Analysis extends Replay {
  /** All actions of the game, also those after the current step. */
  actions = $state.raw<readonly wire.Deed[]>([]);

  #beginning: AnalysisStart | null = null;
  #previews: Previews | null = null;

  constructor(
    playback: Playback,
    readonly requests: AnalysisApi = api,
  ) {
    super(playback, async ({ number, eyes, seen }) => {
      const { state, refused } = await requests.study({ ...this.#play(number, eyes), seen });
      if (refused) {
        this.refused = refused;
        this.number = state.version;
      }
      return state;
    });
  }

  /** Loads a game and discards the previous one. */
  start(
    beginning: AnalysisStart,
    actions: readonly wire.Deed[] = [],
    look: AnalysisView = {},
  ): void {
    this.forget();
    this.#beginning = beginning;
    this.#follow(actions);
    this.visit(look.at ?? this.length, look.eyes ?? null);
  }

  override get legal(): readonly LegalAction[] {
    return this.busy ? NO_CHOICES : (this.playback.state?.legal ?? NO_CHOICES);
  }

  /**
   * Takes an action, given by its notation, for the seat of the current viewpoint or for another
   * seat. Later actions are discarded. An illegal action changes nothing and sets `refused`.
   */
  override act(action: string, seat: Seat | null = this.seat): void {
    if (this.asking || seat === null) return;
    this.refused = null;
    const { number, eyes } = this;
    const line = [...this.actions.slice(0, number), { seat, action }];
    void this.during(async () => {
      const play = { ...this.#play(number, eyes), actions: line, seen: number + 1 };
      const { state, refused } = await this.requests.study(play);
      this.refused = refused;
      if (refused) return;
      this.#follow(line);
      this.number = line.length;
      this.show(state, eyes);
    });
  }

  /** Undoes the action that led to this step, and all later actions. */
  undo(): void {
    if (this.asking || this.number === 0) return;
    this.#follow(this.actions.slice(0, this.number - 1));
    this.goto(this.number - 1);
  }

  /** Previews an action of the current seat; see `BoardProps.previewAction`. */
  override previewAction(action: string): Promise<ActionPreview> {
    const { number, eyes } = this;
    if (this.seat === null || this.asking) return Promise.resolve(NO_PREVIEW);
    this.#previews ??= new Previews(
      () => number,
      (asked) => this.requests.previewAnalysis(this.#play(number, eyes), asked),
    );
    return this.#previews.of(action);
  }

  /** Requests the meaning of an unfinished decision of the current seat; see `BoardProps.draft`. */
  override async draft(text: string): Promise<DraftResult> {
    try {
      const { draft } = await this.requests.studyDraft(this.#play(this.number, this.eyes), text);
      return draft;
    } catch {
      return null;
    }
  }

  /**
   * The position at this step, as JSON of the game, from which a new game can start. If no action
   * was taken, it is the position that the game started from, which may leave parts open; otherwise
   * it is complete.
   */
  async position(): Promise<unknown> {
    if (this.number === 0 && this.#beginning?.position) return this.#beginning.position;
    const play = { ...this.#play(this.number, null), seen: this.number + 1, truth: true };
    return (await this.requests.study(play)).position;
  }

  protected override show(...shown: Parameters<Replay["show"]>): void {
    // The cached previews are of another step.
    this.#previews = null;
    super.show(...shown);
  }

  #follow(actions: readonly wire.Deed[]): void {
    this.actions = actions;
    this.length = actions.length + (this.#beginning?.conclusion ? 1 : 0);
    this.log = this.log.slice(0, this.length + 1);
    this.refused = null;
  }

  /** The game up to a step, as the server expects it in a request. */
  #play(number: number, eyes: Viewer): wire.Study {
    if (!this.#beginning) throw new Error("a study is started first");
    const { conclusion, ...beginning } = this.#beginning;
    const actions = this.actions.slice(0, number);
    const ended = number > this.actions.length && conclusion;
    return { ...beginning, actions, eyes, ...(ended ? { conclusion } : {}) };
  }
}
