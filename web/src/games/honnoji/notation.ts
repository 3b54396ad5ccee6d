/**
 * The legal actions, parsed from their notation and grouped by the card or layout that they are
 * about.
 */
import type { Face, Order } from "../../generated/honnoji";
import type { LegalAction } from "../../generated/core";
import { inOrder, ORDER } from "./faces";
import { parse, type Layout } from "./layout";

/** A layout that the engine lists as a legal action. */
export interface Offer {
  layout: Layout;
  choice: LegalAction;
  /** The orders of the layout, in the order in which they are carried out. */
  orders: readonly Order[];
}

/** The legal actions by kind, and by the cards to be highlighted on the board. */
export interface Lit {
  /**
   * The layouts that the engine lists. Others can be legal too; `layout.ts` writes their notation.
   */
  lay: Offer[];
  take: Map<Face, LegalAction>;
  steal: Map<Face, LegalAction>;
  burn: Map<Face, LegalAction>;
  /** The recoveries, keyed by their notation as {@link recovery} writes it. */
  recover: Map<string, LegalAction>;
  /** Actions unknown to this page; they are shown as plain buttons. */
  other: LegalAction[];
  /** The total number of legal actions. */
  count: number;
}

const isFace = (word: string | undefined): word is Face => ORDER.includes(word as Face);

/** The notation of the action that recovers these cards. */
export function recovery(cards: readonly Face[]): string {
  if (cards.length === 0) return "recover nothing";
  return `recover ${inOrder(cards).join(" ")}`;
}

function sort(out: Lit, choice: LegalAction): boolean {
  const layout = parse(choice.action);
  if (layout) {
    out.lay.push({ layout, choice, orders: (choice.reading ?? []) as Order[] });
    return true;
  }
  const [verb, ...words] = choice.action.trim().split(/\s+/);
  if (verb === "recover") {
    const cards = words[0] === "nothing" && words.length === 1 ? [] : words;
    if (words.length === 0 || !cards.every(isFace)) return false;
    out.recover.set(recovery(cards), choice);
    return true;
  }
  const [face, ...more] = words;
  if (more.length > 0 || !isFace(face)) return false;
  if (verb !== "take" && verb !== "steal" && verb !== "burn") return false;
  out[verb].set(face, choice);
  return true;
}

/** Groups the legal actions. The board highlights nothing else. */
export function lit(legal: readonly LegalAction[]): Lit {
  const out: Lit = {
    lay: [],
    take: new Map(),
    steal: new Map(),
    burn: new Map(),
    recover: new Map(),
    other: [],
    count: legal.length,
  };
  for (const choice of legal) if (!sort(out, choice)) out.other.push(choice);
  return out;
}

/** The maximum number of cards that may be recovered now. */
export const recoverable = (lit: Lit): number =>
  Math.max(0, ...[...lit.recover.keys()].map((action) => cardsOf(action).length));

/** The cards of a recovery, parsed from its notation. */
export function cardsOf(action: string): Face[] {
  return action.split(/\s+/).slice(1).filter(isFace);
}
