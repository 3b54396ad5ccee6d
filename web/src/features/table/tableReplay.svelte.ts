/** The replay of a table, while the live table continues behind it. */
import type { BotInfo } from "../../generated/session";
import type { Seat, LocalizedText, DescribedEvent, Viewer } from "../../generated/core";
import type { AnimationStep } from "../../games/types";
import { study } from "../../lib/api/analysis";
import { problemText } from "../../lib/api/http";
import { hasLink } from "../../lib/api/dispatch";
import { getRecord, getStep, placeOfTable } from "../../lib/api/tables";
import { play } from "../../lib/dom/sound";
import { pageClock } from "../../lib/story/pageClock";
import { positionLink } from "../../lib/url/positionLink";
import { linkTo, path } from "../../lib/url/routes";
import { playOnFrom } from "../lobby/createTable";
import { Playback } from "../match/playback.svelte";
import { Replay } from "../replay/replay.svelte";

export class TableReplay extends Replay {
  /**
   * The reason why no table could be opened from the displayed step; null if there was no failure.
   */
  trouble = $state.raw<LocalizedText | null>(null);

  constructor(
    readonly table: string,
    animationStep: (told: DescribedEvent) => AnimationStep,
  ) {
    super(new Playback(pageClock, undefined, animationStep, play), (wanted) =>
      getStep(table, wanted),
    );
  }

  /**
   * The path of a step in the page. It contains the viewpoint only if that is not the user's `own`
   * seat.
   */
  addressOf(number: number, eyes: Viewer, own: Seat | null): string {
    const named = eyes === own ? {} : { eyes };
    return path({ page: "table", table: this.table, moment: number, ...named });
  }

  /**
   * A link to the displayed step for other users; undefined if the table is on this device. Once the game is over, it contains the viewpoint.
   */
  link(over: boolean): string | undefined {
    if (!hasLink(this.table)) return undefined;
    const viewpoint = over ? { eyes: this.eyes } : {};
    return linkTo({ page: "table", table: this.table, moment: this.number, ...viewpoint });
  }

  /** A link to the position at the displayed step; available only after the end of the game. */
  async positionLink(): Promise<string> {
    const { play, position } = await this.#here();
    return positionLink(play, position);
  }

  /**
   * Opens a table that continues from the displayed step. Returns the path of its page; null if
   * that failed.
   */
  async playOn(bots: readonly BotInfo[]): Promise<string | null> {
    this.trouble = null;
    try {
      const { play, position } = await this.#here();
      const seat = this.seat ?? this.playback.state?.awaiting[0] ?? 0;
      const on = placeOfTable(this.table);
      return path({
        page: "table",
        table: await playOnFrom(play, position, seat, bots, on),
      });
    } catch (thrown) {
      this.trouble = problemText(thrown);
      return null;
    }
  }

  /** Loads the game up to the displayed step, and its complete position. */
  async #here() {
    const { play } = await getRecord(this.table);
    const actions = play.actions.slice(0, this.number);
    const { conclusion: _, ...dealt } = play;
    const { position } = await study({ ...dealt, actions, eyes: null, truth: true });
    return { play, position };
  }
}
