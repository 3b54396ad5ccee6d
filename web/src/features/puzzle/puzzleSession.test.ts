// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { LegalAction, Goal, Puzzle } from "../../generated/core";
import { state, step } from "../../lib/testing/fixtures";
import { Playback } from "../match/playback.svelte";
import { isReached, PuzzleSession, type PuzzleApi } from "./puzzleSession.svelte";
import { Analysis, type AnalysisApi } from "../analysis/analysis.svelte";

const text = (words: string) => ({ ja: words, en: words });
const puzzle: Puzzle = {
  id: "one",
  title: text("one"),
  ask: text("take two"),
  origin: null,
  seats: 2,
  options: null,
  seed: "0",
  position: { row: 2 },
  seat: 0,
  goal: { score: 2 },
  turns: 2,
  effort: 1,
};

/** The legal actions: after "narrow" and the reply to it there is only one. */
const left = (done: readonly string[]) =>
  done.join() === "narrow,answer" ? [{ action: "take", label: text("take") } as LegalAction] : [];

/**
 * A fake server: seat 0 scores by "take", seat 1 replies, and after "leave" seat 0 cannot score any
 * more.
 */
const server: AnalysisApi = {
  study: ({ actions }) => {
    const done = actions.map(({ action }) => action);
    const refused = done.at(-1) === "answer" && done.at(-2) === "leave";
    if (refused) done.pop();
    const scores = [done.filter((action) => action === "take").length, 0];
    const awaiting = [done.length % 2];
    const steps = [...done.keys(), done.length].map((number) => step(number, ["done"]));
    return Promise.resolve({
      state: state({ version: done.length, scores, awaiting, steps, legal: left(done) }),
      refused: refused ? { rule: "X-1", message: text("no"), kind: "rule" as const } : null,
      position: null,
    });
  },
  previewAnalysis: () => Promise.reject(new Error("not asked here")),
  studyDraft: () => Promise.reject(new Error("not asked here")),
};
/** The fake replies: after "take" the other seat replies; after "ask" the request fails. */
const replies: PuzzleApi = {
  getReply: (_game, _puzzle, decisions) => {
    if (decisions.at(-1) === "ask") return Promise.reject(new Error("offline"));
    const answers = ["take", "leave", "narrow"].includes(decisions.join());
    return Promise.resolve(answers ? [{ seat: 1, action: "answer" }] : []);
  },
};
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

function begin(asked: Puzzle = puzzle): PuzzleSession {
  const playback = new Playback({ later: () => () => {}, frameMs: () => 0 });
  return new PuzzleSession("nothing", asked, new Analysis(playback, server), replies);
}
/** Calls `rest` until the session takes no more actions. */
async function rest(way: PuzzleSession): Promise<void> {
  let before = -1;
  await settled();
  while (before !== way.study.actions.length) {
    before = way.study.actions.length;
    way.rest();
    await settled();
  }
  way.rest();
}
const done = (way: PuzzleSession) =>
  way.study.actions.map(({ seat, action }) => `${seat} ${action}`);

test("a goal is a score, or to win", () => {
  const table = { outcome: null, scores: [3, 4] };
  expect(isReached({ score: 3 }, 0, table)).toBe(true);
  expect(isReached({ score: 4 }, 0, table)).toBe(false);
  const outcome = { winners: [1], reason: "x", text: null, rule: null };
  const won = { outcome: outcome as never, scores: [] };
  const wins: Goal = "wins";
  expect([0, 1].map((seat) => isReached(wins, seat, won))).toEqual([false, true]);
  expect(isReached(wins, 1, table)).toBe(false);
});

test("the others reply, and the goal is reached", async () => {
  const way = begin();
  await rest(way);
  expect([way.verdict, way.taken]).toEqual(["open", 0]);
  way.decide("take");
  await rest(way);
  expect([way.verdict, done(way)]).toEqual(["open", ["0 take", "1 answer"]]);
  way.decide("take");
  await rest(way);
  expect([way.verdict, way.taken]).toEqual(["reached", 2]);
  // The attempt is over: further actions have no effect.
  way.decide("take");
  expect(way.study.asking).toBe(false);
});

test("a decision that misses the goal returns at once, to the beginning of the turn", async () => {
  for (const line of [["take", "wait"], ["wait"], ["leave"]]) {
    const way = begin();
    await rest(way);
    for (const action of line) {
      way.decide(action);
      await rest(way);
    }
    await settled();
    expect(way.verdict, line.join()).toBe("missed");
    // What was decided before, and the reply to it, stay on the board.
    expect(done(way)).toEqual(line.length > 1 ? ["0 take", "1 answer"] : []);
    expect([way.mistakes, way.fellShort]).toEqual([1, line.length - 1]);
    expect(way.study.playback.state?.version).toBe(done(way).length);
    const { restarts } = way;
    way.again();
    await rest(way);
    expect([way.verdict, done(way), way.restarts]).toEqual(["open", [], restarts + 1]);
  }
});

test("giving up shows the solution from the beginning", async () => {
  const way = begin();
  await rest(way);
  way.decide("wait");
  await rest(way);
  way.show(["take", "take"]);
  expect(way.legal).toEqual([]);
  await rest(way);
  expect(done(way)).toEqual(["0 take", "1 answer", "0 take"]);
  expect([way.verdict, way.shown]).toEqual(["reached", true]);
});

test("a puzzle of one turn ends with the turn, without a request", async () => {
  const way = begin({ ...puzzle, turns: 1 });
  await rest(way);
  way.decide("ask");
  await rest(way);
  expect([way.verdict, done(way), way.trouble]).toEqual(["missed", [], null]);
  // The user can try again without pressing anything else.
  way.decide("take");
  await rest(way);
  expect(way.mistakes).toBe(2);
});

test("a failed request for a reply is reported, and the user can restart", async () => {
  const way = begin();
  await rest(way);
  way.decide("ask");
  await rest(way);
  expect([way.verdict, way.trouble === null]).toEqual(["open", false]);
  way.again();
  await rest(way);
  expect([way.verdict, way.trouble]).toEqual(["open", null]);
});

test("the only legal action is taken automatically", async () => {
  const way = begin({ ...puzzle, goal: { score: 1 } });
  await rest(way);
  way.decide("narrow");
  await rest(way);
  expect([way.verdict, done(way)]).toEqual(["reached", ["0 narrow", "1 answer", "0 take"]]);
});
