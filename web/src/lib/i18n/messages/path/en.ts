import { counted } from "../../grammar/en";

/** English texts about the path for newcomers, lessons, setting up a table, and puzzles. */
export const en = {
  isItNew: (game: string) => `Is ${game} new to you?`,
  isItNewText: "Then we start with a few pictures and a short lesson on the real board.",
  newYes: "Yes, show me how to play",
  newNo: "No, I know how to play",
  newNever: "I know all these games: do not ask again",
  startLesson: "Start the lesson",
  startLessonHint: "About four minutes, on the real board.",
  playAtOnce: "Play at once",
  pictureNumber: (number: number, of: number) => `Picture ${number} of ${of}`,

  lessonSecond: "Second lesson",
  lessonSecondOf: (game: string) => `${game}: second lesson`,
  lessonSecondNone: "This game has no second lesson yet.",
  lessonChapters: "Chapters",
  lessonRestart: "From the beginning",
  lessonChapterDone: "done",
  lessonSkip: "Skip",
  lessonWatching: "Watch the board…",
  lessonPlayGame: "Play a game",

  companyMixedHint: "Chosen seat by seat below.",
  clockMore: "More settings",

  puzzleNextUnsolved: "Next puzzle for you",
  puzzleStreak: (days: number) => `${counted(days, "day", "days")} in a row`,
  puzzleStreakNone: "Solve a puzzle a day to begin a streak.",
  puzzleRating: (rating: number) => `Your puzzle rating: ${rating}`,
  puzzleRatingNone: "Your rating appears after the first puzzle.",
  puzzleRatingNow: (rating: number, change: string) => `Puzzle rating ${rating} (${change})`,
  puzzleRatingHint: "Kept on this device.",
  puzzleRated: (rating: number) => `rated ${rating}`,
  puzzleNumber: (number: number) => `Puzzle ${number}`,
  puzzleThemes: {
    wins: "Win",
    score: (goal: number) => `Score ${goal}`,
    oneTurn: "in one turn",
    turns: (n: number) => `in ${n} turns`,
  },
  puzzleShowAll: (n: number) => `Show all ${n}`,
  puzzleOwn: "From your own games",
  puzzleOwnNone:
    "Mistakes that you look at in the analysis of your games are collected here as puzzles.",
  puzzleOwnTitle: (step: number) => `Your game, step ${step}`,
  puzzleOwnAsk: "Find a better move than the one you played.",
  puzzleOwnWrong: (label: string, lost: number) =>
    `You played: ${label} (chance of winning −${lost}%)`,
  puzzleOwnWell: "Yes, that is better.",
  puzzleOwnSame: "That is the move you played. Look for a better one.",
  puzzleOwnOther: "The analysis knows a better move. Try another.",
  puzzleOwnBest: (label: string) => `Best: ${label}`,
  puzzleOwnRemove: "Remove this puzzle",
  puzzleWrong: "That does not reach the goal, so it was taken back. Try another way.",
  puzzleWrongScore: (score: number, goal: number) =>
    `That way you have ${score}, not ${goal}, at the end of your turn. It was taken back; try another way.`,
  puzzleWrongAnswered:
    "Your opponent has an answer to that, so it was taken back. Try another way.",
};

/** The type of these texts in every language. */
export type PathWords = typeof en;
