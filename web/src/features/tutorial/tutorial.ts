/** Functions for showing a game's tutorial, and for storing that its introduction was shown. */
import type { Tutorial, Scene } from "../../generated/core";
import type { GameModule } from "../../games/types";
import type { Said } from "../../lib/i18n/i18n.svelte";
import { readStored, writeStored } from "../../lib/storage/storage";
import { Playback } from "../match/playback.svelte";
import { pageClock } from "../../lib/story/pageClock";
import { play } from "../../lib/dom/sound";
import { Analysis, type AnalysisStart } from "../analysis/analysis.svelte";

/** The start of an analysis from a scene (a prepared start of a game) of a tutorial. */
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

/**
 * Returns the scene with this name; throws an error if there is none. The tutorial's own tests
 * check that all named scenes exist.
 */
export function sceneOf(book: Tutorial, name: string): Scene {
  const scene = book.scenes[name];
  if (!scene) throw new Error(`the book has no scene ${name}`);
  return scene;
}

/** Creates an analysis with the animations and sounds of a table. */
export function analysisFor(module: GameModule, told: (text: Said) => void = () => {}): Analysis {
  return new Analysis(
    new Playback(
      pageClock,
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
