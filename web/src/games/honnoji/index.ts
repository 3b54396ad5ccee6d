/** The module through which the page shows HONNOJI. */
import type { Component } from "svelte";
import type { Event, View } from "../../generated/honnoji";
import type { BoardProps, Editing, GameModule } from "../types";
import Board from "./Board.svelte";
import { animationStep } from "./animationSteps";

/**
 * The colours of the seats, in order: red, blue, yellow, green, purple. The engine names the seats
 * by them.
 */
const COLORS = [
  "light-dark(#a92a1d, #ff9a86)",
  "light-dark(#1f4f96, #8cbcf5)",
  "light-dark(#7d5600, #f2c94c)",
  "light-dark(#2b6538, #86cf92)",
  "light-dark(#6b3a8c, #cfa6ee)",
] as const;

/** The shapes of the crests: 九曜, 四つ目, 三つ鱗, 四つ割菱, 桔梗. */
const MARKS = ["●", "■", "▲", "◆", "★"] as const;

const game: GameModule = {
  // The server sends this game's own data to this game's board; the shell cannot know its type.
  Board: Board as unknown as Component<BoardProps>,
  theme: "honnoji",
  seatColor: (seat) => COLORS[seat] ?? COLORS[0],
  animationStep: ({ event }) => animationStep(event as Event),
  // The reveal is the heart of the game, and there are six: 20 seconds at normal speed.
  patience: 45,
  scores: (view) => (view as View).players.map(({ points }) => points),
  seatMark: (seat) => MARKS[seat] ?? MARKS[0],
  editing: async () => (await import("./editing")).default as Editing,
  pictures: async () => (await import("./pictures")).default,
};

export default game;
