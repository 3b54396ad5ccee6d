/**
 * A user's progress with each game, stored on this device: whether the game is new to them, their
 * place in the lessons, and their results against bots. The next step of the path for newcomers and
 * the suggested level follow from it.
 */
import { StoredData } from "../../lib/storage/storedData.svelte";
import { hasSeenIntro } from "./introSeen";

/** The lessons of a game, in order. */
export const LESSONS = ["first", "second"] as const;
export type LessonName = (typeof LESSONS)[number];

/** A finished game against bots of one level. */
export interface BotResult {
  table: string;
  /** The id of the bots. */
  bot: string;
  won: boolean;
}

/** The maximum number of results that are stored for a game; a new one replaces the oldest. */
const MOST = 30;

/** A user's progress with one game. */
export interface GameProgress {
  /** True if the user said that the game is new to them; left out if they were not asked. */
  isNew?: boolean;
  /** The index of the step at which the user left each lesson. */
  at: Partial<Record<LessonName, number>>;
  /** The lessons that the user has finished or skipped. */
  done: readonly LessonName[];
  /** The highest index of a step that the user has reached in each lesson. */
  reached: Partial<Record<LessonName, number>>;
  /** The results, oldest first, of games without hints. */
  results: readonly BotResult[];
  /** True if the user has finished a game against bots with hints. */
  hinted?: boolean;
}

/** The stored data. */
interface Stored {
  /** True if the user knows all games and is not asked again. */
  knowsAll: boolean;
  games: Record<string, GameProgress>;
}

const NONE: GameProgress = { at: {}, done: [], reached: {}, results: [] };

const progress = new StoredData("zashiki.progress", (found): Stored => {
  const { games = {}, knowsAll } = (found ?? {}) as Partial<Stored>;
  const whole = Object.entries(games).map(([id, game]) => [id, { ...NONE, ...game }] as const);
  return { knowsAll: knowsAll === true, games: Object.fromEntries(whole) };
});

function change(game: string, changed: (before: GameProgress) => GameProgress): void {
  progress.change((now) => {
    const before = now.games[game] ?? NONE;
    return { ...now, games: { ...now.games, [game]: changed(before) } };
  });
}

/** The user's progress with a game. */
export const progressOf = (game: string): GameProgress => progress.now.games[game] ?? NONE;

/** Stores whether the game is new to the user. */
export function answerNew(game: string, isNew: boolean): void {
  change(game, (before) => ({ ...before, isNew }));
}

/** Stores that the user knows all games: they are not asked again about any. */
export function knowAll(): void {
  progress.change((now) => ({ ...now, knowsAll: true }));
}

/** Stores the step of a lesson at which the user is. */
export function reachStep(game: string, lesson: LessonName, step: number): void {
  change(game, (before) => ({
    ...before,
    at: { ...before.at, [lesson]: step },
    reached: { ...before.reached, [lesson]: Math.max(step, before.reached[lesson] ?? 0) },
  }));
}

/** Stores that the user has finished or skipped a lesson. */
export function finishLesson(game: string, lesson: LessonName): void {
  change(game, (before) => ({
    ...before,
    done: [...new Set([...before.done, lesson])],
  }));
}

/** Stores the result of a finished game against bots, once per table. */
export function keepResult(game: string, result: BotResult): void {
  change(game, (before) => {
    if (before.results.some(({ table }) => table === result.table)) return before;
    return { ...before, results: [...before.results, result].slice(-MOST) };
  });
}

/** Stores that the user has finished a game against bots with hints: it says nothing about their strength. */
export function keepHinted(game: string): void {
  if (!progressOf(game).hinted) change(game, (before) => ({ ...before, hinted: true }));
}

/** Returns true if the user has finished a game against bots. */
export const hasPlayed = (game: string): boolean => {
  const { results, hinted = false } = progressOf(game);
  return hinted || results.length > 0;
};

/**
 * Returns true if the user has seen the introduction of the game, or has said whether the game is new
 * to them: they need no offer of it.
 */
export const isIntroduced = (game: string): boolean =>
  progress.now.knowsAll || progressOf(game).isNew !== undefined || hasSeenIntro(game);

/** The next step of a user's path with a game. */
export type PathStep = "ask" | "lesson" | "firstGame" | "secondLesson" | "game";

/** Returns the next step of the user's path with a game that has these lessons. */
export function nextStep(game: string, has: readonly LessonName[]): PathStep {
  const { isNew, done } = progressOf(game);
  if (isNew === undefined) {
    const known = isIntroduced(game) || hasPlayed(game);
    return known || !has.includes("first") ? "game" : "ask";
  }
  if (!isNew) return "game";
  if (has.includes("first") && !done.includes("first")) return "lesson";
  if (!hasPlayed(game)) return "firstGame";
  if (has.includes("second") && !done.includes("second")) return "secondLesson";
  return "game";
}

/** The number of victories at a level after which the next one is suggested. */
const ENOUGH = 2;
/** The number of defeats in a row at a level after which the level below is suggested. */
const TOO_HARD = 3;

/**
 * The level that suits these results, as an index of `levels`, which are ids of bots, weakest
 * first. Without results, it is `start`.
 */
export function suitableLevel(
  levels: readonly string[],
  results: readonly Pick<BotResult, "bot" | "won">[],
  start: number,
): number {
  const last = levels.length - 1;
  let [level, won, lost] = [Math.max(0, Math.min(start, last)), 0, 0];
  for (const { bot, won: victory } of results) {
    const at = levels.indexOf(bot);
    // A victory over a weaker bot and a defeat by a stronger one are no surprise.
    if (at < 0 || (victory ? at < level : at > level)) continue;
    won = victory ? won + 1 : won;
    lost = victory ? 0 : lost + 1;
    if (won >= ENOUGH) [level, won] = [Math.min(Math.max(level, at) + 1, last), 0];
    if (lost >= TOO_HARD) [level, won, lost] = [Math.max(level - 1, 0), 0, 0];
  }
  return level;
}

/**
 * The bot suggested to the user as an opponent: by their results; without any, the weakest if the
 * game is new to them, otherwise the middle one. `levels` are the bots offered, weakest first.
 */
export function suggestedBot<Bot extends { id: string }>(
  game: string,
  levels: readonly Bot[],
): Bot | undefined {
  const { isNew, results } = progressOf(game);
  const start = isNew ? 0 : Math.floor(levels.length / 2);
  return levels[
    suitableLevel(
      levels.map(({ id }) => id),
      results,
      start,
    )
  ];
}
