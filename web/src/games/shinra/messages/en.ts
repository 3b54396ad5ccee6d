/**
 * The page's own English texts about 森羅万象. Names of cards and other components, and descriptions of
 * their effects, are not here: the server sends them.
 */
import { counted, en as grammar } from "../../../lib/i18n/grammar/en";

const { all, list } = grammar;

const points = (n: number) => counted(n, "point", "points");

export const en = {
  board: "Sheet",
  grid: "The 25 squares",
  console: "Commands",
  hand: "Hand",
  handOf: (name: string) => `Hand of ${name}`,
  emptyHand: "Nothing in hand",
  standing: "State of play",
  turns: (n: number, limit: number) => `Turn ${n} of ${limit}`,
  turnsMean: "After the last turn the game is a draw",
  switchesOn: "Switches on",
  switchesOff: "No more switches",
  check: "Check",
  /** The names of groups in the list of actions. */
  groups: {
    move: "Move",
    join: "Join",
    attack: "Attack",
    retreat: "Take back",
    put: "Put from your hand",
    pair: "Put a new stack",
  },
  pieceOn: (name: string, square: string) => `${name} on ${square}`,
  yourKingAttacked: (pieces: readonly string[]) => `Your King is in check from ${list(pieces)}`,
  /** The check, if the next attack captures the King. */
  yourKingInDanger: (pieces: readonly string[]) =>
    `Your King can be captured next by ${list(pieces)}`,
  kingAttacked: (name: string, pieces: readonly string[]) =>
    `${name}'s King is in check from ${list(pieces)}`,
  stepLeft: "King's step left",
  stepUsed: "King's step used",
  stepShort: "step",
  king: "The King's life points",
  kingShort: "King",
  empty: "empty",
  middle: "the middle square",
  ownLand: "your territory",
  theirLand: "enemy territory",
  noLand: "middle ground",
  middleIs: "Red fills it last of all",
  noLandIs: "During deployment both lay cards here in turn",
  ownLandIs: "You arrange your side here at the beginning",
  theirLandIs: "The opponent arranges a side here",
  /** The use of each formation of the components, by its id. */
  formationUses: {
    fortress: "The King stands behind three strong stacks: for patient defence",
    vanguard: "The strong stacks stand in the middle of the front row: for a fast attack",
    wings: "Strong stacks on both sides: attacks from the edges, with the middle open",
    corner: "The King hides in the corner behind two strong stacks: hard to reach from one side",
    wave: "Singles and stacks alternate: many ways to move and to join",
    ambush: "The General stays in hand, to be put where the enemy is weak",
    errant: "The Queen stands alone: she is free to move from the first turn",
  } as Readonly<Record<string, string>>,
  formationDoes: "Lays this formation; its cards can still be moved",
  confirmDoes: "Begins with this side; it cannot be changed afterwards",
  handHolds: "Cards that can still be put on the sheet",
  life: (now: number, most: number) => `life ${now} of ${most}`,
  attack: (strength: string) => `attack ${strength}`,
  points,
  held: "picked up",
  aimed: "press once more to do it",
  lastLeft: (name: string) => `${name} left it in the last move`,
  lastReached: (name: string) => `${name}'s last move`,
  lastStruck: (name: string) => `${name} attacked it in the last move`,
  canTake: "can be moved",
  captiveMark: "captured Queen",
  keptMark: (n: number) => `keeps ${n}`,
  remainderMark: "rest of a stack",
  reconstructed: (parts: readonly string[]) =>
    `The rulebook's pictures are lost: the cards' ${all(parts)} are our best reconstruction`,
  parts: { arrows: "arrows", points: "points", count: "numbers" },

  // Moves.
  step: "one step",
  slide: "slides",
  leap: "leaps",
  jump: (over: string) => `jumps over ${over}`,
  put: "put from the hand",

  // Effects.
  moves: "to an empty square",
  joins: (name: string, total: number) => `joins ${name}: ${points(total)}`,
  captures: (name: string) => `captures ${name}`,
  takes: "takes",
  damages: (name: string, before: number, left: number) =>
    `attacks ${name}: ${before} → ${left} left`,
  winning: "captures the King and wins",
  stepOn: (name: string, points: number) =>
    `King's step onto ${name}: the King has ${points} then, and ${name} moves aside in your territory`,
  signGo: "go or put",
  signLeap: "leap",
  signJump: "jump over your piece",
  signJoin: "join",
  signAttack: "attack: points left",
  signCapture: "capture",
  switches: "switch",
  then: "Then it can:",
  thenBack: "go back to your territory",
  thenJoin: "join a piece of yours",
  thenHand: "go into the hand (full points again)",
  thenHandKept: "go into the hand (keeping its points)",
  noReach: "It cannot go anywhere now",
  studyOwn: "Where it can go",
  study: "Where this enemy can go",

  // Hints.
  waiting: "Waiting for the opponent",
  pickPiece:
    "Choose a piece to move, or a card in your hand. Press an enemy piece to see where it can go",
  pickPut: "Choose a card from your hand",
  pickSwitch: "Choose two of your pieces to switch, or do not switch",
  pickSecond: "Choose the other piece to switch",
  pickTarget: "Choose a lit square (press the piece again to cancel)",
  pickSpot: "Choose where the attacker goes",
  pickSettle: "Choose a square for the piece the King stepped on",
  setAside: (name: string) => `${name}: to an empty square of your territory`,
  pickQueen: "Give the captured Queen back, or keep her",
  toHand: "Into the hand",
  decline: "Do not switch",
  keepQueen: "Keep the Queen",
  returnQueen: (gain: number) => `Give the Queen back (King +${gain})`,
  retreat: "Take back",
  over: "The game is over",
  keys: "Arrow keys move over the sheet, Enter chooses, Escape cancels.",

  // Set-up.
  advice: "About your side",
  arrange: "Arrange your side",
  box: "Cards in the box",
  boxLeft: (n: number) => `${n} left`,
  formations: "Formations",
  mirrored: "Mirror",
  fillIn: "Fill in the rest",
  clear: "Clear",
  confirm: "Confirm",
  takeTop: "Remove top card",
  takeAll: "Back to the box",

  // Short forms.
  fillInShort: "Fill",
  mirroredShort: "Mirror",
  clearShort: "Clear",
  takeTopShort: "Top off",
  takeAllShort: "To box",
  missing: "Still to lay",
  complete: "Complete",
  setupHint: "Choose a formation, or lay the cards yourself",
  setupHeld: "Choose the square for it",
  setupMove: "Choose where it goes, or take it off (Delete takes a card off)",
  setupDone: "Your side is set. Waiting for the opponent",
  setupTheirs: "On the far rows you see what the opponent has laid so far",
  timeLeft: (time: string) => `Time left ${time}`,
  timeUp: "When time is up the rest is filled in and confirmed for you",
  /** Texts about the cards that an arrangement still lacks. */
  lacking: {
    king: (_n: number) => "the King",
    single: (n: number) => `singles: ${n}`,
    stack2: (n: number) => `stacks of two: ${n}`,
    stack3: (n: number) => `stacks of three: ${n}`,
  },

  /** The name of a stack: the names of its cards. */
  stack: (cards: readonly string[]) => cards.join(" + "),
  of: (owner: string, thing: string) => `${owner}'s ${thing}`,
  either: (ways: readonly string[]) => ways.join(" / "),

  // The editor.
  marked: (name: string, marks: readonly string[]) => `${name} (${marks.join(", ")})`,
  turnOf: (name: string) => `${name}'s turn`,
  toMove: "To move",
  owner: "Owner",
  lifePoints: "Life points",
  turnsPlayed: "Turns played",
  hasStepped: (name: string) => `${name}'s King has used his step`,
};

/** The type of the game's texts, the same for every language. */
export type Words = typeof en;
