import { expect, it } from "vitest";
import type { Event } from "../../generated/honnoji";
import { cues } from "./cues";
import { midgame } from "./dev/positions";

const view = midgame();
const short = (events: Event[]) =>
  cues(events, view).map(
    ({ square, seat, icon, number, vain }) =>
      `${square}: ${seat} ${icon} ${number}${vain ? " in vain" : ""}`,
  );

it("shows the destinations of all simultaneous moves", () => {
  expect(
    short([
      { event: "moved", seat: 2, from: 1, path: [5, 4] },
      { event: "in_vain", seat: 2, icon: "move", number: 2, why: "off_the_way" },
      { event: "stayed", seat: 0, square: 1, why: "both_neighbours" },
      { event: "stayed", seat: 1, square: 1, why: "not_designated" },
    ]),
  ).toEqual(["4: 2 move 4", "2: 2 move 2 in vain", "1: 0 move null in vain"]);
});

it("shows the attacked squares, with the attackers and their weapons", () => {
  expect(short([{ event: "attacked", seat: 3, square: 2, icon: "gun" }])).toEqual(["2: 3 gun 2"]);
  expect(
    short([{ event: "in_vain", seat: 3, icon: "sword", number: 4, why: "nobody_there" }]),
  ).toEqual(["4: 3 sword 4 in vain"]);
});

it("shows a recovery at its player's square", () => {
  expect(short([{ event: "recovered", seat: 3, faces: ["1", "gun"] }])).toEqual(["5: 3 recover 2"]);
  expect(
    short([{ event: "in_vain", seat: 3, icon: "recover", number: 4, why: "nothing_to_recover" }]),
  ).toEqual(["5: 3 recover 4 in vain"]);
});

it("is empty where no icon is carried out", () => {
  expect(short([{ event: "burnt", seat: 0, square: 3, face: "gun", forced: true }])).toEqual([]);
});
