/**
 * The interface between the shell (the page without the games) and a game. A game is one folder
 * here, `src/games/<id>/`, whose `index.ts` default-exports a {@link GameModule}. The shell finds
 * and loads it by that name and knows nothing else about it.
 */
import type { Component } from "svelte";
import type { Sound } from "../lib/dom/sound";
import type { Lang } from "../lib/i18n/grammar";
import type { LegalAction, Seat, LocalizedText, DescribedEvent, Episode } from "../generated/core";
import type { Refusal, TableState } from "../generated/session";

/** The preview of an action: its effects if it were taken now, as far as the user may know them. */
export interface ActionPreview {
  /**
   * The events that are certain, with the view after each until hidden information is revealed;
   * later ones have no `view`. The list ends where events depend on hidden information. Empty if
   * nothing can be shown: the action is illegal, hidden information decides at once, or the server
   * did not answer.
   */
  told: readonly DescribedEvent[];
  /** The same events in few sentences; left out if there are none. */
  episodes?: readonly Episode[];
  /** The reason why the action is illegal, with its rule; null if it is legal. */
  refused: Refusal | null;
}

/**
 * The meaning of an unfinished decision (a draft): the server's answer, see {@link BoardProps.draft}.
 */
export interface DraftReading {
  /** The decision as far as it is made, in a generated type of the game. */
  reading: unknown;
  /**
   * The notation of a legal action that keeps as much of the draft as possible; null if the game
   * completes none. It may be passed to `act`.
   */
  completed: string | null;
  /** The reason why the draft cannot be confirmed, with its rule; null if it can. */
  refused: Refusal | null;
}

/**
 * The answer to a draft; null if there is none (the decision is over, or there is no connection).
 */
export type DraftResult = DraftReading | null;

/** Properties of a board. A game narrows `View` and `Components` to its generated types. */
export interface BoardProps<View = unknown, Components = unknown> {
  /** The game as this user may see it, at the displayed step. */
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
  /** The seat of the user whose page this is; null for a spectator. */
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
   * The drafts of other seats, if the game lets players watch them: the `reading` of each seat's
   * last draft. Empty otherwise.
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
   * The episode to which these events belong: one sentence, which the page shows beside the board
   * from the first of its events to the last. Null while no changes are being shown.
   */
  episode?: Episode | null;
  /**
   * The events of each seat's last decision, as far as they have been shown. The board marks them
   * until the seat decides again.
   */
  lastEvents: ReadonlyMap<Seat, readonly DescribedEvent[]>;
  /** True if nothing should move (a setting of the user or their system). */
  reducedMotion: boolean;
  /**
   * True while a text beside the board explains the position and waits for no decision: the board
   * neither asks for a decision nor says whom it waits for. False if left out.
   */
  explaining?: boolean;
  /**
   * True while a text beside the board says which decision to take: the board suggests none. False if
   * left out.
   */
  guided?: boolean;
}

/**
 * Properties of a game's emblem: the default export of `Emblem.svelte` in the game's folder, a
 * small square SVG picture for lists. Decorative: hidden from screen readers.
 */
export interface EmblemProps {
  /** The width and height of the emblem, in CSS pixels. */
  size?: number;
}

/** The configuration of the game whose position is edited. */
export interface EditTarget {
  seats: number;
  /** The values of all options of the game. */
  options: unknown;
  components: unknown;
  /** The game's names of its seats. */
  names: readonly LocalizedText[];
}

/** Something that an editor can move in a position: a piece, a card, a stack. */
export interface Movable {
  /** The id, unique among those at its place; it stays the same when other places are edited. */
  id: string;
  name: LocalizedText;
  /** The number of equal pieces in this entry, if it should be shown. */
  count?: number;
}

