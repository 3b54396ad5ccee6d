/** 戦国ドミノ (Sengoku Domino) as a game module of the page. */
import type { Component } from "svelte";
import type { Catalogue, Event, View } from "../../generated/sengoku";
import type { BoardProps, Editing, GameModule } from "../types";
import { ANIMATION_STEPS } from "./animationSteps";
import Board from "./Board.svelte";
import { scoreOf, scoreWords } from "./texts";

// Red, blue, black and yellow, as in the box; each clan's crest has the outline of its mark.
const COLORS = [
  "light-dark(#b4261c, #ff9a88)",
  "light-dark(#1f4f96, #8cbcf5)",
  "light-dark(#1d1916, #d6ccbd)",
  "light-dark(#8a6000, #f2c94c)",
];
/** The score of a castle, which outweighs all flowers. */
const CASTLE = 100;
const MARKS = ["●", "◆", "▲", "■"];

const game: GameModule = {
  // The server sends this game's own data to this game's board; the shell cannot know its type.
  Board: Board as unknown as Component<BoardProps>,
  theme: "sengoku",
  seatColor: (seat) => COLORS[seat] ?? "var(--ink)",
  seatMark: (seat) => MARKS[seat] ?? String(seat + 1),
  seatShort: (seat, { components }) => (components as Catalogue).names.clans[seat]?.short ?? null,
  animationStep: ({ event }) => ANIMATION_STEPS[(event as Event).event],
  scores: (view) => {
    const { castles, flowers } = view as View;
    return castles.map((count, seat) => CASTLE * count + (flowers[seat] ?? 0));
  },
  score: (seat, { view }) => scoreOf(seat, view as View | null),
  scoreInWords: (score) => scoreWords(Math.floor(score / CASTLE), score % CASTLE),
  editing: async () => (await import("./editing")).default as Editing,
  pictures: async () => (await import("./pictures")).default,
};

export default game;
