/** The user's input in deployment and battle: selected, aimed, confirmed or cancelled. */
import type { Square } from "../../generated/shinra";
import type { LegalAction } from "../../generated/core";
import type { Lit } from "./notation";

/** The selected thing, or one that is only viewed. */
export type Pick =
  | { on: "piece"; square: Square }
  | { on: "item"; item: string }
  | { on: "pair"; first: string; second: string }
  | { on: "study"; square: Square };

/** The part of the table that the control needs. */
export interface Situation {
  lit: Lit;
  /** The seat whose piece is on a square. */
  owner: (square: Square) => number | null;
  you: number | null;
}

/** The device of a press. */
export type Means = "mouse" | "touch" | "key";

/** Returns true if two picks are the same. */
function samePick(one: Pick | null, other: Pick | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The targets of the selected thing. Without a selection: of the piece of a follow-up. */
export function targets(pick: Pick | null, lit: Lit): Map<Square, LegalAction> {
  switch (pick?.on) {
    case undefined:
      return new Map([...lit.spots].map(([square, { choice }]) => [square, choice]));
    case "piece":
      return new Map([
        ...(lit.moves.get(pick.square) ?? []),
        ...(lit.switches.get(pick.square) ?? []),
      ]);
    case "item":
      return lit.puts.get(pick.item) ?? new Map<Square, LegalAction>();
    case "pair":
      return lit.pairs.get(pick.first)?.get(pick.second) ?? new Map<Square, LegalAction>();
    case "study":
      return new Map();
  }
}

/** Returns true if a piece on the sheet has a legal action. */
export function mayTake(square: Square, lit: Lit): boolean {
  return lit.moves.has(square) || lit.switches.has(square) || lit.retreats.has(square);
}

/** Returns true if a thing in hand has a legal action. */
export function mayPut(item: string, lit: Lit): boolean {
  return lit.puts.has(item) || lit.pairs.has(item) || lit.returns.has(item);
}

/** The user's selection and aim. Only `act` sends an action. */
export class Control {
  pick = $state.raw<Pick | null>(null);
  /** The target that needs a second press. */
  aim = $state.raw<Square | null>(null);
  /** The square under the pointer or the focus. */
  near = $state.raw<Square | null>(null);

  targets: Map<Square, LegalAction> = $derived.by(() => targets(this.pick, this.now().lit));

  constructor(
    readonly now: () => Situation,
    readonly act: (action: string) => void,
  ) {}

  /** Selects something; selecting it again deselects it. */
  take(pick: Pick): void {
    const again = samePick(this.pick, pick);
    this.cancel();
    if (!again) this.pick = pick;
  }

  /** Selects a thing in hand; with a matching one already selected, both as one stack. */
  takeItem(item: string): void {
    const { pick } = this;
    if (pick?.on === "item" && this.now().lit.pairs.get(pick.item)?.has(item))
      this.take({ on: "pair", first: pick.item, second: item });
    else this.take({ on: "item", item });
  }

  /**
   * Presses a square; false without effect, in which case the selection stays. Joining needs two
   * presses, since the user may have meant to select the other piece; so does an attack by finger,
   * since a finger cannot hover.
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

  /** Selects something, whether or not it was already. */
  hold(pick: Pick): void {
    if (!samePick(this.pick, pick)) this.take(pick);
  }

  /** Drops the selected thing on a square, without a second press. False if it cannot go there. */
  drop(square: Square): boolean {
    const choice = this.targets.get(square);
    if (choice) this.do(choice);
    return choice !== undefined;
  }

  /** Takes an action. */
  do(choice: LegalAction): void {
    this.cancel();
    this.act(choice.action);
  }

  /** Cancels the selection; false if there was none. */
  cancel(): boolean {
    const had = this.pick !== null || this.aim !== null;
    this.pick = null;
    this.aim = null;
    return had;
  }

  /**
   * Discards selections that are no longer legal. A viewed piece becomes selected as soon as it
   * has a legal action.
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
