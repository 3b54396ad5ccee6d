/** What the person is about to do: taken up, aimed, turned, weighed, done or put back. */
import type { Facing, Kind, Placed, Square } from "../../generated/hostile";
import type { Choice } from "../../generated/table";
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

/** What the control needs to know of the table. */
export interface Situation {
  lit: Lit;
  /** Where one's own pawn stands; null for spectators. */
  me: Standing | null;
  floor: readonly Placed[];
}

/** With what a square was pressed. A finger cannot hover, so it looks first and does later. */
export type Means = "mouse" | "touch" | "key";

/** Where something that is dragged can be dropped: on a square, or with one's own hand. */
export type Place = { on: "square"; square: Square } | { on: "hand" };

const PAWN: Pick = { on: "pawn" };

/** The person's intentions. Nothing here reaches the table but by `act`. */
export class Control {
  /** What was taken up; null while the pawn is what moves. */
  pick = $state.raw<Pick | null>(null);
  /** Where it is meant to go. */
  aim = $state.raw<Aim | null>(null);
  /** The square under the pointer or the focus. */
  near = $state.raw<Square | null>(null);
  /** A choice on a button under the pointer or the focus. */
  weighed = $state.raw<Choice | null>(null);
  /** How tiles were turned last: the next one lies the same way where it can. */
  facing = $state.raw<Facing | "" | null>(null);

  /** Where what was taken up may go. */
  targets: Targets = $derived.by(() => {
    const { lit, me } = this.now();
    return targets(this.pick ?? PAWN, lit, me);
  });
  /** What may be done with it without a square. */
  offers: Choice[] = $derived.by(() => (this.pick ? offers(this.pick, this.now().lit) : []));
  /** How many ways there are to lie on the square aimed at. */
  ways: number = $derived(this.aim ? (this.targets.get(this.aim.square)?.length ?? 0) : 0);
  /** How what is in the hand would lie on the square under the pointer, before it is aimed there. */
  hovered: Choice | null = $derived.by(() => {
    if (!this.pick || !this.near || this.aim?.square === this.near) return null;
    return proposal(this.targets, aimAt(this.targets, this.near, this.facing));
  });
  /** What would be done by confirming. */
  proposed: Choice | null = $derived(proposal(this.targets, this.aim));
  /** What is being looked at: proposed, or only hovered or focused. */
  considered: Choice | null = $derived.by(() => {
    if (this.proposed ?? this.weighed) return this.proposed ?? this.weighed;
    if (this.pick || !this.near) return null;
    return this.targets.get(this.near)?.[0] ?? null;
  });

  constructor(
    readonly now: () => Situation,
    readonly act: (action: string) => void,
  ) {}

  /** Takes something up; the same again puts it back. */
  take(pick: Pick): void {
    const again = this.pick !== null && JSON.stringify(this.pick) === JSON.stringify(pick);
    this.cancel();
    if (again) return;
    this.hold(pick);
    // A skill that can only go to one place goes there.
    const only =
      pick.on === "skill" && this.targets.size === 1 ? [...this.targets.keys()][0] : null;
    if (only) this.aim = { square: only, way: 0 };
  }

  /** Has something in the hand, as by dragging it. */
  hold(pick: Pick): void {
    this.cancel();
    this.pick = pick.on === "pawn" ? null : pick;
  }

  /**
   * Lets fall what is dragged. What can still be turned is aimed, everything else is done; false
   * when there is nothing to do there.
   */
  drop(item: Pick, place: Place): boolean {
    const { lit, me } = this.now();
    const tile = "tile" in item ? item.tile : "";
    const drafted = item.on === "line" ? lit.draft.get(tile) : undefined;
    let choice: Choice | null | undefined;
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

  /** Presses a square; false when there is nothing to do there. */
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

  /** Turns what is aimed or in the hand by this number of ways, clockwise; false if it has none. */
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

  /** Does what is proposed; false when nothing is. */
  confirm(): boolean {
    if (!this.proposed) return false;
    this.do(this.proposed);
    return true;
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
    this.weighed = null;
    return had;
  }

  /** Looks away from whatever was under the pointer or the focus. */
  look(): void {
    this.near = null;
    this.weighed = null;
  }

  /** Forgets what the table no longer allows. */
  check(): void {
    const { lit, me } = this.now();
    if (this.pick && !holds(this.pick, lit, me)) this.cancel();
    if (this.aim && !this.targets.has(this.aim.square)) this.aim = null;
    this.weighed = null;
  }
}

/** The ways in which a tile that was taken up can lie; none where there is nothing to turn. */
function facingsOf(pick: Pick | null): readonly Facing[] {
  return (pick && "tile" in pick && FACINGS[pick.tile as Kind]) || [];
}

const lying = (all: readonly Facing[], last: Facing | "" | null): Facing | null =>
  all.find((facing) => facing === last) ?? all[0] ?? null;

/** How a tile lies in the hand that was last turned like this. */
export const facingInHand = (pick: Pick, last: Facing | "" | null): Facing | null =>
  lying(facingsOf(pick), last);
