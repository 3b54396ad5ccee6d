/**
 * The first game after a lesson, in which the page shows the tutorial's advice for each decision.
 */
import type { LocalizedText, Prompt, Tutorial } from "../../generated/core";
import { keep, kept, type Choice, type Said } from "./firstTables";

/** Advice on an open decision, with the places of the board that it mentions. */
export interface Shown {
  say: LocalizedText;
  places: readonly string[];
}

/**
 * The advice for a decision. A situation that holds comes before advice on the prompt: it stays while
 * it holds, and counts as shown once for consecutive decisions. Without one: the advice that this
 * decision got before an undo or a reload; otherwise the next advice for its prompt.
 */
export function adviceFor(
  book: Pick<Tutorial, "advice" | "situations">,
  said: Said,
  { rule, situations = [] }: Pick<Prompt, "rule" | "situations">,
  decision: number,
): Choice {
  const others = Object.entries(said).filter(([at]) => Number(at) !== decision);
  const last = others.findLast(([at]) => Number(at) < decision)?.[1] ?? null;
  const times = (id: string) =>
    others.filter(([, each], at) => each === id && others[at - 1]?.[1] !== id).length;
  const remarkable = book.situations.find(
    ({ id, times: most }) =>
      situations.some((holds) => holds.id === id) &&
      (most === null || said[decision] === id || last === id || times(id) < most),
  );
  if (remarkable) return remarkable.id;
  const before = said[decision];
  if (typeof before === "number" && book.advice[before]?.rule === rule) return before;
  const shown = (number: number) => others.filter(([, each]) => each === number).length;
  const next = book.advice.findIndex((each, at) => each.rule === rule && shown(at) < each.times);
  return next < 0 ? null : next;
}

/** The text and the places of advice. */
function shown(
  { advice, situations }: Tutorial,
  choice: Choice,
  question: Prompt,
  seat: number,
): Shown | null {
  if (typeof choice === "number") {
    const found = advice[choice];
    const places = found?.at.map((place) => place.replace("{you}", String(seat))) ?? [];
    return found ? { say: found.say, places } : null;
  }
  const found = situations.find(({ id }) => id === choice);
  const places = question.situations?.find(({ id }) => id === choice)?.places ?? [];
  return found ? { say: found.say, places } : null;
}

/** The advice at a table, if that table is the user's first game after a lesson. */
export class FirstGame {
  /** True if advice is shown at this table. */
  on = $state(false);
  /** The game's tutorial; null until it has loaded. */
  book = $state.raw<Tutorial | null>(null);
  /**
   * The advice on the user's latest decision; null if it has none. It stays while others act, since a
   * text that comes and goes with every step cannot be read.
   */
  now = $state.raw<Shown | null>(null);
  /** True once the page has shown a decision of the user, so that `now` is about that decision. */
  begun = $state(false);
  #open = $state(false);
  /**
   * The places of the board that the advice mentions, by their ids (`data-anchor`), while the decision
   * is open.
   */
  places = $derived((this.#open && this.now?.places) || []);

  #said: Said = {};

  constructor(readonly table: string) {
    const found = kept().find((each) => each.table === table);
    this.on = found !== undefined;
    this.#said = found?.said ?? {};
  }

  /**
   * Chooses the advice for the prompt of a decision of `seat`; `decision` is the index of the
   * decision. Null for either means that no decision is open: the last advice then stays.
   */
  ask(question: Prompt | null, decision: number | null, seat: number): void {
    const { book } = this;
    this.#open = false;
    if (!this.on || !book || question === null || decision === null) return;
    this.#open = true;
    this.begun = true;
    const choice = adviceFor(book, this.#said, question, decision);
    this.now = shown(book, choice, question, seat);
    if (this.#said[decision] === choice) return;
    this.#said = { ...this.#said, [decision]: choice };
    const { table } = this;
    const said = this.#said;
    keep(kept().map((each) => (each.table === table ? { table, said } : each)));
  }

  /** Ends the advice at this table: the user knows the game. */
  dismiss(): void {
    this.on = false;
    this.now = null;
    keep(kept().filter((each) => each.table !== this.table));
  }
}
