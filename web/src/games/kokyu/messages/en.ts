/**
 * The page's own English texts about 乾隆後宮. The names of the game's things come from its glossary
 * and its components, their effects from its rules: all from the server.
 */
import { counted, en as grammar } from "../../../lib/i18n/grammar/en";

const { heading, list } = grammar;

const laps = (n: number) => counted(n, "lap", "laps");
const points = (n: number) => counted(n, "point", "points");

export const en = {
  resolving: "Now",
  between: "Between rounds",
  over: "Game over",
  whichSide: "Which eunuch?",
  none: "none",
  you: "you",
  placingDoes: "Both take turns to put a eunuch on a free card.",
  processingDoes: "The cards take effect from 1 to 9, each for the eunuch on it.",
  entryDoes: "Eunuchs enter the palace here.",
  /** Short words on palace squares, instead of their signs. */
  signs: { entry: "Entry", strong: "Strong", point: "Point", return: "Home" } as Record<
    string,
    string | undefined
  >,
  discarded: "Plot cards that have taken effect.",
  noneDiscarded: "No plot card has been drawn yet.",
  /** Short names on the board. */
  stock: "Stock",
  start: "Start",
  tea: "Tea",
  drag: "Press a lit card, or drag a eunuch onto one.",

  points,
  cards: (n: number) => counted(n, "card", "cards"),
  laps,
  round: (n: number, round: string) => `${heading(round)} ${n}`,
  eunuch: (owner: string, eunuch: string, side: string) => `${owner}'s ${side} ${eunuch}`,
  consortAt: (owner: string, consort: string, place: string, n: number) =>
    `${owner}'s ${consort}: ${place}, ${laps(n)}`,
  /** The name of a card of the Forbidden City. */
  card: (n: number, name: string) => `Card ${n}, ${name}`,
  cardFaceDown: (n: number, faceDown: string) => `Card ${n}, ${faceDown}`,
  square: (_palace: string, name: string) => heading(name),
  step: (bedroom: string, n: number) => `Square ${n} of ${bedroom}`,
  takenByYou: "Your eunuch is on it.",
  takenBy: (name: string) => `Taken by ${name}.`,
  moved: (seats: readonly string[]) => `Last move: ${list(seats)}`,
  stands: (owner: string, consort: string, n: number) =>
    `${owner}'s ${consort} is here (${laps(n)}).`,
  lapGives: (n: number) => `A lap gives ${points(n)}.`,
  hand: (
    names: { hand: string; eunuch: string; weak: string; strong: string },
    { weak, strong }: { weak: number; strong: number },
  ) => `${grammar.several(names.eunuch)} in hand: ${names.weak} ${weak}, ${names.strong} ${strong}`,

  // The editor.
  of: (owner: string, thing: string) => `${thing} of ${owner}`,
  editedCard: (n: number, name: string) => `Card ${n}, ${name}`,
  editedSquare: (_palace: string, n: number, owner: string) => `Palace square ${n}, ${owner}`,
  editedStep: (_bedroom: string, n: number, _start: string) => `Bedroom square ${n}`,
  stage: "Stage",
  places: (name: string) => `${name} places a eunuch`,
  faceUp: "Face up",
  lapsOf: (name: string) => `Laps of ${name}`,
};

/** The type of the page's own texts, which every language provides. */
export type Words = typeof en;
