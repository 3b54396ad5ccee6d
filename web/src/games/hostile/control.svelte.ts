/**
 * The user's input on the board: selecting a tile or skill, aiming at a square, turning, confirming
 * and cancelling.
 */
import type { Facing, Kind, Placed, Square } from "../../generated/hostile";
import type { LegalAction } from "../../generated/core";
import { FACINGS } from "./geometry";
import type { Lit } from "./notation";
import {
  aimAt,
  facingOf,
  holds,
  offers,
  proposal,
  targets,
  type Aim,
  type Pick,
  type Standing,
  type Targets,
} from "./selection";

/** The part of the match's state on which the input depends. */
export interface Situation {
  lit: Lit;
  /** The current and the start square of the user's pawn; null for spectators. */
  me: Standing | null;
  floor: readonly Placed[];
}

/**
 * The device of an input. A finger cannot hover over a square, so its first press previews the
 * action and its second press confirms it.
 */
export type Means = "mouse" | "touch" | "key";

/** The target of a drop: a square, or the user's own hand. */
export type Place = { on: "square"; square: Square } | { on: "hand" };

const PAWN: Pick = { on: "pawn" };

/**
 * The user's selection and aim. The callback `act` is the only way by which an action is sent to
 * the server.
 */
export class Control {
  /** The selected tile or skill. With null, the user can move the pawn. */
  pick = $state.raw<Pick | null>(null);
  /** The square aimed at, with the orientation; null for none. */
  aim = $state.raw<Aim | null>(null);
  /** The square under the pointer or the focus. */
  near = $state.raw<Square | null>(null);
  /** The action of the button that is under the pointer or has the focus; null for none. */
  weighed = $state.raw<LegalAction | null>(null);
  /**
   * The orientation to which the user last turned a tile. The next tile gets the same if it can
   * have it.
   */
  facing = $state.raw<Facing | "" | null>(null);

  /**
   * The legal target squares of the selected tile or skill or, without a selection, of the pawn.
   */
  targets: Targets = $derived.by(() => {
    const { lit, me } = this.now();
    return targets(this.pick ?? PAWN, lit, me);
  });
  /** The legal actions with the selected tile that need no square. */
  offers: LegalAction[] = $derived.by(() => (this.pick ? offers(this.pick, this.now().lit) : []));
  /**
   * The number of legal actions on the aimed square: the orientations that the tile can have there.
   */
  ways: number = $derived(this.aim ? (this.targets.get(this.aim.square)?.length ?? 0) : 0);
  /**
   * The action with the selected tile or skill on the square under the pointer, before the user
   * aims at it; null for none.
   */
  hovered: LegalAction | null = $derived.by(() => {
    if (!this.pick || !this.near || this.aim?.square === this.near) return null;
    return proposal(this.targets, aimAt(this.targets, this.near, this.facing));
  });
  /** The action that the user would take by confirming; null without an aim. */
  proposed: LegalAction | null = $derived(proposal(this.targets, this.aim));
  /**
   * The action to preview: the proposed one, or else the one under the pointer or the focus; null
   * for none.
   */
  considered: LegalAction | null = $derived.by(() => {
    if (this.proposed ?? this.weighed) return this.proposed ?? this.weighed;
    if (this.pick || !this.near) return null;
    return this.targets.get(this.near)?.[0] ?? null;
  });

  constructor(
    readonly now: () => Situation,
    readonly act: (action: string) => void,
  ) {}

  /** Selects a tile or skill, or deselects it if it is already selected. */
  take(pick: Pick): void {
    const again = this.pick !== null && JSON.stringify(this.pick) === JSON.stringify(pick);
    this.cancel();
    if (again) return;
    this.hold(pick);
    // A skill with a single target aims at it.
    const only =
      pick.on === "skill" && this.targets.size === 1 ? [...this.targets.keys()][0] : null;
    if (only) this.aim = { square: only, way: 0 };
  }

  /** Selects a tile or skill, also if it is already selected. A drag begins with this. */
  hold(pick: Pick): void {
    this.cancel();
    this.pick = pick.on === "pawn" ? null : pick;
  }

