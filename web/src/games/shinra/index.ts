/** The module that adds 森羅万象 to the page. */
import type { Component } from "svelte";
import type { BoardProps, Editing, GameModule } from "../types";
import type { Components, Event, View } from "../../generated/shinra";
import { inEach } from "../../lib/i18n/grammar";
import { actionGroup } from "./actionGroup";
import { ANIMATION_STEPS } from "./animationSteps";
import Board from "./Board.svelte";
import { words } from "./messages";

/** Each seat's colour, 先手 red and 後手 blue, as the points are printed on their cards. */
const COLORS = ["light-dark(#a3261b, #ef8672)", "light-dark(#24498c, #8fb4f2)"] as const;

/** The shape of the points on each seat's cards. */
const MARKS = ["●", "▲"] as const;

const game: GameModule = {
  // The server sends this game's own data to this game's board; the shell cannot know its type.
  Board: Board as unknown as Component<BoardProps>,
  theme: "shinra",
  seatColor: (seat) => COLORS[seat] ?? COLORS[0],
  animationStep: ({ event }) => ANIMATION_STEPS[(event as Event).event] ?? { hold: 1 },
  seatMark: (seat) => MARKS[seat] ?? MARKS[0],
  score: (seat, { view }) => {
    const king = (view as View | null)?.kings[seat];
    if (!king?.square && (view as View | null)?.stage.kind === "setup")
      return inEach((lang) => `${words(lang).kingShort} –`);
    return king ? inEach((lang) => `${words(lang).kingShort} ${king.points}`) : null;
  },
  scoreInWords: (points) => inEach((lang) => `${words(lang).kingShort} ${points}`),
  scores: (view) => (view as View).kings.map(({ square, points }) => (square ? points : 0)),
  actionGroup: ({ action }, { view, components }) =>
    view ? actionGroup(action, view as View, components as Components) : null,
  editing: async () => (await import("./editing")).default as Editing,
  pictures: async () => (await import("./pictures")).default,
};

export default game;
