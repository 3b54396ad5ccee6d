/** Hand-written positions for unit tests and for viewing the board without a server. */
import glossary from "../../../../../crates/games/sengoku/glossary.toml?raw";
import type {
  Catalogue,
  Line,
  Names,
  Placed,
  Settlement,
  Thing,
  Token,
  View,
} from "../../../generated/sengoku";
import type { LocalizedText } from "../../../generated/core";
import { readGlossary } from "../../../lib/testing/fixtures";
import { marks, strength } from "../notation";
import { at, corner, FIELD, name } from "../sheet";

const PAIRS = ["12", "13", "14", "15", "16", "23", "24", "25", "26", "34", "35", "36", "45", "46"];

// Only the game's glossary contains the names of things.
const GLOSSARY = readGlossary(glossary);
const thing = (key: string): Thing => {
  const { ja, en, rules } = GLOSSARY[key] ?? { ja: key, en: key, rules: [] };
  return { name: { ja, en }, rules };
};
const word = (key: string): LocalizedText => thing(key).name;

/** The names of everything on the table, as the engine sends them. */
export const names: Names = {
  clans: ["oda", "takeda", "uesugi", "mori"].map((key) => ({
    name: word(key),
    short: word(`${key}_short`),
  })),
  troops: ["swords", "spears", "bows", "cavalry", "banners", "arquebuses"].map(word),
  battlefields: [1, 2, 3, 4].map((number) => word(`battlefield_${number}`)),
  path: word("path"),
  sheet: thing("sheet"),
  castle: thing("castle"),
  flower_path: thing("flower_path"),
  track: thing("track"),
  cross: thing("cross"),
  strength: thing("strength"),
  general: thing("general"),
  screen: thing("screen"),
  hand: thing("hand"),
  pile: thing("pile"),
  declare: thing("declare"),
  straddling: thing("straddling"),
  lost: thing("lost"),
  lost_general: thing("lost_general"),
  replaced: thing("replaced"),
};

/** The built-in components, as the engine sends them. */
export const components: Catalogue = {
  game: "sengoku",
  names,
  field: (["top_left", "top_right", "bottom_left", "bottom_right"] as const).map((quarter) => ({
    quarter,
    source: "reconstructed",
  })),
  hand: { size: 5, source: "rulebook" },
  victory: { flowers: 13, castles: 2, source: "rulebook" },
  tile: [
    ...[...PAIRS, "56"].map((marks) => ({ marks, copies: 1, source: "rulebook" as const })),
    ...["16", "25", "34"].map((marks) => ({ marks, copies: 1, source: "reconstructed" as const })),
  ],
};

/**
 * A domino on the sheet, from a text such as `0 24 B3 C3`: seat, tile, square of the lower mark,
 * square of the higher mark.
 */
export function placed(text: string): Placed {
  const [seat, tile, low, high] = text.split(" ");
  return { seat: Number(seat), tile: tile!, low: low!, high: high! };
}

/**
 * The tokens on the track after all seats have declared. The order of placing is computed from the
 * strengths and ties.
 */
export function track(...declared: [seat: number, tile: string][]): Token[] {
  const tokens = declared.map(([seat, tile]) => ({ seat, tile, strength: strength(tile) }));
  const tied = (value: number) => tokens.filter((t) => t.strength === value).length > 1;
  const order = [
    ...tokens.filter((t) => !tied(t.strength)).sort((a, b) => a.strength - b.strength),
    ...tokens.filter((t) => tied(t.strength)).reverse(),
  ];
  return tokens.map((token) => ({
    ...token,
    tied: tied(token.strength),
    place: order.indexOf(token),
    done: false,
  }));
}

function lines(dominoes: readonly Placed[], field: number, seats: number): Line[] {
  const { row, column } = corner(components, field);
  return Array.from({ length: 2 * FIELD }, (_, index): Line => {
    const squares = Array.from({ length: FIELD }, (_, i) =>
      index < FIELD ? name(row + index, column + i) : name(row + i, column + index - FIELD),
    );
    const sums = Array.from({ length: seats }, (_, seat) =>
      dominoes
        .filter((domino) => domino.seat === seat)
        .flatMap(({ tile, low, high }) => {
          const [a, b] = marks(tile) ?? [0.5, 0.5];
          return [
            { square: low, halves: 2 * a },
            { square: high, halves: 2 * b },
          ];
        })
        .filter(({ square }) => squares.includes(square))
        .reduce((sum, { halves }) => sum + halves, 0),
    );
    const level = [...new Set(sums)].sort((a, b) => b - a);
    const alone = level.slice(0, 2).find((sum) => sums.filter((s) => s === sum).length === 1);
    return { squares, sums, settlement: "open", leader: alone ? sums.indexOf(alone) : null };
  });
}

/** A view with these dominoes on the sheet. The callback can change it. */
export function view(
  dominoes: readonly string[] = [],
  change: (view: View) => void = () => {},
  seats = 2,
): View {
  const all = dominoes.map(placed);
  const out: View = {
    board: {
      round: 1,
      field: 0,
      order: Array.from({ length: seats }, (_, seat) => seat),
      declared: [],
      resolved: 0,
      anyone_placed: all.length > 0,
      generals: Array.from({ length: seats }, () => true),
      placed: all,
      removed: [],
      lines: [] as unknown as View["board"]["lines"],
      castles: ["open", "open", "open", "open"],
      end: null,
      winners: [],
    },
    stage: { kind: "declare", seat: 0 },
    hands: Array.from({ length: seats }, (_, seat) => ({
      count: 5,
      tiles: seat === 0 ? ["16", "16", "24", "35", "56"] : null,
    })),
    piles: Array.from({ length: seats }, () => 13),
    track: [],
    lines: [0, 1, 2, 3].map((field) => lines(all, field, seats)),
    flowers: Array.from({ length: seats }, () => 0),
    castles: Array.from({ length: seats }, () => 0),
    fits: [],
  };
  change(out);
  return out;
}

/**
 * Decides a flower path (花道): `settle(view, "0-3", 1)` gives path 3 of battlefield 0 to seat 1. The
 * winner null means nobody.
 */
export function settle(view: View, which: string, winner: number | null): void {
  const [field, line] = which.split("-").map(Number);
  const settlement: Settlement = winner === null ? "nobody" : { won: winner };
  const path = view.lines[field!]?.[line!];
  if (!path) throw new Error(`there is no line ${which}`);
  path.settlement = settlement;
  if (winner !== null) view.flowers[winner]! += 1;
}

/**
 * All placements of a domino on the square `from` and a free square beside it, each as a pair of
 * squares, for viewing boards.
 */
export function everywhere(view: View, from: string): [string, string][] {
  const free = (row: number, column: number) => {
    const square = name(row, column);
    return at(square) && !view.board.placed.some((p) => p.low === square || p.high === square)
      ? square
      : null;
  };
  const here = at(from);
  if (!here) return [];
  return [
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
  ].flatMap(([down, right]) => {
    const to = free(here.row + down!, here.column + right!);
    return to
      ? [
          [from, to],
          [to, from],
        ]
      : [];
  }) as [string, string][];
}
