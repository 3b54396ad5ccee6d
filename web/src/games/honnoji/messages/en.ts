/**
 * The page's own English texts about HONNOJI. The names of the game's things come from its
 * glossary and its components, and rule sentences from its rules: all from the server.
 */
import type { ChainEnd, End, Icon, StayReason } from "../../../generated/honnoji";
import { counted, en as grammar } from "../../../lib/i18n/grammar/en";

const { list } = grammar;

const cards = (n: number) => counted(n, "card", "cards");
const recovers = (n: number) => `takes back up to ${cards(n)}`;

export const en = {
  ring: "The five squares of Honnō-ji",
  mat: "Your layout",
  layouts: "The layouts",
  total: "Total",
  grid: "The cells of your layout",
  noHand: "no cards",
  nothingExposed: "nothing exposed",
  pickCard: "Choose a card from your hand, then a cell",
  pickCell: "Choose a cell for it",
  pickOther: "Choose the cell to move it to",
  offers: "Ready-made layouts",
  otherOffers: "Show more",
  clear: "Take all back",
  takeBack: "Back to hand",
  confirm: "Confirm this layout",
  pass: "Pass this round",
  keys: "Enter takes up a card from the hand; arrow keys move over the cells and Enter puts it down. Delete takes it back, Escape leaves it.",
  orders: "What this layout orders",
  noOrders: "No card with an icon lies here, so nothing happens",
  layoutIsRead: "This layout is being read…",
  layNow: "Lay a card to see what it does",
  returns: "Back to hand",
  exposes: "Used up (exposed)",
  reveal: "The layouts",
  handOrLayout: "Hand or layout",
  handOrLayoutShort: "Hand/laid",
  exposedShort: "Exposed",
  handShort: "Hand",
  fire: "Fire",
  fireWhat: "take none, lose one",
  empty: "no cards",
  phases: "Phases",
  status: "Round and phase",
  players: "The players",
  you: "you",
  take: "Take",
  steal: "Steal",
  burn: "Give up",
  recoverPick: "Take back",
  recoverNothing: "Take no cards back",
  notLaid: "has not laid cards yet",
  declared: "is ready; the cards stay hidden until the reveal",
  readyShort: "ready",
  notYetShort: "not yet",
  laidNothing: "no cards laid",
  layoutSoon: "the next layout will lie here",
  takenLater:
    "Picked up in the pick-up phase: by a player alone here, or one card each by several. If there are too few, nobody takes any.",
  nothingDiscarded: "No cards are discarded yet",
  offerDoes: "Lays these cards for you; each can still be moved",
  otherOffersDo: "Shows other ready-made layouts",
  confirmDoes: "Makes your layout final. When everybody is ready, all are turned up at once",
  passDoes: "You lay no cards: you neither move nor attack, and you take none back",
  clearDoes: "Takes all the cards back to your hand",
  nothingLaid: "No card is laid yet",
  takeBackDoes: "Takes the chosen card back to your hand",
  layoutIs: "The number cards an icon points at say where to move or attack",
  roundsLeft: "After six rounds the most points win",
  destination: "you will stand here",

  points: (n: number) => counted(n, "point", "points"),
  cards,
  square: (n: number) => `square ${n}`,
  round: (n: number) => `Round ${n} of 6`,
  /** The names of the icons of one card, as a list. */
  icons: (icons: readonly string[]) => icons.join(", "),
  whileFaceDown: (card: string) => `${card} (face down)`,

  // The cells of a layout, from its middle.
  middle: "middle",
  way: (direction: string, n: number) => `${direction} ${n}`,
  ways: (ways: readonly string[]) => ways.join(", "),
  cellFree: (place: string) => `${place}: free`,
  cellLaid: (place: string, card: string) => `${place}: ${card}`,
  back: (card: string, place: string) => `Take back from ${place}: ${card}`,

  // The effects of icons from here.
  edge: "points off the area",
  nothingBecause: {
    empty: "no number beside it",
    not_a_number: "the card beside it has no number",
    six: "the sum would be six or more",
  } satisfies Record<ChainEnd, string>,
  /** The reasons why a chain ended, if they are worth a remark. */
  chainEnded: {
    empty: "",
    not_a_number: "",
    six: "with the next it would be six or more",
  } satisfies Record<ChainEnd, string>,
  /** The reason why a chain ended, in brackets after the icon's effect. */
  aside: (why: string) => ` (${why})`,
  /** The reasons why a pawn stays, or a movement icon has no effect. */
  stays: {
    not_designated: "no square chosen, so you stay",
    own_square: "is your own square, so you stay",
    both_neighbours: "points to both sides, so you cannot move",
    unreachable: "not next to you: number the squares on the way too",
    overruled: "another icon's square counts",
  } satisfies Record<StayReason, string>,
  arrives: (square: number) => `moves to ${square}`,
  passes: (square: number) => `passes through ${square}`,
  strikes: (square: number) => `strikes at ${square}`,
  shoots: (square: number) => `shoots at ${square}`,
  standsNowhere: "reaches nothing: you are not on a square",
  outOfReach: (square: number, reach: readonly number[]) =>
    `cannot reach ${square}; the sword reaches ${reach.join(", ")}`,
  recovers,

  // The orders of layouts.
  ordered: {
    move: (n: number) => `move to ${n}`,
    sword: (n: number) => `sword attack on ${n}`,
    gun: (n: number) => `gun attack on ${n}`,
    recover: (n: number) => `take back up to ${n}`,
  } satisfies Record<Icon, (n: number) => string>,
  goes: (square: number, via: readonly number[]) =>
    `to ${square}${via.length > 0 ? ` via ${via.join(" and ")}` : ""}`,
  remains: (square: number) => `stays on ${square}`,
  attacksWithSword: (square: number) => `sword attack on ${square}`,
  attacksWithGun: (square: number) => `gun attack on ${square}`,
  cardsFaceDown: (places: readonly string[]) =>
    `${cards(places.length)} face down: ${places.join("; ")}`,

  // What a layout gains if nobody interferes.
  alone: (square: number) => `Alone on ${square}:`,
  nothingThere: "no cards to pick up",
  intoFire: (square: number) => `Square ${square} burns: you pick up nothing and lose a card`,
  beside: (names: readonly string[]) =>
    `${list(names)} ${names.length > 1 ? "are" : "is"} there now`,
  targetNow: (square: number, names: readonly string[]) =>
    names.length > 0 ? `On ${square} now: ${list(names)}` : `On ${square} now: nobody`,

  // The changes of a round.
  roundLedger: (n: number) => `Round ${n}`,
  unchanged: "no change",

  // The prompts.
  askTake: (square: number) => `Take a card from square ${square}`,
  askSteal: (victim: string) => `Steal a card from ${victim}`,
  askBurn: "Give up a card to the fire (the cheapest is first)",
  askRecover: (n: number) => `Take back up to ${cards(n)}`,
  recoverThese: (n: number, names: string) => `Take back ${cards(n)}: ${names}`,
  chosen: (n: number, most: number) => `${n} of ${most} chosen`,
  numberCard: (n: string) => `number ${n}`,

  ends: {
    points: "most points",
    fewer_cards: "equal points, fewer cards",
    draw: "points and cards are equal",
  } satisfies Record<End["reason"], string>,
  drawn: (winners: string, why: string) => `A draw between ${winners}: ${why}`,
  won: (winners: string, why: string) => `${winners} wins: ${why}`,

  // The marks of last moves.
  left: (name: string, square: number) => `${name} left for square ${square}.`,
  struck: (name: string) => `${name} attacked it with a sword.`,
  shot: (name: string) => `${name} attacked it with a gun.`,
  took: (name: string, square: number) => `Taken by ${name} on square ${square}.`,
  stole: (name: string, victim: string, square: number) =>
    `Stolen by ${name} from ${victim} on square ${square}.`,
  belongsTo: (name: string) => `Taken by ${name}.`,
  stands: (square: number) => `Stands on square ${square}.`,
  came: (_to: number, from: number) => `Came from square ${from}.`,

  // The present state of a square.
  burns: "It burns: nothing is picked up here, and every player on it loses a card.",
  here: (names: readonly string[]) => `Here: ${list(names)}.`,
  nobodyHere: "Nobody is here.",
  cardsHere: (cards: string) => `Cards: ${cards}.`,
  noCardsHere: "No cards.",

  // The editor.
  of: (owner: string, thing: string) => `${thing} of ${owner}`,
  pawnOf: (name: string) => `Pawn of ${name}`,
  editedSquare: (n: number) => `Square ${n}`,
  pawnsAside: "Pawns not on the board yet",
  laidBy: (name: string) => `What ${name} has laid`,
  stage: "Stage",
  stages: {
    decision: "Layouts are decided",
    preparation: "A round is about to begin",
    over: "The game is over",
    between: "In the middle of a phase",
  },
  editedRound: "Round",
  firstPlayer: "First player",
};

/** The type of the page's own texts, which every language provides. */
export type Words = typeof en;
