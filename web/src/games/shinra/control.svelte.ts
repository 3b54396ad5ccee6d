/** What the person is about to do in deployment and battle: taken up, aimed, done or put back. */
import type { Square } from "../../generated/shinra";
import type { Choice } from "../../generated/table";
import type { Lit } from "./notation";

/** What was taken up, or is only being looked at. */
export type Pick =
  | { on: "piece"; square: Square }
  | { on: "item"; item: string }
  | { on: "pair"; first: string; second: string }
  | { on: "study"; square: Square };

/** What the control needs to know of the table. */
export interface Situation {
  lit: Lit;
  /** The seat whose piece stands on a square. */
  owner: (square: Square) => number | null;
  you: number | null;
}

/** With what a square was pressed. */
export type Means = "mouse" | "touch" | "key";

/** Returns true if two picks are the same. */
function samePick(one: Pick | null, other: Pick | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Where what was taken up may go. Nothing taken up: where the piece of a follow-up may. */
export function targets(pick: Pick | null, lit: Lit): Map<Square, Choice> {
  switch (pick?.on) {
    case undefined:
      return new Map([...lit.spots].map(([square, { choice }]) => [square, choice]));
    case "piece":
      return new Map([
        ...(lit.moves.get(pick.square) ?? []),
        ...(lit.switches.get(pick.square) ?? []),
      ]);
    case "item":
      return lit.puts.get(pick.item) ?? new Map<Square, Choice>();
    case "pair":
      return lit.pairs.get(pick.first)?.get(pick.second) ?? new Map<Square, Choice>();
    case "study":
      return new Map();
  }
}

/** Returns true if a piece on the sheet can be taken up to do something with it. */
export function mayTake(square: Square, lit: Lit): boolean {
  return lit.moves.has(square) || lit.switches.has(square) || lit.retreats.has(square);
}

/** Returns true if a thing in hand can be taken up to do something with it. */
export function mayPut(item: string, lit: Lit): boolean {
  return lit.puts.has(item) || lit.pairs.has(item) || lit.returns.has(item);
}

/** The person's intentions. Nothing here reaches the table but by `act`. */
export class Control {
  pick = $state.raw<Pick | null>(null);
  /** The target that asks to be pressed once more. */
  aim = $state.raw<Square | null>(null);
  /** The square under the pointer or the focus. */
  near = $state.raw<Square | null>(null);

  targets: Map<Square, Choice> = $derived.by(() => targets(this.pick, this.now().lit));

  constructor(
    readonly now: () => Situation,
    readonly act: (action: string) => void,
  ) {}

  /** Takes something up; the same again puts it back. */
  take(pick: Pick): void {
    const again = samePick(this.pick, pick);
    this.cancel();
    if (!again) this.pick = pick;
  }

  /** Takes up a thing in hand; onto one that is held and goes with it, both as one stack. */
  takeItem(item: string): void {
    const { pick } = this;
    if (pick?.on === "item" && this.now().lit.pairs.get(pick.item)?.has(item))
      this.take({ on: "pair", first: pick.item, second: item });
    else this.take({ on: "item", item });
  }

  /**
   * Presses a square; false when there is nothing to do or to see there: what is held stays held.
   * Joining asks to be
   * pressed twice, since one may have meant to take the other piece up; so does an attack by
   * finger, since a finger cannot look first.
   */
  press(square: Square, means: Means): boolean {
    const { lit, owner, you } = this.now();
    const choice = this.targets.get(square);
    if (choice) {
      const there = owner(square);
      const joins = there !== null && there === you && !lit.switches.has(square);
      const attacks = there !== null && there !== you && means === "touch";
      if (this.aim !== square && this.pick && (joins || attacks)) this.aim = square;
      else this.do(choice);
      return true;
    }
    if (lit.spots.size > 0) return false;
    const holds = this.pick !== null && this.pick.on !== "study";
    if (mayTake(square, lit)) this.take({ on: "piece", square });
    else if (owner(square) !== null && !holds) this.take({ on: "study", square });
    else return false;
    return true;
  }

  /** Takes something up, whether or not it was already. */
  hold(pick: Pick): void {
    if (!samePick(this.pick, pick)) this.take(pick);
  }

  /** Drops what was taken up on a square: no doubt is left. False where it cannot go there. */
  drop(square: Square): boolean {
    const choice = this.targets.get(square);
    if (choice) this.do(choice);
    return choice !== undefined;
  }

  /** Does a choice. */
  do(choice: Choice): void {
    this.cancel();
    this.act(choice.action);
  }

  /** Puts back what was taken up; false when nothing was. */
  cancel(): boolean {
    const had = this.pick !== null || this.aim !== null;
    this.pick = null;
    this.aim = null;
    return had;
  }

  /**
   * Forgets what the table no longer allows. A piece that was only looked at is taken up as soon
   * as something can be done with it.
   */
  check(): void {
    const { lit, owner } = this.now();
    const { pick } = this;
    if (pick?.on === "study" && mayTake(pick.square, lit))
      this.pick = { on: "piece", square: pick.square };
    if (pick?.on === "piece" && !mayTake(pick.square, lit)) this.cancel();
    if (pick?.on === "item" && !mayPut(pick.item, lit)) this.cancel();
    if (pick?.on === "pair" && this.targets.size === 0) this.cancel();
    if (pick?.on === "study" && owner(pick.square) === null) this.cancel();
    if (this.aim && !this.targets.has(this.aim)) this.aim = null;
  }
}
