/** A game's book, as the page shows it. */
import type { Book, Scene } from "../../generated/table";
import type { GameModule } from "../../games/types";
import type { Said } from "../../lib/i18n/i18n.svelte";
import { browser } from "../../lib/api/tableSocket";
import { readStored, writeStored } from "../../lib/storage/storage";
import { Playback } from "../match/playback.svelte";
import { settings } from "../../lib/storage/settings.svelte";
import { play } from "../../lib/dom/sound";
import { Analysis, type AnalysisStart } from "../analysis/analysis.svelte";

/** What the play of a scene begins with. */
export function analysisStartOf(
  game: string,
  { seats, options, seed, position }: Scene,
): AnalysisStart {
  return {
    game,
    seats,
    options: (options ?? {}) as Record<string, unknown>,
    seed,
    ...(position === null ? {} : { position }),
  };
}

/** The scene of this name; the book's own tests hold that it is there. */
export function sceneOf(book: Book, name: string): Scene {
  const scene = book.scenes[name];
  if (!scene) throw new Error(`the book has no scene ${name}`);
  return scene;
}

/** A study that is seen and heard as a table is. */
export function analysisFor(module: GameModule, told: (text: Said) => void = () => {}): Analysis {
  const clock = { later: browser.later, frameMs: () => settings.frameMs };
  return new Analysis(
    new Playback(
      clock,
      ({ text }) => told(text),
      (event) => module.animationStep?.(event) ?? { hold: 1 },
      play,
    ),
  );
}

const MET = "zashiki.met";

/** Whether this person was introduced to the game. */
export function hasSeenIntro(game: string): boolean {
  return (readStored(MET) ?? "").split(" ").includes(game);
}

/** Remembers that this person was introduced to the game. */
export function markIntroSeen(game: string): void {
  if (!hasSeenIntro(game)) writeStored(MET, `${readStored(MET) ?? ""} ${game}`.trim());
}
