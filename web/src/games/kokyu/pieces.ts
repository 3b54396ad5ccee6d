/**
 * Identities of pieces. The data of a board do not distinguish eunuchs or points: they only give
 * the number in each place. To animate each piece, this module assigns keys and carries them from
 * one board to the next with the least movement.
 */
import type { Board } from "../../generated/kokyu";

/** The place of a eunuch. `order` is its index in the order of processing on a card. */
export type Place =
  | { zone: "hand" }
  | { zone: "card"; card: number; order: number }
  | { zone: "palace"; square: number }
  | { zone: "executing"; square: number };

/** A eunuch with an identity that persists across boards. `card` counts from 1. */
export interface Piece {
  key: string;
  seat: number;
  strong: boolean;
  place: Place;
}

type Slot = Omit<Piece, "key">;

function slots(board: Board): Slot[] {
  const out: Slot[] = [];
  const group = (seat: number, g: { weak: number; strong: number }, place: Place) => {
    for (let i = 0; i < g.weak; i++) out.push({ seat, strong: false, place });
    for (let i = 0; i < g.strong; i++) out.push({ seat, strong: true, place });
  };
  board.hands.forEach((hand, seat) => group(seat, hand, { zone: "hand" }));
  board.cards.forEach((card, index) =>
    card.eunuchs.forEach(({ seat, strong }, order) =>
      out.push({ seat, strong, place: { zone: "card", card: index + 1, order } }),
    ),
  );
  board.palace.forEach((groups, square) =>
    groups.forEach((g, seat) => group(seat, g, { zone: "palace", square })),
  );
  if (board.executing) {
    const { eunuch, square } = board.executing;
    out.push({ ...eunuch, place: { zone: "executing", square } });
  }
  return out;
}

const TRAVEL = 2;
const TURN_OVER = 6;
const UNUSUAL = 20;

/**
 * The cost of the assumption that a eunuch moved between these slots during one event. Unusual
 * moves cost more.
 */
function distance(from: Slot, to: Slot): number {
  const turned = from.strong === to.strong ? 0 : from.strong ? 2 * UNUSUAL : TURN_OVER;
  return turned + way(from.place, to.place);
}

function way(from: Place, to: Place): number {
  const inPalace = (p: Place) => p.zone === "palace" || p.zone === "executing";
  if (from.zone === "card" && to.zone === "card") {
    if (from.card !== to.card) return TRAVEL;
    return from.order === to.order ? 0 : 0.5;
  }
  if ("square" in from && "square" in to) {
    const steps = to.square - from.square;
    // The square makes many short steps cheaper than one long one.
    const moved = steps < 0 ? UNUSUAL + steps * steps : steps * steps;
    return moved + (from.zone === to.zone ? 0 : 0.5);
  }
  if (from.zone === to.zone) return 0;
  if (from.zone === "card" && "square" in to) return TRAVEL + to.square;
  if (from.zone === "hand" && inPalace(to)) return UNUSUAL;
  return TRAVEL;
}

/** Assigns pieces to slots with the least total cost. */
function assign(pieces: Piece[], targets: Slot[]): number[] {
  let best: number[] = [];
  let least = Infinity;
  const taken: boolean[] = targets.map(() => false);
  const chosen: number[] = [];
  const search = (i: number, cost: number) => {
    if (cost >= least) return;
    const piece = pieces[i];
    if (!piece || chosen.length === targets.length) {
      least = cost;
      best = [...chosen];
      return;
    }
    targets.forEach((target, t) => {
      if (taken[t]) return;
      taken[t] = true;
      chosen.push(t);
      search(i + 1, cost + distance(piece, target));
      chosen.pop();
      taken[t] = false;
    });
  };
  search(0, 0);
  return best;
}

/**
 * The eunuchs of a board with their keys, given those of the previous board (null: the first). If
 * several are equal and only some of them move, `mover` is one that does.
 */
export function follow(
  before: readonly Piece[] | null,
  board: Board,
  mover: string | null = null,
): Piece[] {
  const all = slots(board);
  const seats = [...new Set(all.map(({ seat }) => seat))].sort();
  return seats.flatMap((seat) => {
    const targets = all.filter((slot) => slot.seat === seat);
    // Of equal pieces the first stay in the hand, whose slots come first.
    const known = (before ?? [])
      .filter((piece) => piece.seat === seat)
      .sort((a, b) => Number(a.key === mover) - Number(b.key === mover));
    const chosen = assign(known, targets);
    const out: Piece[] = chosen.map((t, i) => ({ ...targets[t]!, key: known[i]!.key }));
    const free = targets.filter((_, t) => !chosen.includes(t));
    const used = new Set(out.map(({ key }) => key));
    let number = 0;
    for (const target of free) {
      while (used.has(`e${seat}-${number}`)) number++;
      const key = `e${seat}-${number}`;
      used.add(key);
      out.push({ ...target, key });
    }
    return out.sort((a, b) => (a.key < b.key ? -1 : 1));
  });
}

/** The place of a Qianlong point (乾隆ポイント). */
export type Purse = "stock" | "tea" | "kohi" | "seat0" | "seat1";

/** A point with an identity that persists across boards. */
export interface Jade {
  key: string;
  purse: Purse;
}

/** The points of a board with their keys, given those of the previous board (null: the first). */
export function followPoints(before: readonly Jade[] | null, board: Board): Jade[] {
  const missing: [Purse, number][] = [
    ["stock", board.stock],
    ["tea", board.tea],
    ["seat0", board.points[0]],
    ["seat1", board.points[1]],
    ["kohi", board.kohi],
  ];
  const out: Jade[] = [];
  const loose: Jade[] = [];
  for (const jade of before ?? []) {
    const room = missing.find(([purse, count]) => purse === jade.purse && count > 0);
    if (room) {
      room[1]--;
      out.push(jade);
    } else loose.push(jade);
  }
  const used = new Set((before ?? []).map(({ key }) => key));
  let number = 0;
  for (const [purse, count] of missing) {
    for (let i = 0; i < count; i++) {
      const moved = loose.shift();
      if (moved) {
        out.push({ key: moved.key, purse });
        continue;
      }
      while (used.has(`j${number}`)) number++;
      used.add(`j${number}`);
      out.push({ key: `j${number}`, purse });
    }
  }
  return out;
}
