/** The state that the parts of the board share: the displayed step, in the game's own terms. */
import type {
  Contents,
  Event,
  Face,
  Forecast,
  PendingDecision,
  Reading,
  View,
} from "../../generated/honnoji";
import type { Lang } from "../../lib/i18n/i18n.svelte";
import type { Entrances } from "../kit/entrance";
import type { Cue } from "./cues";
import type { Looks } from "./faces";
import type { LastMove } from "./lastMoveMarks";
import type { Mat } from "./mat.svelte";
import type { Lit } from "./notation";

/** The reason why a layout is illegal, and the id of the rule that it breaks. */
export interface IllegalReason {
  text: string;
  rule: string | null;
}

export interface Scene {
  view: View;
  components: Contents;
  looks: Looks;
  lang: Lang;
  you: number | null;
  names: readonly string[];
  lit: Lit;
  /** The layout that the user is arranging. */
  mat: Mat;
  /** True while the user lays out cards. */
  laying: boolean;
  /** True while a text beside the board explains the position: the board asks for no layout. */
  explaining: boolean;
  /** True while a text beside the board says what to lay: the board suggests no layout. */
  guided: boolean;
  /**
   * The interpretation of the user's layout: while laying, of the one that the user is arranging;
   * afterwards, of the declared one.
   */
  reading: Reading | null;
  /** The gains of the layout that the user is arranging if no other seat interferes. */
  forecast: Forecast | null;
  /**
   * The reason why the layout that the user is arranging cannot be confirmed; null if it can be
   * confirmed, or if that is not known yet.
   */
  refused: IllegalReason | null;
  /** True if the user may confirm the layout. */
  canConfirm: boolean;
  /** The events being shown at the displayed step; empty while no event is shown. */
  happened: readonly Event[];
  /** True while layouts are being decided, before the reveal. */
  deciding: boolean;
  /** True if animations may run. */
  lively: boolean;
  /** True while the layouts are being revealed over the ring. */
  unveiling: boolean;
  /** The orders being carried out, highlighted on the ring. */
  cues: readonly Cue[];
  /** The marks of each seat's last decision. */
  lastMoves: readonly LastMove[];
  /** The places that the shown events affect, for highlighting. */
  glow: ReadonlySet<string>;
  /** The seats whose pawns are travelling. */
  walking: ReadonlySet<number>;
  /** Remembers which cards were turned up, so that none is turned up twice. */
  entrances: Entrances;
  act: (action: string) => void;
}

/** The seats whose decision is awaited. */
export function askedSeats(asked: PendingDecision | null): readonly number[] {
  if (!asked) return [];
  return asked.kind === "lay" ? asked.seats : [asked.seat];
}

/** The decision that is awaited from a seat; null if there is none. */
export const askedOf = (
  asked: PendingDecision | null,
  seat: number | null,
): PendingDecision | null =>
  asked && seat !== null && askedSeats(asked).includes(seat) ? asked : null;

/** All seats in clockwise order, beginning with seat `from`. */
export const clockwise = (seats: number, from: number): number[] =>
  Array.from({ length: seats }, (_, i) => (from + i) % seats);

/** The seats around the table in the user's view: their own first, the others clockwise. */
export const around = ({ view, you }: Pick<Scene, "view" | "you">): number[] =>
  clockwise(view.players.length, you ?? view.first_player);

/** The seats whose pawns are on a square, in the order in which they choose there. */
export const standing = (view: View, square: number): number[] =>
  clockwise(view.players.length, view.first_player).filter(
    (seat) => view.players[seat]?.square === square,
  );

/** Returns true if the user may now take a card with this face from the square. */
export const takable = ({ view, lit, you }: Scene, square: number, face: Face): boolean => {
  const asked = askedOf(view.asked, you);
  return asked?.kind === "take" && asked.square === square && lit.take.has(face);
};

/** The layout of a seat, as far as it is known. */
export const laidBy = (view: View, seat: number | null) =>
  seat === null ? undefined : view.players[seat]?.laid;
