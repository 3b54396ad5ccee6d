/**
 * The editing of a position: the selected piece, the history of edits, and the position on the
 * board.
 */
import type { EditTarget, EditField, Editing, EditPlace, Movable } from "../../games/types";

/** The selected piece and its place. */
export interface Taken {
  from: string;
  taking: Movable;
}

/** The maximum number of edits that can be undone. */
const KEPT = 200;

/**
 * The state of an editor. It contains no rules of a game: the game's {@link Editing} decides where
 * pieces can go.
 */
export class EditorSession {
  /** The edited position, which may be impossible. */
  position = $state.raw<unknown>(null);
  /** The most recent possible position, which the board shows. */
  laid = $state.raw<unknown>(null);
  /** The selected piece; null if none is selected. */
  taken = $state.raw<Taken | null>(null);
  /** The place that was pressed last, whose contents are shown beside the board. */
  at = $state.raw<string | null>(null);
  #past = $state.raw<readonly unknown[]>([]);

  places: readonly EditPlace[] = $derived.by(() => this.#placesOf(this.position));
  /** The ids of the places to which the selected piece can go. */
  targets: ReadonlySet<string> = $derived.by(() => {
    const { taken } = this;
    if (!taken) return new Set<string>();
    const able = this.places.filter(({ id }) => this.accepts(taken, id));
    return new Set(able.map(({ id }) => id));
  });
  /** The ids of the places whose edited contents differ from those on the board. */
  changed: ReadonlySet<string> = $derived.by(() => {
    if (this.position === this.laid) return new Set<string>();
    const shown = new Map(this.#placesOf(this.laid).map((place) => [place.id, contents(place)]));
    const other = this.places.filter((place) => shown.get(place.id) !== contents(place));
    return new Set(other.map(({ id }) => id));
  });

  constructor(
    readonly editing: Editing,
    readonly edited: EditTarget,
    /** A complete and possible position, with which the editor starts. */
    position: unknown,
    /** Called with each edited position; the caller has the server check it. */
    readonly changing: (position: unknown) => void,
  ) {
    this.position = position;
    this.laid = position;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  place(id: string | null): EditPlace | undefined {
    return this.places.find((place) => place.id === id);
  }

  fields(place: string | null): readonly EditField<unknown>[] {
    return this.editing.fields(this.position, place, this.edited);
  }

  /** Returns true if the piece can be put at the place `to`. */
  accepts(taken: Taken, to: string): boolean {
    return this.#moved(this.position, taken, to) !== null;
  }

  /**
   * Handles a press on a place: moves the selected piece there if possible, otherwise selects a
   * piece there.
   */
  press(id: string): void {
    if (this.put(id)) return;
    const again = this.taken?.from === id;
    this.taken = null;
    this.at = id;
    const [first] = this.place(id)?.takings ?? [];
    if (first && !again) this.taken = { from: id, taking: first };
  }

  /** Selects a piece at a place; if it is selected already, deselects it. */
  take(from: string, taking: Movable): void {
    const again = this.taken?.from === from && this.taken.taking.id === taking.id;
    this.at = from;
    this.taken = again ? null : { from, taking };
  }

  /** Moves the selected piece to a place; returns false if it cannot be there. */
  put(to: string): boolean {
    if (!this.taken) return false;
    const position = this.#moved(this.position, this.taken, to);
    if (position === null) return false;
    this.taken = null;
    this.at = to;
    this.#change(position);
    return true;
  }

  /** Deselects the selected piece; returns false if none was selected. */
  putBack(): boolean {
    const had = this.taken !== null;
    this.taken = null;
    return had;
  }

  /** Replaces the position with one in which a property was changed by an input field. */
  write(position: unknown): void {
    this.taken = null;
    this.#change(position);
  }

  undo(): void {
    if (!this.canUndo) return;
    this.taken = null;
    this.position = this.#past.at(-1);
    this.#past = this.#past.slice(0, -1);
    this.changing(this.position);
  }

  /**
   * Called when the server has found `position` possible. `whole` is the same position, completed
   * and continued to the next decision; the board shows it from now on.
   */
  lay(position: unknown, whole: unknown): void {
    this.laid = whole;
    // If the user has edited the position again meanwhile, the edit stays.
    if (position === this.position) this.position = whole;
  }

  #change(position: unknown): void {
    this.#past = [...this.#past, this.position].slice(-KEPT);
    this.position = position;
    this.changing(position);
  }

  /**
   * The position after moving a piece; null if that is impossible, or if `to` is the piece's own
   * place.
   */
  #moved(position: unknown, { from, taking }: Taken, to: string): unknown {
    if (from === to) return null;
    return this.editing.move(position, from, taking.id, to, this.edited);
  }

  #placesOf(position: unknown): readonly EditPlace[] {
    return this.editing.places(position, this.edited);
  }
}

const contents = ({ takings }: EditPlace): string =>
  JSON.stringify(takings.map(({ id, count }) => [id, count]));
