// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { Study } from "../../generated/session";
import { GAME, tableOf, text } from "../../lib/testing/fakeGame";
import { stage } from "../../lib/testing/stage";
import ReviewPage from "./ReviewPage.svelte";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a running game has no review, and the reason is shown", async () => {
  const server = stage(tableOf(2));
  server.answer("GET /api/tables/x", () => ({ game: GAME.id, names: [], you: 0 }));
  const message = text("まだ終わっていません。", "This game is not over yet.");
  server.answer("GET /api/tables/x/review", () =>
    Response.json({ rule: null, message }, { status: 409 }),
  );
  render(ReviewPage, { table: "x" });
  await screen.findByText("This game is not over yet.");
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test("a review begins with the reader's largest mistakes and has the turning point of the result", async () => {
  const server = stage(tableOf(2));
  const label = (en: string) => ({ action: en, label: text(en, en) });
  const better = {
    ...label("good"),
    why: text("x", "It keeps the lead."),
    chances: [800, 200],
    steps: 0,
    plan: [text("x", "then hold")],
    equal: [],
  };
  const account = (seat: number, given: object) => ({
    seat,
    accuracy: null,
    mean_loss: 0,
    large_errors: 0,
    start: 500,
    end: 1000 * seat,
    decided: -450,
    own: -4720,
    others: 4270,
    luck: -62,
    rest: 12,
    error: 21,
    decisions: 0,
    bettered: 0,
    ...given,
  });
  const decision = (step: number, lost: number, given: object = {}) => ({
    step,
    seat: 0,
    taken: label(`move ${step}`),
    before: [600, 400],
    after: [600 - lost, 400 + lost],
    better,
    drawback: null,
    ...given,
  });
  const review = {
    game: GAME.id,
    sides: [[0], [1]],
    bot: "any",
    levels_differ: false,
    decisions: [
      decision(1, 100, { drawback: text("x", "Blue can then win at once.") }),
      decision(2, 50, { seat: 1 }),
      decision(3, 200),
      decision(4, 0, { better: null }),
      decision(5, 20),
    ],
    result: [0, 1000],
    turning_points: [],
    accounts: [
      account(0, { accuracy: 731, mean_loss: 116, large_errors: 2, decisions: 3 }),
      account(1, { accuracy: 980, mean_loss: 4, decisions: 1 }),
    ],
  };
  const scores = [
    [0, 0],
    [3, 0],
    [3, 1],
    [3, 4],
    [3, 5],
  ];
  const steps = scores.map((each, number) => ({
    number,
    seat: number === 0 ? null : (number + 1) % 2,
    told: [{ event: {}, text: text("x", "x"), rule: null }],
    episodes: [{ events: 1, seat: null, text: text("x", `Sentence ${number}.`) }],
    scores: each,
  }));
  const actions = [1, 2, 3, 4].map((n) => ({ seat: (n + 1) % 2, action: `move ${n}` }));
  server.answer("GET /api/tables/x", () => ({
    game: GAME.id,
    names: [text("Iris", "Iris"), text("Mika", "Mika")],
    you: 0,
    outcome: { winners: [1], reason: "thirteen" },
  }));
  server.answer("GET /api/tables/x/review", () => ({ done: 4, of: 4, review }));
  server.answer("GET /api/tables/x/record", () => ({}));
  server.answer("POST /api/records", () => ({ play: { game: GAME.id, seats: 2, actions } }));
  server.answer("POST /api/analysis", ({ body }) => {
    const { actions: taken, seen = 0 } = body as Study;
    const count = taken.length + 1;
    return {
      state: tableOf(2, {
        version: count,
        steps_from: seen,
        steps: steps.slice(seen, count),
      }),
      refused: null,
      position: null,
    };
  });
  render(ReviewPage, { table: "x" });
  await screen.findByRole("heading", { name: "My largest mistakes" });
  const list = () =>
    within(screen.getByRole("region", { name: /mistakes$/ }))
      .getAllByRole("listitem")
      .map((line) => line.textContent!.replace(/\s+/g, " ").trim());
  expect(list().slice(0, 2)).toEqual([
    "Step 3 lost 20 percentage points of the chance of winning Played: move 3 Better move good It keeps the lead.",
    "Step 1 lost 10 percentage points of the chance of winning Played: move 1 Blue can then win at once. Better move good It keeps the lead.",
  ]);
  // What is too small to be certain is listed apart.
  expect(list().slice(2).join()).toContain("Step 5 lost 2 percentage points");
  expect(screen.getByText("Show 1 more").closest("details")!.open).toBe(false);
  await screen.findByText(/Sentence 3\./);
  const turn = screen.getByRole("region", { name: "The turning point" });
  expect(turn.textContent).toMatch(/Step 3\s+Sentence 3\./);
  expect(turn.textContent).toContain("After this Mika was never behind again in points.");
  const rowsOf = (name: string) =>
    within(screen.getByRole("region", { name }))
      .getAllByRole("row")
      .map((row) =>
        [...row.children].map((cell) => cell.textContent!.replace(/\s+/g, " ").trim()).join(" "),
      );
  expect(rowsOf("Quality of the decisions").slice(1)).toEqual(["Iris 73 11.6 2", "Mika 98 0.4 0"]);
  // Sums of many decisions, which say nothing to a person, are not shown.
  expect(rowsOf("Skill and luck")[2]).toBe("50% −45 −6 ± 2 +1 0%");
  expect(screen.getAllByText("Chances assume players of equal strength.")).toHaveLength(1);
  await fireEvent.click(screen.getByRole("checkbox", { name: "Everybody" }));
  expect(list()).toHaveLength(4);
});

test("chances between bots of different levels say that they include the difference", async () => {
  const server = stage(tableOf(2));
  const taken = { action: "move 1", label: text("move 1", "move 1") };
  const decision = {
    step: 1,
    seat: 0,
    taken,
    before: [600, 400],
    after: [600, 400],
    better: null,
    drawback: null,
  };
  const review = {
    game: GAME.id,
    sides: [[0], [1]],
    bot: "any",
    levels_differ: true,
    decisions: [decision],
    result: [0, 1000],
    turning_points: [],
    accounts: [],
  };
  server.answer("GET /api/tables/x", () => ({
    game: GAME.id,
    names: [text("Owl", "Owl"), text("Fox", "Fox")],
    you: null,
    outcome: { winners: [1], reason: "thirteen" },
  }));
  server.answer("GET /api/tables/x/review", () => ({ done: 1, of: 1, review }));
  server.answer("GET /api/tables/x/record", () => ({}));
  const actions = [{ seat: 0, action: "move 1" }];
  server.answer("POST /api/records", () => ({ play: { game: GAME.id, seats: 2, actions } }));
  server.answer("POST /api/analysis", () => ({
    state: tableOf(2, { version: 2, steps_from: 0, steps: [] }),
    refused: null,
    position: null,
  }));
  render(ReviewPage, { table: "x" });
  await screen.findByText(/^Chances include the measured difference between the bots’ levels/);
  expect(screen.queryByText("Chances assume players of equal strength.")).toBeNull();
});
