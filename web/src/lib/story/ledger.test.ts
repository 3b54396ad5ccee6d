import { expect, test } from "vitest";
import { ledgerOf, marksOf, signed } from "./ledger";

const name = (en: string) => ({ ja: en, en });
const CAUSES = [
  { id: "found", name: name("picked up"), unit: 1 },
  { id: "fire", name: name("fire"), unit: 1 },
  { id: "castle", name: name("castle"), unit: 100 },
];
const change = (seat: number, amount: number, cause: string) => ({ seat, amount, cause });

test("a ledger has the changes of each seat by cause and by round", () => {
  const steps = [
    { episodes: [{ changes: [change(0, 1, "found")] }] },
    { episodes: [{ round: 1 }, { changes: [change(0, 4, "found"), change(1, 2, "found")] }] },
    { episodes: [{ changes: [change(0, -1, "fire")], round: 2 }] },
    { episodes: [{ changes: [change(0, 3, "found"), change(0, -2, "fire")] }] },
  ];
  const [mine, theirs] = ledgerOf(steps, CAUSES, 2);
  expect(mine).toEqual({
    rows: [
      { cause: "found", amount: 8 },
      { cause: "fire", amount: -3 },
    ],
    rounds: [
      { round: 0, rows: [{ cause: "found", amount: 1 }], total: 1 },
      { round: 1, rows: [{ cause: "found", amount: 4 }], total: 4 },
      {
        round: 2,
        rows: [
          { cause: "found", amount: 3 },
          { cause: "fire", amount: -3 },
        ],
        total: 0,
      },
    ],
    total: 5,
  });
  expect(theirs!.rounds).toEqual([{ round: 1, rows: [{ cause: "found", amount: 2 }], total: 2 }]);
});

test("marks sum up each seat's changes, and name points of another kind", () => {
  const changes = [
    change(0, 3, "found"),
    change(1, -3, "found"),
    change(0, -1, "fire"),
    change(1, 100, "castle"),
    change(2, 1, "found"),
    change(2, -1, "fire"),
  ];
  expect(marksOf(changes, CAUSES)).toEqual([
    { seat: 0, amount: 2, cause: null },
    { seat: 1, amount: -3, cause: null },
    { seat: 1, amount: 1, cause: CAUSES[2] },
  ]);
  expect([signed(3), signed(-3)]).toEqual(["+3", "−3"]);
});
