// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import type { Studied, Study as Asked } from "../../generated/session";
import type { Tutorial, LessonStep } from "../../generated/core";
import { state, step } from "../../lib/testing/fixtures";
import { Playback } from "../match/playback.svelte";
import { Analysis, type AnalysisApi } from "../analysis/analysis.svelte";
import { fits, LessonSession } from "./lessonSession.svelte";

const text = (words: string) => ({ ja: words, en: words });
const nothing = {
  title: null,
  scene: null,
  done: [],
  event: null,
  hint: null,
  well: null,
  other: null,
  forbidden: [],
  then: [],
};
const steps: LessonStep[] = [
  { ...nothing, say: text("look"), scene: "start" },
  {
    ...nothing,
    say: text("go"),
    done: ["go"],
    event: { event: "gone", far: true },
    well: text("well"),
    other: text("other"),
    forbidden: [{ action: "steal", rule: "X-1", say: text("gently") }],
    then: [{ seat: 1, action: "answer" }],
  },
  { ...nothing, say: text("end") },
];
const book: Tutorial = {
  facts: { minutes: 1, weight: 1, mood: text("calm"), lessons: 1 },
  scenes: {
    start: { seats: 2, options: null, seed: "1", position: null, actions: [], eyes: 0 },
  },
  minute: [],
  chapters: [],
  lesson: steps,
  second: [],
  advice: [],
  situations: [],
};

let asked: Asked[];
let tutor: LessonSession;

/** A fake server: "steal" is illegal, and "run" is legal but does more than the step requires. */
const server: AnalysisApi = {
  study: (play) => {
    asked.push(play);
    const action = play.actions.at(-1)?.action;
    const taken = play.actions.map((_, at) => step(at + 1, ["moved"], false));
    const events = action === "run" ? [{ event: "gone", far: true }] : [{ event: "moved" }];
    const last = taken.at(-1);
    if (last) last.told = events.map((event) => ({ event, text: text("moved"), rule: null }));
    const legal = ["go", "run", "wait"].map((each) => ({ action: each, label: text(each) }));
    const refused =
      action === "steal" ? { rule: "X-1", message: text("no"), kind: "rule" as const } : null;
    return Promise.resolve({
      state: state({ version: taken.length, steps: taken, legal, awaiting: [0] }),
      refused,
      position: null,
    } as unknown as Studied);
  },
  previewAnalysis: () => Promise.reject(new Error("not asked")),
  studyDraft: () => Promise.reject(new Error("not asked")),
};

/** Waits until all requests are answered. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  tutor.rest();
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

beforeEach(async () => {
  asked = [];
  const playback = new Playback({ later: () => () => {}, frameMs: () => 0 });
  tutor = new LessonSession("game", book, new Analysis(playback, server));
  tutor.start();
  await settle();
});

const done = () => tutor.study.actions.map(({ seat, action }) => `${seat} ${action}`);

test("a step without a task is read, and the user can continue", () => {
  expect(tutor.ready).toBe(true);
  tutor.next();
  expect(tutor.step.say.en).toBe("go");
  expect(tutor.ready).toBe(false);
});

test("the right action is played, praised, and followed by the other seats", async () => {
  tutor.next();
  await tutor.attempt("go");
  await settle();
  expect(tutor.reply).toEqual({ text: text("well"), rule: null, well: true });
  expect(done()).toEqual(["0 go", "1 answer"]);
  expect(tutor.ready).toBe(true);
  tutor.next();
  expect(tutor.isLast).toBe(true);
});

test("praise waits until all of the step has been shown, which the user can skip", async () => {
  tutor.next();
  await tutor.attempt("go");
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  // The other seat has not answered yet.
  expect([done(), tutor.reply, tutor.watching]).toEqual([["0 go"], null, true]);
  tutor.skip();
  await settle();
  expect([done(), tutor.watching]).toEqual([["0 go", "1 answer"], false]);
  expect(tutor.reply?.well).toBe(true);
});

test("a lesson is resumed at a step, after the steps before it have been played", async () => {
  tutor.start(2);
  await settle();
  expect([tutor.number, done()]).toEqual([2, ["0 go", "1 answer"]]);
  expect(tutor.isLast).toBe(true);
  tutor.start(1);
  await settle();
  expect([tutor.number, done(), tutor.done]).toEqual([1, [], false]);
});

test("another action counts by its events", async () => {
  tutor.next();
  await tutor.attempt("run");
  expect(tutor.done).toBe(true);
});

test("a legal but wrong action gets a gentle reply and is not played", async () => {
  tutor.next();
  await tutor.attempt("wait");
  await settle();
  expect(tutor.reply).toEqual({ text: text("other"), rule: null, well: false });
  expect([done(), tutor.done, tutor.restarts]).toEqual([[], false, 1]);
});

test("an illegal action gets its rule", async () => {
  tutor.next();
  await tutor.attempt("steal");
  expect(tutor.reply).toEqual({ text: text("gently"), rule: "X-1", well: false });
  expect(done()).toEqual([]);
});

test("a hint leaves only the right actions, and can be played", async () => {
  tutor.next();
  expect(tutor.legal.map(({ action }) => action)).toEqual(["go", "run", "wait"]);
  tutor.hint();
  expect(tutor.legal.map(({ action }) => action)).toEqual(["go"]);
  tutor.show();
  await settle();
  expect(done()).toEqual(["0 go", "1 answer"]);
});

test("a step can be restarted", async () => {
  tutor.next();
  await tutor.attempt("go");
  await settle();
  tutor.again();
  await settle();
  expect([done(), tutor.done, tutor.reply]).toEqual([[], false, null]);
  expect(asked.at(-1)?.actions).toEqual([]);
});

test("an event matches if it has all named values", () => {
  const event = { event: "moved", path: [2], seat: 0 };
  expect(fits({ event: "moved", path: [2] }, { event })).toBe(true);
  expect(fits({ event: "moved", path: [3] }, { event })).toBe(false);
  expect(fits({ event: "stayed" }, { event })).toBe(false);
});
