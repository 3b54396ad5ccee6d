/**
 * The page's own English texts about 森羅万象. Names of cards and other components, and descriptions of
 * their effects, are not here: the server sends them.
 */
import { counted } from "../../../lib/i18n/grammar/en";

const points = (n: number) => counted(n, "point", "points");

export const en = {
  board: "Sheet",
  grid: "The 25 squares",
  console: "Commands",
  hand: "Hand",
  handOf: (name: string) => `Hand of ${name}`,
  emptyHand: "Nothing in hand",
  standing: "State of play",
  turns: (n: number, limit: number) => `Turn ${n} / a draw after ${limit}`,
  switchesOn: "Switches on",
  switchesOff: "Switches are over",
  check: "Check",
  checkOn: (name: string) => `${name}'s king is in check`,
  stepLeft: "King's step left",
  stepUsed: "King's step used",
  king: "The king's life points",
  empty: "empty",
  middle: "the middle square",
  ownLand: "your territory",
  theirLand: "enemy territory",
  noLand: "middle ground",
  middleIs: "The first player fills it last of all",
  noLandIs: "In deployment both lay cards here in turn",
  ownLandIs: "You arrange your side here at the beginning",
  theirLandIs: "The opponent arranges a side here",
  formationDoes: "Lays this formation; its cards can still be moved",
  confirmDoes: "Begins with this side; it cannot be changed afterwards",
  handHolds: "Cards that can still be put on the sheet",
  life: (now: number, most: number) => `life ${now} of ${most}`,
  attack: (strength: string) => `attack ${strength}`,
  points,
  held: "taken up",
  aimed: "press once more to do it",
  lastLeft: (name: string) => `${name} left it in the last move`,
  lastReached: (name: string) => `${name}'s last move`,
  lastStruck: (name: string) => `${name} attacked it in the last move`,
  canTake: "can be taken up",
  captiveMark: "captured queen",
  keptMark: (n: number) => `keeps ${n}`,
  remainderMark: "left of a stack",
  reconstructed: (parts: readonly string[]) => `Reconstructed: the cards' ${parts.join(", ")}`,
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
  captures: (name: string) => `takes ${name}`,
  takes: "takes",
  damages: (name: string, before: number, left: number) =>
    `attacks ${name}: ${before} → ${left} left`,
  winning: "takes the king and wins",
  stepOn: (name: string, points: number) =>
    `king's step onto ${name}: the king rises to ${points}, ${name} is set aside at home`,
  signGo: "go or put",
  signLeap: "leap",
  signJump: "jump over an ally",
  signJoin: "join",
  signAttack: "attack (what is left)",
  signCapture: "take",
  switches: "change places",
  then: "Then it may:",
  thenBack: "go home to an empty square",
  thenJoin: "join a piece of its side",
  thenHand: "retreat to the hand (points restored)",
  thenHandKept: "retreat to the hand (keeping its points)",
  noReach: "It can go nowhere now",
  studyOwn: "Its reach",
  study: "The enemy's reach",

  // Hints.
  waiting: "The opponent decides",
  pickPiece:
    "Choose a piece to move or something of the hand to put. Press an enemy piece to study its reach",
  pickPut: "Choose a card of your hand to lay",
  pickSwitch: "Choose two pieces of yours to change places, or choose not to switch",
  pickSecond: "Choose the other piece of yours to change places with",
  pickTarget: "Choose a lit square (press the piece again to cancel)",
  pickSpot: "Choose where the attacker goes",
  pickSettle: "Choose where the piece goes onto which the king stepped",
  setAside: (name: string) => `${name}: to an empty square at home`,
  pickQueen: "Decide about the queen you took",
  toHand: "To the hand",
  decline: "No switch",
  keepQueen: "Keep her",
  returnQueen: (gain: number) => `Give the queen back (king +${gain})`,
  retreat: "Retreat to the hand",
  over: "The game is over",
  keys: "Arrow keys go over the sheet, Enter chooses, Escape leaves it.",

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
  takeTop: "Take the top card off",
  takeAll: "Back to the box",

  // Short forms.
  fillInShort: "Fill",
  mirroredShort: "Mirror",
  clearShort: "Clear",
  takeTopShort: "Top off",
  takeAllShort: "To box",
  missing: "Still to lay",
  complete: "Complete",
  setupHint:
    "Choose a card of the box and lay it on your two rows, or drag it. Laid pieces can be moved",
  setupHeld: "Choose the square for it",
  setupMove: "Choose where it goes, or take it off (Delete takes a card off)",
  setupDone: "Your side is set. Waiting for the opponent",
  setupTheirs: "On the far rows you see what the opponent has laid so far",
  timeLeft: (time: string) => `Time left ${time}`,
  timeUp: "When time is up the rest is filled in and confirmed for you",
  /** Texts about the cards that an arrangement still lacks. */
  lacking: {
    king: (_n: number) => "the king",
    single: (n: number) => `singles: ${n}`,
    stack2: (n: number) => `stacks of two: ${n}`,
    stack3: (n: number) => `stacks of three: ${n}`,
  },

  /** The name of a stack: the names of its cards. */
  stack: (cards: readonly string[]) => cards.join(" + "),
  of: (owner: string, thing: string) => `${thing} of ${owner}`,
  either: (ways: readonly string[]) => ways.join(" / "),

  // The editor.
  marked: (name: string, marks: readonly string[]) => `${name} (${marks.join(", ")})`,
  turnOf: (name: string) => `${name}'s turn`,
  toMove: "To move",
  owner: "Owner",
  lifePoints: "Life points",
  turnsPlayed: "Turns played",
  hasStepped: (name: string) => `${name}'s king has made his step`,
};

/** The type of the game's texts, the same for every language. */
export type Words = typeof en;
