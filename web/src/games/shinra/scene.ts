/** The state of the displayed step that all parts of the board share, in the terms of this game. */
import type {
  Components,
  ItemView,
  Kind,
  KingView,
  PieceView,
  Square,
  View,
} from "../../generated/shinra";
import type { IllegalAction } from "../../generated/core";
import { grammar } from "../../lib/i18n/grammar";
import { worded, type Lang } from "../../lib/i18n/i18n.svelte";
import type { Control } from "./control.svelte";
import { indexOf } from "./geometry";
import { readItem } from "./item";
import type { Clash, Loss } from "./movePaths";
import type { Moves } from "./movement";
import type { Lit } from "./notation";
import { cardsName, type Spoken } from "./texts";
import type { LastMoves } from "./lastMoveMarks";
import { words } from "./messages";

/** The reason why an action is illegal, and the id of the violated rule. */
export interface IllegalReason {
  text: string;
  rule: string | null;
}

/** A piece as drawn on a square. */
export interface Lying {
  seat: number;
  cards: readonly Kind[];
  /** The points on the piece's gauge and their maximum; null if it has no gauge. */
  life: { now: number; most: number } | null;
  /** The attack value as text; "" if it is not shown yet. */
  attack: string;
  /** True for a piece of an arrangement that is not confirmed yet. */
  ghost?: boolean;
}

export interface Scene {
  view: View;
  components: Components;
  lang: Lang;
  you: number | null;
  names: readonly string[];
  /** True if the board is shown from the viewpoint of seat 1. */
  turned: boolean;
  moves: Readonly<Record<string, Moves>>;
  points: Readonly<Record<string, number>>;
  lit: Lit;
  control: Control;
  /** The chosen target, which the user must press again to confirm. */
  aim: Square | null;
  /** The seats whose decision the game waits for. */
  acting: ReadonlySet<number>;
  /** The places that the current event affects, for highlighting. */
  glow: ReadonlySet<string>;
  /** The squares on which a piece is about to arrive. */
  arriving: ReadonlySet<Square>;
  losses: readonly Loss[];
  clashes: readonly Clash[];
  /** The marks of each seat's last decision on the sheet. */
  lastMoves: LastMoves;
  /** The square of a king in check; `checkedSeat` is his seat. */
  checked: Square | null;
  checkedSeat: number | null;
  /** The squares of the pieces that attack that king. */
  attackers: readonly Square[];
  /** The sentence about the check; "" for none. */
  alarm: string;
  /** The reason shown after the user pressed something illegal. */
  refusal: IllegalReason | null;
}

/** Returns true if a seat has arranged its cards in the set-up. */
export function hasArranged(view: Pick<View, "squares">, seat: number): boolean {
  return view.squares.some((piece) => piece?.seat === seat);
}

/** The seats whose decision the game waits for. */
export function actingSeats(view: Pick<View, "squares" | "stage">): number[] {
  const { stage } = view;
  if (stage.kind === "setup") return [0, 1].filter((seat) => !hasArranged(view, seat));
  return "seat" in stage ? [stage.seat] : [];
}

/** The piece on a square; null if it is empty. */
export function pieceAt(view: Pick<View, "squares">, square: Square): PieceView | null {
  return view.squares[indexOf(square)] ?? null;
}

/** The piece of a view, converted for drawing. */
export function lyingOf({ seat, cards, points, gauge, attack }: PieceView): Lying {
  return {
    seat,
    cards,
    life: gauge === null ? null : { now: points, most: gauge },
    attack: attack === null ? "∞" : String(attack),
  };
}

/** A seat's king. */
export function kingOf(view: Pick<View, "kings">, seat: number): KingView | undefined {
  return view.kings[seat];
}

/** The hand of a seat. */
export function handOf(view: Pick<View, "hands">, seat: number): readonly ItemView[] {
  return view.hands[seat] ?? [];
}

/** A refusal of the engine, for display. */
export function illegalReason(illegal: IllegalAction | null, lang: Lang): IllegalReason | null {
  return illegal && { text: worded(illegal.message, lang), rule: illegal.rule };
}

/** Texts about the special properties of these cards, and the ids of the rules they summarize. */
export function lore(
  cards: readonly Kind[],
  { lang, components }: Pick<Scene, "lang" | "components">,
): { about: string[]; rules: string[] } {
  const specs = cards.flatMap((kind) => components.card.filter((card) => card.kind === kind));
  return {
    about: [...new Set(specs.map((card) => card.about[lang]))],
    rules: [...new Set(specs.flatMap((card) => card.rules))],
  };
}

/** The moves of each kind of card. */
export function movesOf(components: Components): Record<string, Moves> {
  return Object.fromEntries(components.card.map((card) => [card.kind, card]));
}

/** The points printed on each kind of card. */
export function pointsOf(components: Components): Record<string, number> {
  return Object.fromEntries(components.card.map(({ kind, points }) => [kind, points]));
}

/** A description of a piece in words: owner, cards, points. */
export function pieceWords(
  { seat, cards, life, attack }: Lying,
  { names, lang, components }: Pick<Scene, "names"> & Spoken,
): string {
  const name = cardsName(cards, { lang, components });
  const whose = names[seat] ?? "";
  return grammar(lang).list([
    words(lang).of(whose, name),
    life && words(lang).life(life.now, life.most),
    attack && words(lang).attack(attack),
  ]);
}

/** The name of an item of a hand in words, with its marks. */
export function itemWords(thing: ItemView, spoken: Spoken): string {
  const { lang } = spoken;
  const { cards, kept, remainder, captive } = readItem(thing.item);
  return grammar(lang).list([
    cardsName(cards, spoken),
    cards.length > 1 && thing.points !== null && words(lang).points(thing.points),
    kept !== null && words(lang).keptMark(kept),
    remainder && words(lang).remainderMark,
    captive && words(lang).captiveMark,
    thing.count > 1 && `×${thing.count}`,
  ]);
}
