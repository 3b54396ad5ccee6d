/**
 * The interface between the shell and a game. A game is one folder here, `src/games/<id>/`, whose
 * `index.ts` default-exports a {@link GameModule}; the shell finds and loads it by that name and
 * knows nothing else about it.
 */
import type { Component } from "svelte";
import type { Sound } from "../lib/dom/sound";
import type { Lang } from "../lib/i18n/grammar";
import type { LegalAction, Seat, LocalizedText, DescribedEvent } from "../generated/core";
import type { Refusal, TableState } from "../generated/server";

/** The effects of an action if it were taken now, as far as the user may know them. */
export interface ActionPreview {
  /**
   * The events that are certain, with the view after each until hidden information is revealed;
   * later ones have no `view`. The list ends where events depend on hidden information. Empty if
   * nothing can be shown: the action is illegal, hidden information decides at once, or the server
   * did not answer.
   */
  told: readonly DescribedEvent[];
  /** The reason why the action is illegal, with its rule; null if it is legal. */
  refused: Refusal | null;
}

/** The meaning of an unfinished decision: the answer to a draft, see {@link BoardProps.draft}. */
export interface DraftReading {
  /** The meaning so far, in the game's own form (a generated type of the game). */
  reading: unknown;
  /**
   * The notation of a legal action that keeps as much of the draft as possible; null if the game
   * completes none. It may be passed to `act`.
   */
  completed: string | null;
  /** The reason why the draft cannot be confirmed, with its rule; null if it can. */
  refused: Refusal | null;
}

/** The answer to a draft; null if there is none (an older decision, no connection). */
export type DraftResult = DraftReading | null;

/** Properties of a board. A game narrows `View` and `Components` to its generated types. */
export interface BoardProps<View = unknown, Components = unknown> {
  /** The view of this client at the displayed step. */
  view: View;
  /** The components that the game uses; entries with `source: "reconstructed"` must be marked. */
  components: Components;
  /** The newest state of the table. While `busy`, `view` is still behind it. */
  state: TableState;
  /**
   * The legal actions to highlight. Empty while an action is being sent, in other seats' turns and
   * for spectators, and while changes are shown unless a `decision` stays open meanwhile.
   * Incomplete if `state.complete` is false: then any action in the game's notation may be tried.
   */
  legal: readonly LegalAction[];
  /**
   * The index of this seat's open decision, counted from 0; null if none is open. It stays the
   * same while other seats act and their changes are shown, and while this seat's own action is
   * being sent, so tie to it what must outlast both: a selected card, an unfinished layout. It
   * changes after this seat has decided or taken back, once that has been shown.
   */
  decision: number | null;
  /** The seat of this user; null for a spectator. */
  you: Seat | null;
  /** The name of the player at each seat; never empty. */
  names: readonly string[];
  /** Takes one of the `legal` actions, or any other action of an open decision, by its notation. */
  act: (action: string) => void;
  /**
   * Previews any action, legal or not, by its notation, for display or to explain why it is
   * illegal. It never throws and never reveals hidden information; answers are cached until the
   * table changes, so call it as often as needed. It refers to `state`, so call it again for a new
   * state.
   */
  previewAction: (action: string) => Promise<ActionPreview>;
  /**
   * Sends the state of an unfinished decision of this seat to the server, in the game's notation
   * for drafts, and returns its meaning. The server stores the last draft: it completes it when
   * the time runs out, shows it to the other players if the game lets them watch, and returns it
   * as `state.draft` after a reload. It never throws; if several drafts are under way the last one
   * counts, and answers arrive in order. A draft decides nothing.
   */
  draft: (text: string) => Promise<DraftResult>;
  /**
   * The drafts of other seats, where the game lets players watch them: the `reading` of each
   * seat's last draft. Empty otherwise.
   */
  others: ReadonlyMap<Seat, unknown>;
  /**
   * The end of this seat's time for its decision, in milliseconds on the page's monotonic clock
   * (`clock.monotonic` of `lib/clock.ts`); null without a limit. The shell shows the countdown.
   */
  deadline: number | null;
  /**
   * True while changes are being shown or an action is being sent. Independent of
   * `legal`, which lists the possible actions.
   */
  busy: boolean;
  /** The language of the page. */
  lang: Lang;
  /**
   * The events that led to `view`, while changes are being shown: one, or several that happen at
   * once (see {@link GameModule.animationStep}); empty otherwise.
   */
  events: readonly DescribedEvent[];
  /**
   * The events of each seat's last decision, as far as they have been shown: to be marked until
   * the seat decides again.
   */
  lastEvents: ReadonlyMap<Seat, readonly DescribedEvent[]>;
  /** True if nothing should move (a setting of the user or their system). */
  reducedMotion: boolean;
}

