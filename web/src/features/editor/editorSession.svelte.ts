/** A position being edited: what is in the hand, what was done, and what the board still shows. */
import type { EditTarget, EditField, Editing, EditPlace, Movable } from "../../games/types";

/** What was taken up, and from where. */
export interface Taken {
  from: string;
  taking: Movable;
}

/** How many edits can be taken back. */
const KEPT = 200;

/** The editor knows no game: what can go where is asked of the game's {@link Editing}. */
export class EditorSession {
  /** The position as it was edited, possible or not. */
  position = $state.raw<unknown>(null);
  /** The last one that was possible: it lies on the board. */
  laid = $state.raw<unknown>(null);
  /** What is in the hand. */
  taken = $state.raw<Taken | null>(null);
  /** The place that was pressed last: what lies there is shown beside the board. */
  at = $state.raw<string | null>(null);
  #past = $state.raw<readonly unknown[]>([]);

  places: readonly EditPlace[] = $derived.by(() => this.#placesOf(this.position));
  /** Where what is in the hand can be put. */
  targets: ReadonlySet<string> = $derived.by(() => {
    const { taken } = this;
    if (!taken) return new Set<string>();
    const able = this.places.filter(({ id }) => this.accepts(taken, id));
    return new Set(able.map(({ id }) => id));
  });
  /** Where something else lies than the board shows. */
  changed: ReadonlySet<string> = $derived.by(() => {
    if (this.position === this.laid) return new Set<string>();
    const shown = new Map(this.#placesOf(this.laid).map((place) => [place.id, contents(place)]));
    const other = this.places.filter((place) => shown.get(place.id) !== contents(place));
    return new Set(other.map(({ id }) => id));
  });

  constructor(
    readonly editing: Editing,
    readonly edited: EditTarget,
    /** A complete and possible position. */
    position: unknown,
    /** Is given each position that comes of an edit, to have it checked. */
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

  /** Whether something can be put at a place. */
  accepts(taken: Taken, to: string): boolean {
    return this.#moved(this.position, taken, to) !== null;
  }

  /** Presses a place: puts there what is in the hand if it can go there, else takes up what lies there. */
  press(id: string): void {
    if (this.put(id)) return;
    const again = this.taken?.from === id;
    this.taken = null;
    this.at = id;
    const [first] = this.place(id)?.takings ?? [];
    if (first && !again) this.taken = { from: id, taking: first };
  }

  /** Takes up something at a place; the same again puts it back. */
  take(from: string, taking: Movable): void {
    const again = this.taken?.from === from && this.taken.taking.id === taking.id;
    this.at = from;
    this.taken = again ? null : { from, taking };
  }

  /** Puts what is in the hand somewhere; false where it cannot lie there. */
  put(to: string): boolean {
    if (!this.taken) return false;
    const position = this.#moved(this.position, this.taken, to);
    if (position === null) return false;
    this.taken = null;
    this.at = to;
    this.#change(position);
    return true;
  }

  /** Puts back what is in the hand; false when nothing was. */
  putBack(): boolean {
    const had = this.taken !== null;
    this.taken = null;
    return had;
  }

  /** Takes in a position that a field wrote. */
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
   * A position turned out to be possible, and this is what the house made of it: complete, and run
   * on to the next decision. The board shows it now.
   */
  lay(position: unknown, whole: unknown): void {
    this.laid = whole;
    // Somebody edited on meanwhile.
    if (position === this.position) this.position = whole;
  }

  #change(position: unknown): void {
    this.#past = [...this.#past, this.position].slice(-KEPT);
    this.position = position;
    this.changing(position);
  }

  /** Nothing goes to where it is. */
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
