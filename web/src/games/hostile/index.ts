/** HOSTILE as a game module of the page. */
import type { Component } from "svelte";
import type { BoardProps, Editing, GameModule } from "../types";
import type { Components, Event, View } from "../../generated/hostile";
import Board from "./Board.svelte";
import { actionGroup } from "./actionGroup";
import { animationStep } from "./animationSteps";

/** The colour of each seat in the page: red, blue, yellow, green, as in the engine's names. */
const COLORS = [
  "light-dark(#b3213f, #ff8a98)",
  "light-dark(#1d4f94, #86b8f5)",
  "light-dark(#835200, #f2c04e)",
  "light-dark(#1f6b45, #74d3a2)",
] as const;

const MARKS = ["●", "■", "▲", "◆"] as const;

const game: GameModule = {
  // The server sends this game's own data to this game's board; the shell cannot know its type.
  Board: Board as unknown as Component<BoardProps>,
  theme: "hostile",
  seatColor: (seat) => COLORS[seat] ?? COLORS[0],
  animationStep: ({ event }) => animationStep(event as Event),
  seatMark: (seat) => MARKS[seat] ?? MARKS[0],
  teams: (seats) => (seats === 4 ? 2 : null),
  side: (seat, { view }) =>
    (view as View | null)?.sides.find(({ seats }) => seats.includes(seat))?.team ?? null,
  scores: (view) => (view as View).seats.map(({ gems }) => gems),
  actionGroup: ({ action }, { components }) => actionGroup(action, components as Components),
  editing: async () => (await import("./editing")).default as Editing,
  pictures: async () => (await import("./pictures")).default,
};

export default game;