/**
 * Properties of a game's emblem: the default export of `Emblem.svelte` in the game's folder, a
 * small square SVG picture for lists. Decorative: hidden from screen readers.
 */
export interface EmblemProps {
  /** Width and height in CSS pixels. */
  size?: number;
}

/** The game configuration of an edited position. */
export interface EditTarget {
  seats: number;
  /** The options of the game, complete. */
  options: unknown;
  components: unknown;
  /** The names of the seats. */
  names: readonly LocalizedText[];
}

/** Something that can be moved in a position: a piece, a card, a stack. */
export interface Movable {
  /** Unique among the things at its place; stays the same when other places are edited. */
  id: string;
  name: LocalizedText;
  /** The number of equal things, where it should be shown. */
  count?: number;
}

/** A place in a position. */
export interface EditPlace {
  /**
   * The `data-anchor` of the element in which the board draws it. Places that the board does not
   * draw are shown beside it.
   */
  id: string;
  name: LocalizedText;
  /** The things that can be taken from there, the default first; empty if there are none. */
  takings: readonly Movable[];
}

/**
 * A property of a position that is not a piece: the seat to move, points, the direction of a
 * piece.
 */
export type EditField<Position> = {
  id: string;
  label: LocalizedText;
} & (
  | {
      kind: "number";
      value: number;
      least: number;
      most: number;
      write: (value: number) => Position;
    }
  | {
      kind: "choice";
      value: string;
      choices: readonly { value: string; label: LocalizedText }[];
      write: (value: string) => Position;
    }
  | { kind: "flag"; value: boolean; write: (value: boolean) => Position }
);

/**
 * The editor of a game's positions. It defines where things are and preserves all of them; only
 * the engine decides whether a position is possible. Positions are complete and immutable: an edit
 * returns a new one.
 */
export interface Editing<Position = unknown> {
  /** All places, those on the board and those beside it, in reading order. */
  places: (position: Position, edited: EditTarget) => readonly EditPlace[];
  /** The position after something moved from one place to another; null if it cannot be there. */
  move: (
    position: Position,
    from: string,
    taking: string,
    to: string,
    edited: EditTarget,
  ) => Position | null;
  /**
   * Other properties that can be set: of the thing at a place, or, with null, of the whole
   * position.
   */
  fields: (
    position: Position,
    place: string | null,
    edited: EditTarget,
  ) => readonly EditField<Position>[];
}

/** The animation of an event. */
export interface AnimationStep {
  /** Its duration, as a multiple of the usual one. */
  hold: number;
  /** Neighbouring events of the same group happen at once and are shown as one. */
  together?: string;
  /** The sound played with it. */
  sound?: Sound;
}

/** One game as the shell uses it. */
export interface GameModule {
  /** The whole table on screen: everything between the question bar and the log. */
  Board: Component<BoardProps>;
  /** A class of the table page, for the game's own colours. */
  theme: string;
  /** The seat's colour, as a CSS colour with a contrast of 3:1 on paper in both schemes. */
  seatColor: (seat: Seat) => string;
  /**
   * The seat's side at this table, in words, if several seats win and lose together; null (or no
   * such function) if everyone plays alone.
   */
  side?: (seat: Seat, table: TableState) => LocalizedText | null;
  /**
   * The seat's score in a few words, if the number that orders the seats means nothing to people;
   * without this function the number is shown.
   */
  score?: (seat: Seat, table: TableState) => LocalizedText | null;
  /**
   * The animation of an event: its duration, the events shown with it, its sound. Without this
   * function each event has the same duration, alone and silent.
   */
  animationStep?: (told: DescribedEvent) => AnimationStep;
  /** A glyph that identifies the seat without colour, such as `●` and `■`. */
  seatMark: (seat: Seat) => string;
  /** The editor of its positions on the board, loaded when a user opens it. */
  editing?: () => Promise<Editing>;
}
