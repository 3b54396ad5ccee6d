/** Hand-written positions for unit tests and for viewing the board without a server. */
import type { Board, Card, Components, View } from "../../../generated/kokyu";
import type { Term } from "../../../generated/core";
import { rulebook } from "../../../lib/i18n/rulebook.svelte";
import engine from "./engine.json";

/** The real components, as the engine sends them to the page. */
export const components = engine.components as unknown as Components;

/** The game's glossary, as the engine sends it to the page. */
export const glossary: Record<string, Term> = engine.glossary;

/** Sets the game's glossary for the texts, as the page's shell does. */
export function speak(): void {
  rulebook.use({ glossary });
}

const card = (open: boolean): Card => ({ open, eunuchs: [] });

/** The board at the start of a match, with changes. */
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
    stock: 6,
    tea: 1,
    resolving: [],
    discards: [],
    tasks: [{ task: "place", seat: 0 }],
    end: null,
  };
  change(out);
  return out;
}

/** A view of the board at the start of a match, with changes. */
export const view = (change?: (board: Board) => void, pile = 5): View => ({
  board: board(change),
  pile,
});
