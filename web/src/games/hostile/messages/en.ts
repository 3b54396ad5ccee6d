/**
 * The page's own English texts about HOSTILE. The names of tiles, cards and stages are not among
 * them: they come from the server, with the glossary and the components. Sentences about rules come
 * from the server too.
 */
import type { End, Judged } from "../../../generated/hostile";
import { counted, en as grammar } from "../../../lib/i18n/grammar/en";
import type { By, Reason } from "../preview";
import type { Deed } from "../lastMoveMarks";

const gems = (n: number) => counted(n, "gem", "gems");

const ends: Record<End["reason"], string> = {
  gems: "the goal of gems was reached",
  shortage: "the floor tiles ran out",
  gems_and_shortage: "the goal of gems was reached and the floor tiles ran out",
};

export const en = {
  table: "The board of HOSTILE",
  arena: "The board",
  lineEmpty: "The line is empty",
  skills: "Skills",
  standing: "The state of the game",
  console: "Your controls",
  turnLeft: "Turn left",
  turnRight: "Turn right",
  race: "The race for gems",
  supply: "Decks and discards",
  deck: "deck",
  discards: "discards",
  order: "Order",
  lastRoundGoal: "A side has reached the goal. The game ends with this round.",
  lastRoundWhy: "The floor tiles have run out. The game ends with this round.",
  pass1: "first half",
  pass2: "second half",
  stopped: "Stopped",
  end: "End your turn",
  cancel: "Cancel",
  /** The effects of the skill cards in a few words, for cards with little space. */
  brief: {
    crash: "Once a turn, remove a tile",
    rotate: "Twice a turn, turn a tile",
    recall: "Once a turn, go back to start",
    king: "First from the next round",
    steal: "For 1 point, take a tile near you",
    ghost: "Tiles have no effect on you",
    quick: "1 more action point",
  },
  /** The names of groups in the list of actions. */
  groups: { move: "Move", take: "Take from the line", return: "Discard a tile" },
  undrafted: "left over",
  you: "you",
  team: "partner",
  unused: "unused start",
  empty: "empty",
  gemsWait: "Gems go to the first pawn that comes here",
  corner: "A start: only its owner may enter, and no tile may be placed here",
  cornerTaken: "No tile may be placed on a start",
  free: "Free for pawns and for a floor tile",
  besideStart: (name: string) =>
    `Beside the start of ${name}, whose opponents may place no tile here`,
  pawnHere: "No other pawn may enter, and no tile may be placed under a pawn",
  handEmpty: "No tiles in hand",
  noSkills: "No skill card taken yet",
  takenBy: (name: string) => `Taken by ${name}`,
  removedWhy: "These cards are not used in this round.",
  removed: (cards: string) => `Out this round: ${cards}`,
  undraftedWhy: "Nobody took it",
  undraftedYet: "Nobody has taken it yet; it can be chosen in the second half",
  endWhy: "The next player's turn begins; unspent points are lost",
  flagWhy: "Choosing skills and taking turns go clockwise from this player",
  startsAt: (name: string) => `Starts at ${name}`,
  canPlace: "can be placed here",
  aimed: "aimed at",
  handFull: "The hand is full, so this tile would be discarded.",
  keepDiscards: "Your hand is full: keeping this tile discards it.",
  pickSkill: "Choose a skill card",
  pickTile: (left: number) => `Choose a tile from the line (${left} to go)`,
  pickFate: "Keep it, or choose a lit square for it",
  pickGemFate: "Keep it, or use it at once",
  pickSquare: "Choose a lit square",
  pickSquareOrUse: "Choose a lit square, or one of the ways below",
  pickUse: "Choose what to do with it",
  pickAction: "Move, take or place tiles, use your skill, in any order",
  onlyEnd: "Nothing else can be done",
  waiting: "The others are deciding",
  skillsTaken: "Skill cards are taken at the beginning of a round only",
  handWaits: "Tiles of the hand wait for your turn",
  firstTile: "First choose a tile from the line",
  gemSquare: "A gem tile puts its gem on the square it names and nowhere else",
  ownStart: "Recall leads to your own start square and nowhere else",
  oneStep: "Your pawn moves one square at a time, up, down, left or right",
  turnHint: "Another click, R or the wheel turns it; Enter or the button below confirms",
  turnTouch: "Tap it again to turn it; the button below confirms",
  tapTouch: "Tap it again or use the button below",
  goal: (goal: number) =>
    `Once a side has ${goal}, the game ends with that round; the most gems win`,
  tapAgain: "Click again, press Enter or use the button below to confirm",
  keys: "Arrow keys move between squares, Enter selects, R rotates, Escape cancels.",
  none: "none",
  uses: (n: number) => `${n} left`,
  passive: "automatic",

  gems,
  tiles: (n: number) => counted(n, "tile", "tiles"),
  actionPoints: (n: number) => counted(n, "action point", "action points"),
  round: (n: number) => `Round ${n}`,
  gemTile: (name: string, square: string) => `${grammar.heading(name)} ${square}`,
  pawnOf: (name: string) => `pawn of ${name}`,
  startOf: (name: string) => `start of ${name}`,
  /** Appended to "Cancel": the name of the selected tile or skill. */
  cancels: (held: string) => `: ${held}`,
  /**
   * The warning that a tile would be discarded because it makes a movement endless. `seats` are the
   * seats whose pawns would never stop.
   */
  endless: (judged: Judged, seats: readonly string[]) =>
    judged === "with_pawns"
      ? `With the pawns where they are, ${grammar.all(seats)} would never stop moving: this tile would be discarded at once.`
      : "Movement would never end: this tile would be discarded at once.",
  /** The sentence about the end of the game. `winners` is empty if nobody wins. */
  ended: ({ reason, tied }: Pick<End, "reason" | "tied">, winners: readonly string[]) => {
    if (winners.length === 0) return `Nobody wins: ${ends[reason]}.`;
    const tie = tied === null ? "" : ` (a tie at ${tied}, reached first)`;
    return `Won by ${grammar.all(winners)}${tie}: ${ends[reason]}.`;
  },
  /** The last change of a square, with the name of the seat that made it. */
  deeds: {
    placed: (name: string) => `last placed by ${name}`,
    rotated: (name: string) => `last turned by ${name}`,
    used: (name: string) => `gem tile last used by ${name}`,
    removed: (name: string) => `tile last removed by ${name}`,
  } satisfies Record<Deed, (name: string) => string>,
  /** The cause of a pawn's movement; empty for an ordinary step. */
  movers: {
    step: "",
    slide: "slide",
    ice: "ice",
    spring: "spring",
    spring_short: "spring, short",
    return: "to the start",
    recall: "to the start",
  } satisfies Record<By, string>,
  /** The reason why a pawn's path ends, appended to its last square. */
  reasons: {
    arrives: ": stops there",
    edge: ": stops there, at the edge of the board",
    pawn: ": stops there, another pawn is in the way",
    start: ": stops there, another player's start is in the way",
    wall: ": stops there, a wall is in the way",
    stop: ": no more moves this turn",
    caught: ": stops there, having come full circle",
  } satisfies Record<Reason, string>,
  /** A movement by tiles that an action would make possible; `name` is null for the user's own pawn. */
  ride: (name: string | null, first: string, last: string, n: number) =>
    `A step to ${first} would carry ${name ?? "you"} to ${last}${n > 0 ? ` (${gems(n)})` : ""}.`,
  way: (squares: string, reason: string, n: number) =>
    `${squares}${reason}${n > 0 ? `; picks up ${gems(n)}` : ""}`,

  // The editor.
  lineTiles: "Line",
  handOf: (name: string) => `Hand of ${name}`,
  floorDeck: "Deck of floor tiles",
  floorDiscards: "Discarded floor tiles",
  gemDeck: "Deck of gem tiles",
  gemDiscards: "Discarded gem tiles",
  skillsOf: (name: string) => `Skill cards of ${name}`,
  skillsLeft: "Skill cards nobody has",
  skillsRemoved: "Removed skill cards",
  editedPawn: (name: string) => `Pawn of ${name}`,
  gem: "Gem",
  gemsOf: (name: string) => `Gems of ${name}`,
  facing: "Facing",
  gemCount: "Gems",
  stage: "Stage",
  stages: {
    skill_draft: (name: string) => `${name} takes a skill card`,
    tile_draft: (name: string) => `${name} takes tiles`,
    turn: (name: string) => `${name}'s turn`,
    over: "The game is over",
  },
  pointsLeft: "Action points left",
  roundNumber: "Round",
  startPlayer: "Start player",
};

/** The texts of a language: every language has the same keys. */
export type Words = typeof en;
