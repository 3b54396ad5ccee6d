import { counted } from "../../grammar/en";

/** Games count points of their own, so a change of a chance is never called "points" alone. */
const percentagePoints = (points: number) =>
  counted(points, "percentage point", "percentage points");

/** English texts of advice (hints) and reviews (the analysis of a game). */
export const en = {
  advice: "Hints",
  ask: "Ask for a hint",
  asking: "Thinking…",
  adviceHint: "Computed only from what you can see.",
  noChoice: "There is no hint for this.",
  mixed: "This is chosen in secret: mix your choices, no single one is best.",
  percent: (n: number) => `${n}%`,
  chanceOf: (name: string, percent: string) => `${name}: ${percent}`,
  review: "Analysis",
  reviewOf: (game: string) => `Analysis: ${game}`,
  lookingBack: (done: number, of: number) =>
    of > 0
      ? `Analysing: ${done} of ${counted(of, "step", "steps")}`
      : "The analysis is waiting for its turn",
  line: "Chances of winning",
  lineHint: "Each point is an estimate from what the player to move could see.",
  equalStrength: "Chances assume players of equal strength.",
  levelsDiffer:
    "Chances include the measured difference between the bots’ levels; people count as equal to the bots they play.",
  equalChoices: (labels: string) => `Just as good: ${labels}`,
  planned: (labels: string) => `Then: ${labels}`,
  nothing: "Nobody had a choice to make in this game.",
  after: "after step",
  result: "Result",
  turn: "The turning point",
  turnHint: (winners: string, many: boolean) =>
    `After this ${winners} ${many ? "were" : "was"} never behind again in points.`,
  neverBehind: (winners: string, many: boolean) =>
    `In points, ${winners} ${many ? "were" : "was"} never behind. The chances above count more than points.`,
  behindToTheEnd: (winners: string, many: boolean) =>
    `In points, ${winners} ${many ? "were" : "was"} behind to the end: something else decided the game.`,
  you: "you",
  turns: "Largest swings",
  noTurns: "The chances never swung far at once.",
  luck: "luck",
  stepAt: (n: number) => `Step ${n}`,
  mine: "My decisions",
  mistakes: "My largest mistakes",
  mistakesOfAll: "The largest mistakes",
  findBetter: (name: string) => `${name} to move: find a better move on the board.`,
  verdictFound: "That is the better move.",
  verdictSame: (points: number) =>
    `That was played: it lost ${percentagePoints(points)} of the chance of winning.`,
  verdictOther: "Not the move we found. Try again, or look at it below.",
  showBefore: "Before the move",
  showMine: "My move",
  showTaken: "The move",
  showBetter: "Better move",
  look: "Show on the board",
  lineAt: "Step shown on the board",
  origin: "Where the points came from",
  all: "All decisions",
  ofAll: "Everybody",
  nothingBetter: "Nothing was clearly better in any of these decisions.",
  bettered: (count: number, of: number) =>
    `Something was better in ${count} of ${counted(of, "decision", "decisions")}.`,
  noneLarge: "No decision lost 5 percentage points of the chance of winning or more.",
  otherMistakes: (count: number) => `Show ${count} more`,
  smallLosses:
    "The smaller a loss, the less certain it is. Hints think longer about a decision and may prefer another move.",
  played: (label: string) => `Played: ${label}`,
  better: (label: string) => `Better: ${label}`,
  gave: (points: number) => `lost ${percentagePoints(points)} of the chance of winning`,
  accounts: "Skill and luck",
  accountsHint:
    "Where each seat’s chance of winning went, in per cent. Changes without any luck, within the error of the estimates, count as not explained.",
  quality: "Quality of the decisions",
  qualityHint:
    "Accuracy is 100 if no decision lost anything. The mean loss is in percentage points of the chance of winning.",
  accuracy: "Accuracy",
  meanLoss: "Mean loss",
  largeErrors: "Large errors",
  start: "Start",
  decided: "Everybody’s decisions",
  luckOf: "Luck",
  rest: "Not explained",
  end: "End",
  numbers: "The chart in numbers",
  toTable: "To the table",
};

/** The type of these texts in every language. */
export type AnalysisWords = typeof en;
