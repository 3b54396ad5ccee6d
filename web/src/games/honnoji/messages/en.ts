/**
 * The page's own English texts about HONNOJI. The names of the game's things come from its
 * glossary and its components, and rule sentences from its rules: all from the server.
 */
import type { ChainEnd, End, Icon, StayReason } from "../../../generated/honnoji";
import { counted, en as grammar } from "../../../lib/i18n/grammar/en";

const { list } = grammar;

const cards = (n: number) => counted(n, "card", "cards");
const recovers = (n: number) => `recovers up to ${n}`;

export const en = {
  ring: "The five squares of Honnō-ji",
  mat: "Your layout",
  layouts: "The layouts",
  total: "Total",
  grid: "The cells of your layout",
  noHand: "no cards",
  nothingExposed: "nothing exposed",
  pickCard: "Choose a card, then a cell. A card you have placed can still be moved",
  pickCell: "Choose a cell for it",
  pickOther: "Choose the cell to move it to",
  offers: "Ready-made layouts",
  otherOffers: "More ideas",
  clear: "Take all back",
  takeBack: "Back to hand",
  confirm: "Confirm this layout",
  confirmNothing: "Confirm an empty layout",
  keys: "Enter takes up a card of the hand; arrow keys move over the cells and Enter puts it down. Delete takes it back, Escape leaves it.",
  orders: "What this layout orders",
  noOrders: "Without an icon nothing is ordered",
  layNow: "Place a card, and its effect is shown here",
  returns: "Back to hand",
  exposes: "Exposed after the round",
  reveal: "All turn up at once",
  handOrLayout: "Hand or layout",
  fire: "Fire",
  fireWhat: "take none, lose one",
  empty: "no cards",
  phases: "Phases",
  status: "Round and phase",
  players: "The players",
  you: "you",
  take: "Take",
  steal: "Steal",
  burn: "Discard",
  recoverPick: "Recover",
  recoverNothing: "Recover nothing",
  notLaid: "has not placed cards yet",
  declared: "has placed cards, hidden until the reveal",
  laidNothing: "placed nothing",
  takenLater:
    "Picked up in the pick-up phase: by a player alone here, or one card each by several. If there are too few, nobody takes any.",
  nothingDiscarded: "Nothing is discarded yet",
  offerDoes: "Lays these cards for you; each can still be moved",
  otherOffersDo: "Shows other ready-made layouts",
  confirmDoes: "Settles your layout; when all have settled theirs, all are turned up at once",
  clearDoes: "Takes all the cards back to your hand",
  nothingLaid: "No card is laid yet",
  takeBackDoes: "Takes the chosen card back to your hand",
  layoutIs: "The number cards an icon points at say where to move or attack",
  roundsLeft: "After six rounds the most points win",
  destination: "you will stand here",
  reconstructed: "Points and icon directions are reconstructed",

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
  edge: "does nothing: the area ends there",
  nothingBecause: {
    empty: "does nothing: it points at no number card",
    not_a_number: "does nothing: the next card has no number",
    six: "does nothing: the sum would be six or more",
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
    not_designated: "names no square, so you stay",
    own_square: "is your own square, so you stay",
    both_neighbours: "both neighbours are named, so you cannot move",
    unreachable: "is not next to yours, and the squares between are not named",
    overruled: "another icon's square counts",
  } satisfies Record<StayReason, string>,
  arrives: (square: number) => `moves to ${square}`,
  passes: (square: number) => `passes through ${square}`,
  strikes: (square: number) => `strikes at ${square}`,
  shoots: (square: number) => `shoots at ${square}`,
  standsNowhere: "reaches nothing: you stand nowhere",
  outOfReach: (square: number, reach: readonly number[]) =>
    `cannot reach ${square}; the sword reaches ${reach.join(", ")}`,
  recovers,

  // The orders of layouts.
  ordered: {
    move: (n: number) => `move to ${n}`,
    sword: (n: number) => `sword attack on ${n}`,
    gun: (n: number) => `gun attack on ${n}`,
    recover: (n: number) => `recover up to ${n}`,
  } satisfies Record<Icon, (n: number) => string>,
  goes: (square: number, via: readonly number[]) =>
    `to ${square}${via.length > 0 ? ` via ${via.join(" and ")}` : ""}`,
  remains: (square: number) => `stays on ${square}`,
  attacksWithSword: (square: number) => `sword attack on ${square}`,
  attacksWithGun: (square: number) => `gun attack on ${square}`,
  cardsFaceDown: (places: readonly string[]) =>
    `${cards(places.length)} face down: ${places.join("; ")}`,

  // The prompts.
  askTake: (square: number) => `Take a card from square ${square}`,
  askSteal: (victim: string) => `Steal a card from ${victim}`,
  askBurn: "Discard a card to the fire",
  askRecover: (n: number) => `Recover up to ${n}`,
  recoverThese: (cards: string) => `Recover ${cards}`,

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
