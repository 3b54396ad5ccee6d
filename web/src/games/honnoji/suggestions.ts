/** Ready-made layouts, named by their orders, as a start for beginners. */
import type { Face, Order, View } from "../../generated/honnoji";
import { grammar, type Lang } from "../../lib/i18n/grammar";
import { widthOf } from "../../lib/i18n/textWidth";
import type { Looks } from "./faces";
import { fitted, homed, write, type Layout } from "./layout";
import type { Offer } from "./notation";
import { words } from "./messages";

/** A suggested layout: a set of orders, and the smallest offered layout that gives them. */
export interface Suggestion {
  key: string;
  words: string;
  action: string;
  layout: Layout;
}

/** The facts about a position on which it depends what an order can achieve. */
export interface Outlook {
  /** The square of the user's pawn; null in the first round. */
  from: number | null;
  /** The squares that burn. */
  fires: ReadonlySet<number>;
  /** True if the user has exposed cards that a recovery can take back. */
  recovers: boolean;
  /** The other pawns: their squares, null in the first round, and how far each can go. */
  others: readonly { square: number | null; steps: number }[];
}

const RING = 5;
/** The distance between two squares of the ring. */
const distance = (a: number, b: number) => {
  const way = Math.abs(a - b) % RING;
  return Math.min(way, RING - way);
};

/** The outlook of a seat. */
export function outlook(view: View, you: number, looks: Looks): Outlook {
  const mine = view.players[you];
  const treasure = (face: Face) => looks.get(face)?.kind === "treasure";
  return {
    from: mine?.square ?? null,
    fires: new Set(view.squares.flatMap(({ fire }, index) => (fire ? [index + 1] : []))),
    recovers: mine?.exposed.some((face) => !treasure(face)) ?? false,
    others: view.players
      .filter((_, seat) => seat !== you)
      .map(({ square, hand, laid }) => {
        const moves = hand.filter((face) =>
          looks.get(face)?.icons.some(({ icon }) => icon === "move"),
        ).length;
        // The cards of a hidden layout may be any.
        return { square, steps: laid.kind === "none" ? moves : Math.max(moves, 1) };
      }),
  };
}

/** Returns true if the order can achieve anything, as one of these orders of a layout. */
function achieves([icon, number]: Order, orders: readonly Order[], now: Outlook): boolean {
  const { from, others } = now;
  const moves = orders.flatMap(([icon, square]) => (icon === "move" ? [square] : []));
  const next = from === null ? moves : moves.filter((square) => distance(from, square) === 1);
  // With both neighbours designated, the pawn stays.
  const blocked = from !== null && next.length > 1;
  const reached = blocked
    ? []
    : moves.filter((square) =>
        next.some(
          (first) => first === square || (square !== from && distance(first, square) === 1),
        ),
      );
  const met = others.some(
    ({ square, steps }) => square === null || distance(square, number) <= steps,
  );
  switch (icon) {
    case "move":
      return reached.includes(number);
    case "sword": {
      const stands = [...reached, ...(from === null ? [] : [from])];
      return met && stands.some((square) => distance(square, number) <= 1);
    }
    case "gun":
      return met;
    case "recover":
      return now.recovers;
  }
}

/**
 * The suggestions for the offered layouts, one for each set of orders that can achieve something.
 * More orders for fewer cards come first, and layouts that begin alike (with the same move, for
 * example) alternate with others. Moves into a fire come last.
 */
export function suggestions(offers: readonly Offer[], now: Outlook, lang: Lang): Suggestion[] {
  const groups = new Map<string, Suggestion & { parts: string[]; burns: boolean }>();
  for (const { layout, choice, orders: all } of offers) {
    const orders = all.filter((order) => achieves(order, all, now));
    // Empty layouts and pure bluffs are not suggested.
    if (orders.length === 0) continue;
    const parts = orders.map(([icon, number]) => `${icon} ${number}`);
    const key = parts.join(", ");
    const known = groups.get(key);
    if (known && known.layout.length <= layout.length) continue;
    const said = orders.map(([icon, number]) => words(lang).ordered[icon](number)).join(" · ");
    groups.set(key, {
      key,
      words: grammar(lang).heading(said),
      action: choice.action,
      layout,
      parts,
      burns: orders.some(([icon, square]) => icon === "move" && now.fires.has(square)),
    });
  }
  const best = [...groups.values()].sort(
    (a, b) => b.parts.length - a.parts.length || a.layout.length - b.layout.length,
  );
  const turns = new Map<string, number>();
  const turned = best.map((each) => {
    const turn = turns.get(each.parts[0]!) ?? 0;
    turns.set(each.parts[0]!, turn + 1);
    return { each, turn };
  });
  turned.sort((a, b) => Number(a.each.burns) - Number(b.each.burns) || a.turn - b.turn);
  return turned.map(({ each: { key, words, action, layout } }) => ({ key, words, action, layout }));
}

/**
 * The suggestions for a user who has already laid some cards: those that keep most of them in
 * place come first.
 */
export function fitting(all: readonly Suggestion[], basis: Layout): readonly Suggestion[] {
  const near =
    basis.length === 0
      ? all
      : all
          .map((each) => ({ each, ...fitted(each.layout, basis) }))
          .sort((a, b) => b.alike - a.alike)
          .map(({ each, layout }) => ({ ...each, layout }));
  return near.map((each) => {
    const layout = homed(each.layout);
    return { ...each, layout, action: write(layout) };
  });
}

/** Number of ready-made layouts on one page. */
const FEW = 2;
/** The width of the longest words of which two stand side by side, in ems. */
const WIDEST = 23;

/** The ready-made layouts by page: two, or one whose words need the space of two. */
export function pagesOf(offered: readonly Suggestion[]): Suggestion[][] {
  const pages: Suggestion[][] = [];
  for (const each of offered) {
    const last = pages.at(-1);
    const together = last && last.length < FEW && [...last, each].every(fits);
    if (together) last.push(each);
    else pages.push([each]);
  }
  return pages;
}
const fits = ({ words }: Suggestion) => widthOf(words, 0.5) <= WIDEST;
