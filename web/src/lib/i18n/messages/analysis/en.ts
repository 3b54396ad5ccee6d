import { counted } from "../../grammar/en";

/** English texts of advice (hints) and reviews (the analysis of a game). */
export const en = {
  advice: "Hints",
  ask: "Ask for a hint",
  asking: "Thinking…",
  adviceHint: "Computed only from what you can see.",
  noChoice: "There is no hint for this.",
  mixed: "This is chosen in secret: mix your choices, no single one is best.",
  percent: (n: number) => `${n} %`,
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
  turnHint: (names: string, n: number) =>
    `After this, ${names} ${n === 1 ? "was" : "were"} never behind in points again.`,
  noTurn: (names: string, n: number) =>
    `${names} ${n === 1 ? "was" : "were"} never behind in points.`,
  wonBehind: (names: string) =>
    `${names} won while behind in points: the score alone does not decide this game.`,
  noWinner: "Nobody won, or everybody did, so there is no turning point.",
  turns: "Largest swings",
  noTurns: "The chances never swung far at once.",
  luck: "luck",
  stepAt: (n: number) => `Step ${n}`,
  mine: "My decisions",
  mistakes: "My largest mistakes",
  mistakesOfAll: "The largest mistakes",
  findBetter: (name: string) => `${name} to move: find a better move on the board.`,
  verdictFound: "That is the better move.",
  verdictSame: (percent: string) => `That was played: it lost ${percent} of the winning chance.`,
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
  played: (label: string) => `Played: ${label}`,
  better: (label: string) => `Better: ${label}`,
  gave: (percent: string) => `lost ${percent} of the winning chance`,
  accounts: "Skill and luck",
  accountsHint:
    "Where each seat’s chance of winning went, in per cent. Changes without a draw, within the error of the estimates, are not explained.",
  quality: "Quality of the decisions",
  qualityHint:
    "Accuracy is 100 if no decision lost anything. The mean loss is in percentage points of the winning chance.",
  accuracy: "Accuracy",
  meanLoss: "Mean loss",
  largeErrors: "Large errors",
  start: "Start",
  decided: "Everybody’s decisions",
  luckOf: "Luck",
  rest: "Not explained",
  end: "End",
  numbers: "The line in numbers",
  toTable: "To the table",
};

/** The type of these texts in every language. */
export type AnalysisWords = typeof en;
