/**
 * The user's input in deployment and battle: selecting a piece or item, choosing its target,
 * confirming and cancelling.
 */
import type { Square } from "../../generated/shinra";
import type { LegalAction } from "../../generated/core";
import type { Lit } from "./notation";

/** The selected piece, item or pair of items, or a piece that is only viewed (`study`). */
export type Pick =
  | { on: "piece"; square: Square }
  | { on: "item"; item: string }
  | { on: "pair"; first: string; second: string }
  | { on: "study"; square: Square };

/** The part of the game's state that the control needs. */
export interface Situation {
  lit: Lit;
  /** The owner of the piece on a square; null if it is empty. */
  owner: (square: Square) => number | null;
  you: number | null;
}

/** The device with which the user pressed. */
export type Means = "mouse" | "touch" | "key";

/** Returns true if both selections are the same. */
function samePick(one: Pick | null, other: Pick | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The target squares of the selection with their actions. Without a selection, those of a piece
 * that must be placed next, for example an attacker that captured nothing.
 */
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

/** Returns true if the piece on a square has a legal action. */
export function mayTake(square: Square, lit: Lit): boolean {
  return lit.moves.has(square) || lit.switches.has(square) || lit.retreats.has(square);
}

/** Returns true if an item of the hand has a legal action. */
export function mayPut(item: string, lit: Lit): boolean {
  return lit.puts.has(item) || lit.pairs.has(item) || lit.returns.has(item);
}

/** The user's selection and chosen target. Only `act` sends an action to the server. */
export class Control {
  pick = $state.raw<Pick | null>(null);
  /** The chosen target, which the user must press again to confirm. */
  aim = $state.raw<Square | null>(null);
  /** The square under the pointer, or with the keyboard focus. */
  near = $state.raw<Square | null>(null);

  targets: Map<Square, LegalAction> = $derived.by(() => targets(this.pick, this.now().lit));

  constructor(
    readonly now: () => Situation,
    readonly act: (action: string) => void,
  ) {}

  /** Selects a piece or item; if it is already selected, deselects it. */
  take(pick: Pick): void {
    const again = samePick(this.pick, pick);
    this.cancel();
    if (!again) this.pick = pick;
  }

  /**
   * Selects an item of the hand. If an item that it can be stacked with is already selected,
   * selects both.
   */
  takeItem(item: string): void {
    const { pick } = this;
    if (pick?.on === "item" && this.now().lit.pairs.get(pick.item)?.has(item))
      this.take({ on: "pair", first: pick.item, second: item });
    else this.take({ on: "item", item });
  }

  /**
   * Handles a press on a square. Returns false if it has no effect; the selection then stays.
   * Joining needs two presses, since the user may have meant to select the other piece. An attack
   * by touch needs two as well, since a finger cannot hover.
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

  /** Selects a piece or item, even if it is already selected. */
  hold(pick: Pick): void {
    if (!samePick(this.pick, pick)) this.take(pick);
  }

  /**
   * Drops the selected piece or item on a square, without a second press. Returns false if it
   * cannot go there.
   */
  drop(square: Square): boolean {
    const choice = this.targets.get(square);
    if (choice) this.do(choice);
    return choice !== undefined;
  }

  /** Takes an action and clears the selection. */
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
   * Clears a selection that is no longer legal. A piece that was only viewed becomes selected as
   * soon as it has a legal action.
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
