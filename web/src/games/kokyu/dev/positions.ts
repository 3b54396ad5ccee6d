/** Hand-written positions for unit tests and for looking at the board without a server. */
import type { Board, Card, Components, View } from "../../../generated/kokyu";

/** The components as they are shipped. */
export const components: Components = {
  game: "kokyu",
  card: (
    [
      "fly",
      "initiative",
      "advance",
      "reshuffle",
      "draw",
      "enter",
      "palace_advance",
      "activate",
      "advance",
    ] as const
  ).map((icon, i) => ({
    number: i + 1,
    icon,
    closed: i === 0 || i === 2,
    source: "reconstructed",
  })),
  palace: [
    { kind: "entry", source: "rulebook" },
    { kind: "advance", steps: 1, source: "reconstructed" },
    { kind: "choice", steps: 3, draws: 2, source: "reconstructed" },
    { kind: "advance", steps: 5, source: "reconstructed" },
    { kind: "strong", source: "reconstructed" },
    { kind: "point", source: "reconstructed" },
    { kind: "return", source: "reconstructed" },
  ],
  bedroom: { squares: 12, tea: 6, source: "reconstructed" },
  points: { total: 6, source: "reconstructed" },
  scoring: { goal: 4, lap: 2, source: "rulebook" },
  plot: [
    {
      name: { ja: "寵召", en: "Summons" },
      effect: "advance_own",
      amount: 3,
      source: "reconstructed",
    },
    {
      name: { ja: "讒言", en: "Slander" },
      effect: "push_back_opponent",
      amount: 2,
      source: "reconstructed",
    },
    {
      name: { ja: "取入", en: "Flattery" },
      effect: "take_initiative",
      amount: 0,
      source: "reconstructed",
    },
    {
      name: { ja: "追放", en: "Banishment" },
      effect: "banish_opponent",
      amount: 0,
      source: "reconstructed",
    },
    {
      name: { ja: "手引", en: "Guidance" },
      effect: "advance_palace_own",
      amount: 1,
      source: "reconstructed",
    },
  ],
};

const card = (open: boolean): Card => ({ open, eunuchs: [] });

/** The opening position, changed. */
export function board(change: (board: Board) => void = () => {}): Board {
  const out: Board = {
    round: 1,
    initiative: 0,
    cards: [
      card(false),
      card(true),
      card(false),
      card(true),
      card(true),
      card(true),
      card(true),
      card(true),
      card(true),
    ],
    hands: [
      { weak: 3, strong: 0 },
      { weak: 3, strong: 0 },
    ],
    palace: components.palace.map(() => [
      { weak: 0, strong: 0 },
      { weak: 0, strong: 0 },
    ]),
    executing: null,
    consorts: [
      { square: 0, laps: 0 },
      { square: 0, laps: 0 },
    ],
    points: [0, 0],
    kohi: 0,
    stock: 5,
    tea: 1,
    resolving: [],
    discards: [],
    tasks: [{ task: "place", seat: 0 }],
    end: null,
  };
  change(out);
  return out;
}

/** A view of the opening position, changed. */
export const view = (change?: (board: Board) => void, pile = 5): View => ({
  board: board(change),
  pile,
});
