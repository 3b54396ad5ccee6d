/** The user's selection and aim: selected, aimed, turned, considered, confirmed or cancelled. */
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

/** The part of the table that the control needs. */
export interface Situation {
  lit: Lit;
  /** The square of the user's pawn; null for spectators. */
  me: Standing | null;
  floor: readonly Placed[];
}

/**
 * The device of a press. A finger cannot hover, so its first press previews and the second
 * confirms.
 */
export type Means = "mouse" | "touch" | "key";

/** A drop target: a square, or the user's own hand. */
export type Place = { on: "square"; square: Square } | { on: "hand" };

const PAWN: Pick = { on: "pawn" };

/** The user's selection and aim. Only `act` sends an action. */
export class Control {
  /** The selected thing; null while the pawn is what moves. */
  pick = $state.raw<Pick | null>(null);
  /** The aimed target. */
  aim = $state.raw<Aim | null>(null);
  /** The square under the pointer or the focus. */
  near = $state.raw<Square | null>(null);
  /** The action of a button under the pointer or the focus. */
  weighed = $state.raw<LegalAction | null>(null);
  /** The last orientation of a tile: the next one gets the same if possible. */
  facing = $state.raw<Facing | "" | null>(null);

  /** The targets of the selected thing. */
  targets: Targets = $derived.by(() => {
    const { lit, me } = this.now();
    return targets(this.pick ?? PAWN, lit, me);
  });
  /** Its actions without a square. */
  offers: LegalAction[] = $derived.by(() => (this.pick ? offers(this.pick, this.now().lit) : []));
  /** The number of orientations on the aimed square. */
  ways: number = $derived(this.aim ? (this.targets.get(this.aim.square)?.length ?? 0) : 0);
  /** The orientation of the selected thing on the square under the pointer, before it is aimed. */
  hovered: LegalAction | null = $derived.by(() => {
    if (!this.pick || !this.near || this.aim?.square === this.near) return null;
    return proposal(this.targets, aimAt(this.targets, this.near, this.facing));
  });
  /** The action that confirming would take. */
  proposed: LegalAction | null = $derived(proposal(this.targets, this.aim));
  /** The considered action: proposed, or only hovered or focused. */
  considered: LegalAction | null = $derived.by(() => {
    if (this.proposed ?? this.weighed) return this.proposed ?? this.weighed;
    if (this.pick || !this.near) return null;
    return this.targets.get(this.near)?.[0] ?? null;
  });

  constructor(
    readonly now: () => Situation,
    readonly act: (action: string) => void,
  ) {}

  /** Selects something; selecting it again deselects it. */
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

  /** Keeps something selected, as by dragging it. */
  hold(pick: Pick): void {
    this.cancel();
    this.pick = pick.on === "pawn" ? null : pick;
  }

  /**
   * Drops the dragged thing. A tile that can still be turned is aimed, everything else is done;
   * returns false without effect.
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

  /** Presses a square; returns false without effect. */
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
   * Turns the aimed or selected tile by this number of orientations, clockwise; false if it has
   * none.
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

  /** Takes the proposed action; false if there is none. */
  confirm(): boolean {
    if (!this.proposed) return false;
    this.do(this.proposed);
    return true;
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
    this.weighed = null;
    return had;
  }

  /** Clears the hovered or focused square and action. */
  look(): void {
    this.near = null;
    this.weighed = null;
  }

  /** Discards selections that are no longer legal. */
  check(): void {
    const { lit, me } = this.now();
    if (this.pick && !holds(this.pick, lit, me)) this.cancel();
    if (this.aim && !this.targets.has(this.aim.square)) this.aim = null;
    this.weighed = null;
  }
}

/** The orientations of a selected tile; empty if it cannot be turned. */
function facingsOf(pick: Pick | null): readonly Facing[] {
  return (pick && "tile" in pick && FACINGS[pick.tile as Kind]) || [];
}

const lying = (all: readonly Facing[], last: Facing | "" | null): Facing | null =>
  all.find((facing) => facing === last) ?? all[0] ?? null;

/** The orientation of a tile in the hand after the last turn. */
export const facingInHand = (pick: Pick, last: Facing | "" | null): Facing | null =>
  lying(facingsOf(pick), last);
