/**
 * The page's own English texts about 戦国ドミノ. The names of pieces and places are not among them: they
 * come from the server with the components, and sentences about effects come with its rules.
 */
import { counted, en as grammar, ordinal } from "../../../lib/i18n/grammar/en";
import type { Direction } from "../sheet";

const { all, heading, list } = grammar;

const worth = (strength: string, n: number) => `${strength} ${n}`;
const ways = (n: number) => counted(n, "way", "ways");
/** The text with its first space replaced by one at which no line breaks. */
const unbroken = (said: string) => said.replace(" ", "\u00a0");

export const en = {
  sheetHelp: "Arrow keys move, Enter chooses, R turns, Enter again places. Escape cancels.",
  order: "Order of placing",
  declaring: "Order of declaring",
  smallFirst: "The smallest strength places first.",
  camps: "The clans",
  screen: "Behind your screen",
  generalReady: "general unused",
  generalSpent: "general used",
  removed: "Out of the game",
  waits: "still to place",
  done: "done",
  you: "you",
  pickTile: "Pick a tile: the sheet shows where it would fit now.",
  pickSquare: "Pick a lit square, turn the tile, then place it.",
  /** The two marks of a tile. */
  pair: (low: number, high: number) => `${low}+${high}`,
  theGeneral: "the general",
  noPlace: (tile: string) => `There is no place for ${tile}. The general fits beside any tile.`,
  pickForGeneral: (tile: string) =>
    `Pick a lit square for the general. ${tile} then leaves the game.`,
  surePlace: "It surely has a place.",
  mayLosePlace: "Tiles placed before it may take its places.",
  needsOthers: "It needs others to open a place.",
  declareFirst: (tile: string) => `You declare first. You place ${tile} when your turn comes.`,
  cancel: "Cancel",
  turn: "Turn",
  withGeneral: "Use the general",
  withTile: "Back to the tile",
  loses: (tile: string) => `${tile} leaves the game.`,
  settles: "This settles:",
  settlesNothing: "This settles no flower path.",
  lines: "The flower paths",
  standing: "Now",
  nobody: "nobody",
  empty: "empty",
  lit: "can be used",
  declared: "Declared",
  laidLast: "placed last",
  settledLast: "Settled just now.",
  oneWay: "It lies here in one way only.",
  toDeclare: "Pick it to see its places, or drag it to the judgement track to declare it.",
  toPlace: "Pick a lit square, or drag the tile there.",
  generalWorth: "It fits beside any tile and can be used once a game.",
  castleGoal: "It goes to the player with the most paths of its battlefield.",

  round: (n: number) => `Round ${n}`,
  score: (castles: number, flowers: number) =>
    `${unbroken(counted(castles, "castle", "castles"))} ${unbroken(counted(flowers, "flower", "flowers"))}`,

  // Tiles.
  /** The name of half a tile: the troop and its mark. */
  mark: (troop: string, mark: string) => `${troop} ${mark}`,
  tile: (low: string, high: string, strength: string, n: number) =>
    `${low} and ${high} (${worth(strength, n)})`,
  general: (general: string, strength: string, n: number) =>
    `the ${general} (${worth(strength, n)})`,
  of: (owner: string, thing: string) => `${owner}: ${thing}`,
  here: (mark: string) => `${mark} here`,
  /** A list of tiles with their owners, for seats that declared the same strength. */
  tokens: (tiles: readonly string[]) => tiles.join("; "),
  noPlaceNow: "no place now",
  ways,
  /** The line about a tile that can be declared; `possible` is the number of its places. */
  waysNow: (possible: string) => `${possible} now, before the others place`,
  waysStraddling: (n: number, straddling: number) => `${ways(n)} (${straddling} straddling)`,
  dark: (tile: string) => `No place for ${tile}.`,
  generalLost: (sheet: string, general: string) =>
    `There is no tile on the ${sheet} yet, so a ${general} declared now is lost.`,
  generalFirst: (sheet: string, general: string) =>
    `There is no tile on the ${sheet} yet, so a ${general} declared now comes first and is lost, unless another player declares one too.`,

  // The tiles of a seat.
  stock: (
    names: { hand: string; pile: string },
    counts: { hand: number; pile: number },
    general: string,
  ) => `${counts.hand} in ${names.hand}, ${counts.pile} in the ${names.pile}, ${general}`,
  pile: (n: number, handSize: number) =>
    `${counted(n, "tile", "tiles")} left. The hand is refilled to ${handSize} after every turn.`,
  wanting: (n: number) => `${n} more would win at once.`,

  // Flower paths and castles.
  path: (name: string, place: string) => `${heading(name)} ${place}`,
  settledForNobody: "taken by nobody",
  settledFor: (clan: string) => `taken by ${clan}`,
  nobodyYet: "empty",
  tiedForNobody: "a tie: nobody",
  leads: (clan: string) => `${clan} leads`,
  leadsAsNext: (clan: string) => `${clan}, after a tie`,
  castleForNobody: (castle: string) => `Nobody takes the ${castle}`,
  castleFor: (clan: string, castle: string) => `${clan} takes the ${castle}`,

  // The order of placing.
  smallestFirst: (order: string) => `The smallest first: ${order}`,
  tiedLast: (order: string, strengths: readonly number[], _cross: string) =>
    `${order}. The ${all(strengths.map((strength) => `${strength}s`))} tie, so they go to × and come last; on × the one who declared later goes first.`,
  tiesWith: (clans: readonly string[], _cross: string) =>
    `Ties with ${list(clans)}: ${clans.length === 1 ? "both" : "all"} of you go to × and place last.`,
  wouldPlace: (n: number) => `Of those declared so far you would place ${ordinal(n)}.`,
  waitToDeclare: "Wait for your turn to declare.",
  waitForAll: "When all have declared, the order of placing is known.",
  waitForRound: "Your tile of this round is placed.",
  waitToPlace: (n: number) => `You place ${ordinal(n)}.`,

  // The editor.
  tileOf: (owner: string, tile: string) => `${tile}, ${owner}`,
  handOf: (name: string) => `Hand of ${name}`,
  pileOf: (name: string) => `Pile of ${name}`,
  editedRemoved: "Tiles out of the game",
  lies: "Lies from here",
  towards: {
    right: "to the right",
    down: "downwards",
    left: "to the left",
    up: "upwards",
  } satisfies Record<Direction, string>,
  undecided: "open",
  nobodys: "nobody's",
  stage: "Stage",
  declaresFirst: (name: string) => `${name} declares first`,
  midRound: "In the middle of a round",
  editedRound: "Round",
  editedField: "Battlefield",
};

/** The texts of a language: every language has the same keys. */
export type Words = typeof en;
