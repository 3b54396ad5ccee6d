/**
 * What the shell asks of a game and what it gives to it. A game is one folder here,
 * `src/games/<id>/`, whose `index.ts` default-exports a {@link GameModule}; the shell finds
 * and loads it by that name and knows nothing else about it.
 */
import type { Component } from "svelte";
import type { Sound } from "../lib/dom/sound";
import type { Lang } from "../lib/i18n/grammar";
import type { Choice, Seat, Text, Told } from "../generated/table";
import type { Refusal, TableState } from "../generated/parlour";

/** What would happen if an action were taken now, as far as the person may know it. */
export interface ActionPreview {
  /**
   * The events that are certain, with the view after each until something hidden is shown; later
   * ones have no `view`. They end where it depends on what is hidden. Empty when nothing can be
   * told: the action is refused, what is hidden decides at once, or the house did not answer.
   */
  told: readonly Told[];
  /** Why the action is not possible, with the rule that says so; null when it is. */
  refused: Refusal | null;
}

/** What an unfinished decision says so far: answers about a draft, see {@link BoardProps.draft}. */
export interface DraftReading {
  /** What it means so far, in the game's own form (a generated type of the game). */
  reading: unknown;
  /**
   * The notation of a legal action that keeps as much of the draft as can be kept; null where the
   * game completes none. It may be given to `act`.
   */
  completed: string | null;
  /** Why it cannot be confirmed as it stands, with the rule that says so; null when it can. */
  refused: Refusal | null;
}

/** The answer about a draft; null when there is none (yesterday's question, no connection). */
export type DraftResult = DraftReading | null;

/** What a board is given. A game narrows `View` and `Components` to its generated types. */
export interface BoardProps<View = unknown, Components = unknown> {
  /** What this client may know, at the moment being shown. */
  view: View;
  /** The components the play uses; entries with `source: "reconstructed"` are to be marked. */
  components: Components;
  /** The newest state of the table. While `busy`, `view` is still behind it. */
  state: TableState;
  /**
   * What may be done now: to be lit. Empty while an action is on its way, in others' turns and for
   * spectators, and while changes are shown unless a `decision` is open all the while. Not all of
   * it where `state.complete` is false: then any action of the game's notation may be tried.
   */
  legal: readonly Choice[];
  /**
   * Which of this seat's own decisions is open, counted from 0; null when none is. It stays the
   * same while other seats act and their changes are shown, and while this seat's own action is on
   * its way, so tie to it what must outlive both: a card in the hand, a layout half made, a list
   * half read. It changes when this seat has decided or taken back, once that has been shown.
   */
  decision: number | null;
  /** Whose eyes these are; null for a spectator. */
  you: Seat | null;
  /** What to call the person at each seat; never empty. */
  names: readonly string[];
  /** Does one of the `legal` choices, or any other action of an open decision, by its notation. */
  act: (action: string) => void;
  /**
   * Foresees any action, legal or not, by its notation: for previews, and to say why something
   * is not possible. It never throws and never tells what is hidden; answers are kept until the
   * table changes, so ask as often as you like. It is about `state`, so ask again when that is a
   * new one.
   */
  previewAction: (action: string) => Promise<ActionPreview>;
  /**
   * Tells the house how far an unfinished decision of this seat has come, in the game's notation
   * for drafts, and asks what it means. The house keeps the last one: it is completed when the
   * clock runs out, shown to the others while it grows if the game lets them watch, and given back
   * as `state.draft` to a person who reloads the page. It never throws; of several drafts on their way
   * the last one counts, and answers come in order. It is no action: nothing is decided.
   */
  draft: (text: string) => Promise<DraftResult>;
  /**
   * What others are putting together now, by seat, where the game lets them watch: the `reading`
   * of each seat's last draft. Empty otherwise.
   */
  others: ReadonlyMap<Seat, unknown>;
  /**
   * When this seat's time for its decision is up, in milliseconds on the page's monotonic clock
   * (`clock.monotonic` of `lib/clock.ts`); null when there is no limit. The shell shows the countdown.
   */
  deadline: number | null;
  /**
   * Whether changes are still being shown or an action is still on its way: the page is not at
   * rest. Whether something may be done is a matter of `legal`, not of this.
   */
  busy: boolean;
  /** The language to speak now. */
  lang: Lang;
  /**
   * The events that led to `view`, while changes are being shown: one, or several that happen at
   * once (see {@link GameModule.beat}); none at rest.
   */
  events: readonly Told[];
  /**
   * What each seat's last decision brought, as far as it has been shown: to be marked until the
   * seat decides again.
   */
  lastEvents: ReadonlyMap<Seat, readonly Told[]>;
  /** Whether nothing should move (the person or their system asked for that). */
  reducedMotion: boolean;
}

/**
 * What a game's emblem is given: the default export of `Emblem.svelte` in the game's folder, a
 * small square SVG picture for lists. Decorative: hidden from screen readers.
 */
export interface EmblemProps {
  /** Width and height in CSS pixels. */
  size?: number;
}

/** What a position that is edited is a position of. */
export interface EditTarget {
  seats: number;
  /** The options of the play, complete. */
  options: unknown;
  components: unknown;
  /** What the seats are called. */
  names: readonly Text[];
}

/** Something that can be taken up from where it lies in a position: a piece, a card, a stack. */
export interface Movable {
  /** Tells it from what else can be taken at its place; stays the same over edits elsewhere. */
  id: string;
  name: Text;
  /** How many of them lie there, where that is to be said. */
  count?: number;
}

/** Where something may lie in a position. */
export interface EditPlace {
  /**
   * The `data-anchor` of the element in which the board draws it. What the board draws nowhere
   * is shown beside it.
   */
  id: string;
  name: Text;
  /** What can be taken from there, what is meant first at the head; empty where nothing lies. */
  takings: readonly Movable[];
}

/** Something of a position that is no piece: whose turn it is, points, how a piece is turned. */
export type EditField<Position> = {
  id: string;
  label: Text;
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
      choices: readonly { value: string; label: Text }[];
      write: (value: string) => Position;
    }
  | { kind: "flag"; value: boolean; write: (value: boolean) => Position }
);

/**
 * How positions of a game are edited. It knows where things lie and keeps all of them; whether a
 * position is possible, the engine alone says. Positions are complete, and never changed: an edit
 * is a new one.
 */
export interface Editing<Position = unknown> {
  /** All places, those on the board and those beside it, in reading order. */
  places: (position: Position, edited: EditTarget) => readonly EditPlace[];
  /** The position after something went from one place to another; null where it cannot lie there. */
  move: (
    position: Position,
    from: string,
    taking: string,
    to: string,
    edited: EditTarget,
  ) => Position | null;
  /** What can be set besides: of what lies at a place, or with null, of the position as a whole. */
  fields: (
    position: Position,
    place: string | null,
    edited: EditTarget,
  ) => readonly EditField<Position>[];
}

/** How an event is animated. */
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
  /**
   * How an event of the game is shown: how long it holds, what happens at once with it, what is
   * heard. Without this function each holds as long as any other, alone and silently.
   */
  animationStep?: (told: Told) => AnimationStep;
  /** One glyph that tells the seat from the others without colour, such as `●` and `■`. */
  seatMark: (seat: Seat) => string;
  /** How its positions are edited on the board, loaded when somebody does. */
  editing?: () => Promise<Editing>;
}
