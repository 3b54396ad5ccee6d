/** A play that needs no table of the house: it is kept here, and the house is asked about it. */
import type * as wire from "../../generated/parlour";
import type { Choice, Seat, Viewer } from "../../generated/table";
import type { DraftResult, ActionPreview } from "../../games/types";
import * as api from "../../lib/api/api";
import { Previews, NO_PREVIEW } from "../match/preview";
import { Replay } from "../replay/replay.svelte";
import type { Playback } from "../match/playback.svelte";

/** What a play begins with and, where the game did not end it, how the table did. */
export type AnalysisStart = Omit<wire.Study, "actions" | "eyes" | "seen" | "truth">;

/** How to look at a play. */
export interface AnalysisView {
  /** Whose eyes; those of somebody who looks on if left out. */
  eyes?: Viewer;
  /** At which moment; the last one if left out. */
  at?: number;
}

/** How a study asks the house; tests bring their own. */
export type AnalysisApi = Pick<typeof api, "study" | "previewAnalysis" | "studyDraft">;

const NO_CHOICES: readonly Choice[] = [];

/** A play to be tried out: any seat may be looked at, anything done and taken back. */
export class Analysis extends Replay {
  /** What was done, also after the moment that is looked at. */
  actions = $state.raw<readonly wire.Deed[]>([]);

  #beginning: AnalysisStart | null = null;
  #foresight: Previews | null = null;

  constructor(
    playback: Playback,
    readonly house: AnalysisApi = api,
  ) {
    super(playback, async ({ number, eyes, seen }) => {
      const { state, refused } = await house.study({ ...this.#play(number, eyes), seen });
      if (refused) {
        this.refused = refused;
        this.number = state.version;
      }
      return state;
    });
  }

  /** Begins with a play; what was looked at before is gone. */
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

  override get legal(): readonly Choice[] {
    return this.busy ? NO_CHOICES : (this.playback.state?.legal ?? NO_CHOICES);
  }

  /**
   * Does something, by its notation, for the seat that looks or another. What came after this
   * moment is forgotten. What is not possible changes nothing and is told by `refused`.
   */
  override act(action: string, seat: Seat | null = this.seat): void {
    if (this.asking || seat === null) return;
    this.refused = null;
    const { number, eyes } = this;
    const line = [...this.actions.slice(0, number), { seat, action }];
    void this.during(async () => {
      const play = { ...this.#play(number, eyes), actions: line, seen: number + 1 };
      const { state, refused } = await this.house.study(play);
      this.refused = refused;
      if (refused) return;
      this.#follow(line);
      this.number = line.length;
      this.show(state, eyes);
    });
  }

  /** Takes back what led to this moment, and what came after it. */
  undo(): void {
    if (this.asking || this.number === 0) return;
    this.#follow(this.actions.slice(0, this.number - 1));
    this.goto(this.number - 1);
  }

  /** Foresees an action of the seat that looks; see `BoardProps.foresee`. */
  override previewAction(action: string): Promise<ActionPreview> {
    const { number, eyes } = this;
    if (this.seat === null || this.asking) return Promise.resolve(NO_PREVIEW);
    this.#foresight ??= new Previews(
      () => number,
      (asked) => this.house.previewAnalysis(this.#play(number, eyes), asked),
    );
    return this.#foresight.of(action);
  }

  /** Says what an unfinished decision of the seat that looks means; see `BoardProps.draft`. */
  override async draft(text: string): Promise<DraftResult> {
    try {
      const { draft } = await this.house.studyDraft(this.#play(this.number, this.eyes), text);
      return draft;
    } catch {
      return null;
    }
  }

  /**
   * The position of the moment, in the game's own form, to play on from here: as it was given, with
   * what was left open there, and complete once something was done.
   */
  async position(): Promise<unknown> {
    if (this.number === 0 && this.#beginning?.position) return this.#beginning.position;
    const play = { ...this.#play(this.number, null), seen: this.number + 1, truth: true };
    return (await this.house.study(play)).position;
  }

  protected override show(...shown: Parameters<Replay["show"]>): void {
    // What was foreseen before was about another moment.
    this.#foresight = null;
    super.show(...shown);
  }

  #follow(actions: readonly wire.Deed[]): void {
    this.actions = actions;
    this.length = actions.length + (this.#beginning?.conclusion ? 1 : 0);
    this.log = this.log.slice(0, this.length + 1);
    this.refused = null;
  }

  /** The play up to a moment, as the house is asked about it. */
  #play(number: number, eyes: Viewer): wire.Study {
    if (!this.#beginning) throw new Error("a study is started first");
    const { conclusion, ...beginning } = this.#beginning;
    const actions = this.actions.slice(0, number);
    const ended = number > this.actions.length && conclusion;
    return { ...beginning, actions, eyes, ...(ended ? { conclusion } : {}) };
  }
}