/** A place of a position that can be edited, with the pieces there. */
export interface EditPlace {
  /**
   * The `data-anchor` of the element in which the board draws the place. Places that the board does
   * not draw are shown beside it.
   */
  id: string;
  name: LocalizedText;
  /** The pieces that can be taken from this place, the default first; empty if there are none. */
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
 * The editor of a game's positions. It defines where pieces are and preserves all of them; only the
 * engine decides whether a position is possible. Positions are complete and immutable: an edit
 * returns a new position.
 */
export interface Editing<Position = unknown> {
  /** Returns all places, those on the board and those beside it, in reading order. */
  places: (position: Position, edited: EditTarget) => readonly EditPlace[];
  /**
   * Returns the position after a piece moved from one place to another; null if it cannot be there.
   */
  move: (
    position: Position,
    from: string,
    taking: string,
    to: string,
    edited: EditTarget,
  ) => Position | null;
  /**
   * Returns the other properties that can be set: those of the piece at a place, or, if `place` is
   * null, those of the whole position.
   */
  fields: (
    position: Position,
    place: string | null,
    edited: EditTarget,
  ) => readonly EditField<Position>[];
}

/** Properties of the picture of one entry of a components file. */
export interface PictureProps {
  /** The key of the group to which the entry belongs, such as `card`. */
  group: string;
  /** The entry, as in the file. While it is being typed it may have faults. */
  entry: Readonly<Record<string, unknown>>;
  /** The names of those fields of the entry that have named values. */
  named: Readonly<Record<string, LocalizedText>>;
  lang: Lang;
}

/** The pictures of a game's components. */
export interface GamePictures {
  /**
   * Draws one entry as wide as its parent element. Decorative: its meaning is always given in
   * words as well.
   */
  Picture: Component<PictureProps>;
  /** Definitions that the pictures use, once per page. */
  Defs?: Component;
  /** The keys of the groups whose entries have pictures. */
  groups: readonly string[];
}

/** A group of legal actions that belong together, such as all that place the same tile. */
export interface ActionGroup {
  /** The id, unique within the game. */
  id: string;
  /** The name in a few words: people choose the group by it. */
  name: LocalizedText;
}

/** The animation with which a board shows an event. */
export interface AnimationStep {
  /** The duration, as a multiple of the usual duration of a change. */
  hold: number;
  /**
   * The shortest duration, likewise, for a scene that players wait for; 0 if left out. It is kept
   * also if much waits to be shown after it.
   */
  least?: number;
  /**
   * The name of a group. Neighbouring events of the same group happen at once and are shown as one
   * change.
   */
  together?: string;
  /** The sound played with the animation. */
  sound?: Sound;
}

/** Everything that the shell needs of one game. */
export interface GameModule {
  /** The component that draws the whole game: everything between the prompt and the log. */
  Board: Component<BoardProps>;
  /** The CSS class of the table page, under which the game's styles define its own colours. */
  theme: string;
  /**
   * Returns the seat's colour: a CSS colour with a contrast of at least 3:1 on paper in both
   * schemes.
   */
  seatColor: (seat: Seat) => string;
  /**
   * Returns the name of the seat's side, if several seats win and lose together; null (or no such
   * function) if every seat plays alone.
   */
  side?: (seat: Seat, table: TableState) => LocalizedText | null;
  /**
   * Returns the number of equal teams that this number of players forms; null (or no such function)
   * if all play alone.
   */
  teams?: (seats: number) => number | null;
  /**
   * Returns the seat's score in a few words, if the number that ranks the seats would mean nothing
   * to people. Without this function the number is shown.
   */
  score?: (seat: Seat, table: TableState) => LocalizedText | null;
  /**
   * Returns the same words for the number that ranks a seat, for the axis of a graph. Without this
   * function the graph shows the number if there is no {@link score}, otherwise nothing.
   */
  scoreInWords?: (score: number) => LocalizedText;
  /**
   * Returns the score of each seat in a view, so that the list of players has the same numbers as
   * the board at every event. Without this function the numbers change with each episode.
   */
  scores?: (view: unknown) => readonly number[];
  /**
   * Returns the animation of an event: its duration, the events shown with it, its sound. Without
   * this function all events have the same duration and are shown one by one without sound.
   */
  animationStep?: (told: DescribedEvent) => AnimationStep;
  /**
   * The longest time that everything between two decisions of the user takes at the table, in frames
   * (see {@link AnimationStep.hold}); a usual time if it is left out. What would take longer is shown
   * faster.
   */
  patience?: number;
  /** Returns a glyph that identifies the seat without colour, such as `●` and `■`. */
  seatMark: (seat: Seat) => string;
  /**
   * Returns the group of a legal action, so that a long list of actions can be narrowed to it; null
   * for an action that stands alone. Without this function lists cannot be narrowed by groups.
   */
  actionGroup?: (choice: LegalAction, table: TableState) => ActionGroup | null;
  /**
   * Returns a short form of the seat's game name, as the board uses it; the whole name is used if it
   * is left out.
   */
  seatShort?: (seat: Seat, table: TableState) => LocalizedText | null;
  /** Loads the editor of the game's positions, when a user opens it. */
  editing?: () => Promise<Editing>;
  /** Loads the pictures of the game's components, for owners who enter what their box contains. */
  pictures?: () => Promise<GamePictures>;
}