  /**
   * Drops the dragged thing. A tile that can still be turned is only aimed; anything else becomes
   * an action at once. Returns false if the drop has no effect.
   */
  drop(item: Pick, place: Place): boolean {
    const { lit, me } = this.now();
    const tile = "tile" in item ? item.tile : "";
    const drafted = item.on === "line" ? lit.draft.get(tile) : undefined;
    let choice: LegalAction | null | undefined;
    if (place.on === "hand") {
      if (item.on !== "line") return this.cancel();
      choice = lit.take.get(tile) ?? drafted?.keep;
    } else {
      const { square } = place;
      const ways = this.targets.get(square) ?? [];
      if (ways.length > 1) {
        this.aim = aimAt(this.targets, square, this.facing);
        return true;
      }
      choice = ways[0];
      if (tile === square) choice ??= item.on === "hand" ? lit.use.get(tile) : drafted?.use;
      if (item.on === "pawn" && square === me?.start) choice ??= lit.recall;
    }
    if (choice) this.do(choice);
    return choice != null;
  }

  /**
   * Handles a press on a square: aims, turns, confirms or moves. Returns false if the square is no
   * legal target.
   */
  press(square: Square, means: Means): boolean {
    const ways = this.targets.get(square);
    const first = ways?.[0];
    if (!ways || !first) return false;
    const again = this.aim?.square === square;
    if (!this.pick) {
      if (means === "touch" && !again) this.aim = { square, way: 0 };
      else this.do(first);
    } else if (!again) {
      this.aim = aimAt(this.targets, square, this.facing);
    } else if (ways.length > 1 && means !== "key") {
      this.turn(1);
    } else {
      this.confirm();
    }
    return true;
  }

  /**
   * Turns the aimed tile, or else the selected one, clockwise by this number of orientations.
   * Returns false if it cannot be turned.
   */
  turn(by: number): boolean {
    if (this.aim) {
      if (this.ways < 2) return false;
      this.aim = { ...this.aim, way: (this.aim.way + by + this.ways) % this.ways };
      if (this.proposed) this.facing = facingOf(this.proposed) || this.facing;
      return true;
    }
    const all = facingsOf(this.pick);
    if (all.length < 2) return false;
    this.facing = all[(all.indexOf(lying(all, this.facing)!) + by + all.length) % all.length]!;
    return true;
  }

  /** Sends the proposed action. Returns false if there is none. */
  confirm(): boolean {
    if (!this.proposed) return false;
    this.do(this.proposed);
    return true;
  }

  /** Sends an action and clears the selection. */
  do(choice: LegalAction): void {
    this.cancel();
    this.act(choice.action);
  }

  /** Cancels the selection and the aim. Returns false if there were none. */
  cancel(): boolean {
    const had = this.pick !== null || this.aim !== null;
    this.pick = null;
    this.aim = null;
    this.weighed = null;
    return had;
  }

  /** Clears the square and the action under the pointer or the focus. */
  look(): void {
    this.near = null;
    this.weighed = null;
  }

  /** Clears the selection and the aim if the legal actions no longer allow them. */
  check(): void {
    const { lit, me } = this.now();
    if (this.pick && !holds(this.pick, lit, me)) this.cancel();
    if (this.aim && !this.targets.has(this.aim.square)) this.aim = null;
    this.weighed = null;
  }
}

/** The orientations that the selected tile can have; empty if it cannot be turned. */
function facingsOf(pick: Pick | null): readonly Facing[] {
  return (pick && "tile" in pick && FACINGS[pick.tile as Kind]) || [];
}

const lying = (all: readonly Facing[], last: Facing | "" | null): Facing | null =>
  all.find((facing) => facing === last) ?? all[0] ?? null;

/**
 * The orientation in which a selected tile is drawn in the hand: the one last turned to, if it can
 * have it.
 */
export const facingInHand = (pick: Pick, last: Facing | "" | null): Facing | null =>
  lying(facingsOf(pick), last);
