import { expect, test } from "vitest";
import storedGames from "../testing/storedGames.json";
import { BEFORE, ledgerOf, marksOf, signed, type Told } from "./ledger";

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

const sum = (rows: readonly { amount: number }[]) => rows.reduce((all, row) => all + row.amount, 0);

for (const [game, { causes, steps }] of Object.entries(storedGames))
  test(`the ledgers of a stored game of ${game} add up to the scores at every step`, () => {
    const known = causes.map((id) => ({ id }));
    const told: readonly Told[] = steps;
    expect(steps.length).toBeGreaterThan(5);
    for (let count = 1; count <= steps.length; count++) {
      const { scores } = steps[count - 1]!;
      const ledgers = ledgerOf(told.slice(0, count), known, scores.length);
      expect(ledgers.map(({ total }) => total)).toEqual(scores);
      expect(ledgers.map(({ rows }) => sum(rows))).toEqual(scores);
      expect(
        ledgers.map(({ rounds }) => rounds.reduce((all, { total }) => all + total, 0)),
      ).toEqual(scores);
      const named = ledgers.flatMap(({ rows }) => rows.map(({ cause }) => cause));
      expect(named.filter((cause) => !causes.includes(cause))).toEqual([]);
    }
  });

test("in a game from a position, what a seat had before is a row of its own", () => {
  const steps = [
    { scores: [3, 0], episodes: [{ changes: [change(0, 1, "found")] }] },
    { scores: [3, 4], episodes: [{ changes: [change(1, 4, "found")] }] },
  ];
  const [first, second] = ledgerOf(steps, CAUSES, 2);
  expect(first!.rows).toEqual([
    { cause: BEFORE, amount: 2 },
    { cause: "found", amount: 1 },
  ]);
  expect([first!.total, second!.total]).toEqual([3, 4]);
});
