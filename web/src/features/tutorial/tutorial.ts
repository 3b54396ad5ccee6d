/** A game's tutorial, as the page shows it. */
import type { Tutorial, Scene } from "../../generated/core";
import type { GameModule } from "../../games/types";
import type { Said } from "../../lib/i18n/i18n.svelte";
import { browser } from "../../lib/api/tableSocket";
import { readStored, writeStored } from "../../lib/storage/storage";
import { Playback } from "../match/playback.svelte";
import { settings } from "../../lib/storage/settings.svelte";
import { play } from "../../lib/dom/sound";
import { Analysis, type AnalysisStart } from "../analysis/analysis.svelte";

/** The start of a scene's game. */
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

/** The scene with this name; the tutorial's own tests check that it exists. */
export function sceneOf(book: Tutorial, name: string): Scene {
  const scene = book.scenes[name];
  if (!scene) throw new Error(`the book has no scene ${name}`);
  return scene;
}

/** An analysis with the animations and sounds of a table. */
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

/** Returns true if the user has seen the introduction of the game. */
export function hasSeenIntro(game: string): boolean {
  return (readStored(MET) ?? "").split(" ").includes(game);
}

/** Stores that the user has seen the introduction of the game. */
export function markIntroSeen(game: string): void {
  if (!hasSeenIntro(game)) writeStored(MET, `${readStored(MET) ?? ""} ${game}`.trim());
}
