/** The replay of a table, while the live table continues behind it. */
import type { BotInfo } from "../../generated/session";
import type { Seat, LocalizedText, DescribedEvent, Viewer } from "../../generated/core";
import type { AnimationStep } from "../../games/types";
import { problemText } from "../../lib/api/http";
import { hasLink } from "../../lib/api/dispatch";
import { getStep } from "../../lib/api/tables";
import { play } from "../../lib/dom/sound";
import { pageClock } from "../../lib/story/pageClock";
import { linkTo, path } from "../../lib/url/routes";
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
    const { linkAt } = await import("./replayPosition");
    return linkAt(this.table, this.number);
  }

  /**
   * Opens a table that continues from the displayed step. Returns the path of its page; null if
   * that failed.
   */
  async playOn(bots: readonly BotInfo[]): Promise<string | null> {
    this.trouble = null;
    try {
      const { openAt } = await import("./replayPosition");
      const seat = this.seat ?? this.playback.state?.awaiting[0] ?? 0;
      return path({
        page: "table",
        table: await openAt(this.table, this.number, seat, bots),
      });
    } catch (thrown) {
      this.trouble = problemText(thrown);
      return null;
    }
  }
}
