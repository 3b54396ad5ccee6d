/** Functions for showing a game's tutorial. */
import type { Figure, LessonStep, LocalizedText, Scene, Tutorial } from "../../generated/core";
import type { GameModule } from "../../games/types";
import type { Said } from "../../lib/i18n/i18n.svelte";
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

/** The figures of the introduction that are true for this number of seats; all if left out. */
export function minuteFor({ minute }: Tutorial, seats?: number): readonly Figure[] {
  if (seats === undefined) return minute;
  return minute.filter((figure) => figure.seats.length === 0 || figure.seats.includes(seats));
}

/** A chapter of a lesson. */
export interface LessonChapter {
  title: LocalizedText;
  /** The index of its first step. */
  from: number;
  /** The index of the step after its last. */
  to: number;
}

/** The chapters of a lesson; empty if its steps have no titles. */
export function chaptersOf(steps: readonly LessonStep[]): readonly LessonChapter[] {
  const starts = steps.flatMap(({ title }, from) => (title ? [{ title, from }] : []));
  return starts.map(({ title, from }, index) => ({
    title,
    from,
    to: starts[index + 1]?.from ?? steps.length,
  }));
}
