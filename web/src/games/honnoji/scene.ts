/** What the parts of the board share: the moment being shown, in the game's own terms. */
import type { Asked, Contents, Event, Face, Reading, View } from "../../generated/honnoji";
import type { Lang } from "../../lib/i18n/i18n.svelte";
import type { Entrances } from "../kit/entrance";
import type { Cue } from "./cues";
import type { Looks } from "./faces";
import type { LastMove } from "./lastMoveMarks";
import type { Mat } from "./mat.svelte";
import type { Lit } from "./notation";

/** Why something is not possible, with the rule that says so. */
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
  /** The person's own layout while it grows. */
  mat: Mat;
  /** Whether the person lays out cards now. */
  laying: boolean;
  /** What one's own layout says: the growing one while laying, the declared one afterwards. */
  reading: Reading | null;
  /** Why the growing layout cannot be confirmed; null when it can, or is not known yet. */
  refused: IllegalReason | null;
  /** Whether the growing layout may be confirmed. */
  canConfirm: boolean;
  /** What happens in the moment being shown; nothing at rest. */
  happened: readonly Event[];
  /** Whether layouts are decided on, and not yet turned up. */
  deciding: boolean;
  /** Whether things may move. */
  lively: boolean;
  /** Whether the layouts are being turned up over the ring. */
  unveiling: boolean;
  /** The orders being carried out, to be lit on the ring. */
  cues: readonly Cue[];
  /** What each seat's last decision left. */
  lastMoves: readonly LastMove[];
  /** What it is about. */
  glow: ReadonlySet<string>;
  /** The seats whose pawns are on their way. */
  walking: ReadonlySet<number>;
  /** What has been turned up before is not turned up again. */
  entrances: Entrances;
  act: (action: string) => void;
}

/** Whose decisions are asked for. */
export function askedSeats(asked: Asked | null): readonly number[] {
  if (!asked) return [];
  return asked.kind === "lay" ? asked.seats : [asked.seat];
}

/** What a seat is asked; null when it is asked nothing. */
export const askedOf = (asked: Asked | null, seat: number | null): Asked | null =>
  asked && seat !== null && askedSeats(asked).includes(seat) ? asked : null;

/** The seats clockwise, from one on. */
export const clockwise = (seats: number, from: number): number[] =>
  Array.from({ length: seats }, (_, i) => (from + i) % seats);

/** The seats around the table as this person sees them: one's own first, the others clockwise. */
export const around = ({ view, you }: Pick<Scene, "view" | "you">): number[] =>
  clockwise(view.players.length, you ?? view.first_player);

/** The seats whose pawns stand on a square, in the order in which they choose there. */
export const standing = (view: View, square: number): number[] =>
  clockwise(view.players.length, view.first_player).filter(
    (seat) => view.players[seat]?.square === square,
  );

/** Whether a card on a square is to be taken now. */
export const takable = ({ view, lit, you }: Scene, square: number, face: Face): boolean => {
  const asked = askedOf(view.asked, you);
  return asked?.kind === "take" && asked.square === square && lit.take.has(face);
};

/** The layout a seat has laid, so far as it is known. */
export const laidBy = (view: View, seat: number | null) =>
  seat === null ? undefined : view.players[seat]?.laid;
