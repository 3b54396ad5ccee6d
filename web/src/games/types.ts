/**
 * What the shell asks of a game and what it gives to it. A game is one folder here,
 * `src/games/<id>/`, whose `index.ts` default-exports a {@link GameModule}; the shell finds
 * and loads it by that name and knows nothing else about it.
 */
import type { Component } from "svelte";
import type { Lang } from "../lib/i18n.svelte";
import type { Choice, Rule, Seat, Text, Told } from "../generated/table";
import type { ForeseenRefusal, TableState } from "../generated/parlour";

/** What would happen if an action were taken now, as far as the person may know it. */
export interface Foreseen {
  /**
   * The events that are certain, with the view after each until something hidden is shown; later
   * ones have no `view`. They end where it depends on what is hidden. Empty when nothing can be
   * told: the action is refused, what is hidden decides at once, or the house did not answer.
   */
  told: readonly Told[];
  /** Why the action is not possible, with the rule that says so; null when it is. */
  refused: ForeseenRefusal | null;
}

/** What a board is given. A game narrows `View` and `Components` to its generated types. */
export interface BoardProps<View = unknown, Components = unknown> {
  /** What this client may know, at the moment being shown. */
  view: View;
  /** The components the play uses; entries with `source: "reconstructed"` are to be marked. */
  components: Components;
  /** The newest state of the table. While `busy`, `view` is still behind it. */
  state: TableState;
  /** What may be done now: to be lit. Empty while `busy`, for others' turns and spectators. */
  legal: readonly Choice[];
  /** Whose eyes these are; null for a spectator. */
  you: Seat | null;
  /** What to call the person at each seat; never empty. */
  names: readonly string[];
  /** Does one of the `legal` choices, by its notation. */
  act: (action: string) => void;
  /**
   * Foresees any action, legal or not, by its notation: for previews, and to say why something
   * is not possible. It never throws and never tells what is hidden; answers are kept until the
   * table changes, so ask as often as you like. It is about `state`, so ask again when that is a
   * new one.
   */
  foresee: (action: string) => Promise<Foreseen>;
  /** Whether changes are still being shown or an action is still on its way. */
  busy: boolean;
  /** The language to speak now. */
  lang: Lang;
  /** The event that led to `view`, while changes are being shown one by one. */
  event: Told | null;
  /** Whether nothing should move (the person or their system asked for that). */
  reducedMotion: boolean;
  /** The rule statement with this id. */
  rule: (id: string) => Rule | undefined;
}

/** What a game's emblem is given. */
export interface EmblemProps {
  /** Width and height in CSS pixels. */
  size?: number;
}

/** One game as the shell uses it. */
export interface GameModule {
  /** The whole table on screen: everything between the question bar and the log. */
  Board: Component<BoardProps>;
  /** A small square SVG picture for lists. Decorative: hidden from screen readers. */
  Emblem: Component<EmblemProps>;
  /** A class put on the table page, for the game's own colours. */
  theme: string;
  /** The seat's colour, as a CSS colour that has 3:1 contrast on paper in both schemes. */
  seatColor: (seat: Seat) => string;
  /**
   * The side the seat plays for at this table, in words, where several seats win and lose
   * together; null (or no such function) where everyone plays alone.
   */
  side?: (seat: Seat, table: TableState) => Text | null;
  /**
   * The seat's score in a few words, where the number that sorts the seats says nothing to a
   * person; without this function the number is shown.
   */
  score?: (seat: Seat, table: TableState) => Text | null;
  /** One glyph that tells the seat from the others without colour, such as `●` and `■`. */
  seatMark: (seat: Seat) => string;
}
