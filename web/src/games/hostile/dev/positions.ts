/** Hand-written positions for unit tests and for viewing the board without a server. */
import glossary from "../../../../../crates/games/hostile/glossary.toml?raw";
import { readGlossary } from "../../../lib/testing/fixtures";
import { rulebook } from "../../../lib/i18n/rulebook.svelte";
import shipped from "./components.json";
import type { Components, SeatView, Square, View } from "../../../generated/hostile";

/** The built-in components, as written to a file by the engine's tests. */
export const components = shipped as Components;

/** Loads the game's glossary, as the page does before it shows a board. */
export function speak(): void {
  rulebook.use({ glossary: readGlossary(glossary) });
}

const STARTS: Record<number, Square[]> = {
  2: ["A1", "H8"],
  3: ["A1", "A8", "H1"],
  4: ["A1", "A8", "H8", "H1"],
};

/** A view at the beginning of a round with this number of seats. The callback can change it. */
export function view(change: (view: View) => void = () => {}, seats: 2 | 3 | 4 = 4): View {
  const starts = STARTS[seats] ?? [];
  const goal = seats === 3 ? 15 : 20;
  const groups =
    seats === 4
      ? [
          [0, 1],
          [2, 3],
        ]
      : starts.map((_, seat) => [seat]);
  const out: View = {
    round: 1,
    pass: 1,
    stage: { kind: "skill_draft", seat: 0 },
    start_seat: 0,
    seats: starts.map((start): SeatView => ({
      start,
      pawn: start,
      gems: 0,
      hand: [],
      skills: [],
      active: [],
      rides: [],
    })),
    sides: groups.map((group) => ({ seats: group, team: null, gems: 0, goal, reached: 0 })),
    floor: [],
    gems: ["C3", "D6", "E2", "F7", "G4"].map((square) => ({ square, count: 1 })),
    line: [
      "C5",
      "F2",
      "slide",
      "slide",
      "slide",
      "diagonal",
      "spring",
      "ice",
      "ice",
      "stop",
      "corner",
      "para",
    ],
    emitted: [],
    floor_discards: {},
    gem_discards: ["C3", "D6", "E2", "F7", "G4"],
    floor_deck: 47,
    gem_deck: 41,
    floor_deck_holds: { slide: 9, ice: 6 },
    gem_deck_holds: ["A3", "A4"],
    removed: ["steal", "ghost"],
    undrafted: ["crash", "rotate", "recall", "king", "quick"],
    short: false,
    last_round: false,
    end: null,
  };
  change(out);
  return out;
}

/**
 * A view in the middle of a game: the turn of seat 0, with tiles, gems and pawns on the board. The
 * callback can change it.
 */
export function midgame(change: (view: View) => void = () => {}, seats: 2 | 3 | 4 = 4): View {
  return view((v) => {
    v.round = 4;
    v.stage = {
      kind: "turn",
      seat: 0,
      points: 2,
      stopped: false,
      crashes: 0,
      rotations: 2,
      recalls: 0,
      ghost: false,
    };
    v.floor = [
      { square: "B2", kind: "ice", facing: null },
      { square: "C2", kind: "spring", facing: "e" },
      { square: "E3", kind: "slide", facing: "n" },
      { square: "E4", kind: "slide", facing: "w" },
      { square: "D4", kind: "diagonal", facing: "nw" },
      { square: "C5", kind: "stop", facing: null },
      { square: "F5", kind: "corner", facing: "ne" },
      { square: "F6", kind: "corner", facing: "sw" },
      { square: "G6", kind: "para", facing: "ew" },
      { square: "B6", kind: "para", facing: "ns" },
      { square: "D7", kind: "box", facing: null },
      { square: "E7", kind: "diagonal", facing: "se" },
      { square: "G3", kind: "ice", facing: null },
      { square: "B3", kind: "stop", facing: null },
    ];
    v.gems = [
      { square: "C3", count: 1 },
      { square: "D6", count: 2 },
      { square: "E2", count: 1 },
      { square: "F6", count: 1 },
      { square: "G4", count: 3 },
      { square: "E4", count: 1 },
    ];
    const [first, second, third, fourth] = v.seats;
    if (first)
      Object.assign(first, {
        pawn: "A2",
        gems: 7,
        hand: ["ice", "slide", "D5"],
        skills: ["rotate"],
        active: ["rotate"],
      });
    if (second)
      Object.assign(second, {
        pawn: "C7",
        gems: 3,
        hand: ["box", "C4", "stop", "stop"],
        skills: ["king"],
        active: ["king"],
      });
    if (third)
      Object.assign(third, {
        pawn: "G6",
        gems: 12,
        hand: ["para"],
        skills: ["quick"],
        active: ["quick"],
      });
    if (fourth)
      Object.assign(fourth, {
        pawn: "H1",
        gems: 1,
        hand: [],
        skills: ["recall"],
        active: ["recall"],
      });
    v.sides.forEach((side) => {
      side.gems = side.seats.reduce((sum, seat) => sum + (v.seats[seat]?.gems ?? 0), 0);
    });
    v.undrafted = ["crash"];
    v.start_seat = 2 < seats ? 2 : 0;
    v.floor_deck = 12;
    v.floor_discards = { slide: 3, box: 1 };
    change(v);
  }, seats);
}
