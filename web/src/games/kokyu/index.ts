/** The module through which the page shows 乾隆後宮. */
import type { Component } from "svelte";
import type { BoardProps, Editing, GameModule } from "../types";
import type { Event, View } from "../../generated/kokyu";
import Board from "./Board.svelte";
import { animationStep } from "./animationSteps";

const game: GameModule = {
  // The server sends this game's own data to this game's board; the shell cannot know its type.
  Board: Board as unknown as Component<BoardProps>,
  theme: "kokyu",
  seatColor: (seat) =>
    seat === 0 ? "light-dark(#1d4f94, #7fb2f0)" : "light-dark(#b3213f, #ff8a98)",
  animationStep: (told) => animationStep(told.event as Event),
  // Rounds are many and alike: one takes at most 8 seconds at normal speed.
  patience: 17.5,
  scores: (view) => (view as View).board.points,
  seatMark: (seat) => (seat === 0 ? "●" : "■"),
  editing: async () => (await import("./editing")).default as Editing,
  pictures: async () => (await import("./pictures")).default,
};

export default game;
