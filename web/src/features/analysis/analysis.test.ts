import { expect, test, vi } from "vitest";
import type * as wire from "../../generated/session";
import { FakeWorld, state, step } from "../../lib/testing/fixtures";
import { seatOf } from "../../lib/url/viewpoint";
import { Playback } from "../match/playback.svelte";
import { Analysis, type AnalysisApi } from "./analysis.svelte";

const refused = { rule: "X-1", message: { ja: "だめ", en: "no" } };

/** A fake server for a game in which "bad" is illegal and every other action is legal. */
function server() {
  const played = (play: wire.Study) => {
    const bad = play.actions.findIndex(({ action }) => action === "bad");
    const taken = bad < 0 ? play.actions.length : bad;
    const last = taken + (play.conclusion && bad < 0 ? 1 : 0);
    const all = Array.from({ length: last + 1 }, (_, number) =>
      step(
        number,
        [`${play.actions[number - 1]?.action ?? "dealt"} by ${play.eyes}`],
        number === last,
      ),
    );
    const seen = Math.min(play.seen ?? 0, last + 1);
    return {
      state: state({
        version: taken,
        you: seatOf(play.eyes),
        view: `${taken} of ${play.actions.map(({ action }) => action).join("")}`,
        legal: [{ action: "a", label: { ja: "あ", en: "a" } }],
        steps_from: seen,
        steps: all.slice(seen),
      }),
      refused: bad < 0 ? null : refused,
      position: play.truth ? { stands: taken } : null,
    };
  };
  return {
    study: vi.fn(async (play: wire.Study) => played(play)),
    previewAnalysis: vi.fn(async (play: wire.Study, action: string) => ({
      version: play.actions.length,
      told: step(9, [action]).told,
      episodes: step(9, [action]).episodes,
      refused: null,
    })),
    studyDraft: vi.fn(async (_play: wire.Study, draft: string) => ({
      draft: { reading: draft, completed: null, refused: null },
      refused: null,
    })),
  } satisfies AnalysisApi;
}

const BEGINNING = { game: "nothing", seats: 2 };
const deeds = (line: string) => [...line].map((action, at) => ({ seat: at % 2, action }));
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

function visit(frameMs = 0) {
  const world = new FakeWorld();
  const asked = server();
  const playback = new Playback({ later: world.later, frameMs: () => frameMs });
  return { world, asked, playback, study: new Analysis(playback, asked) };
}

test("an analysis begins at its end and goes to any step", async () => {
  const { study, playback } = visit();
  study.start(BEGINNING, deeds("abc"), { eyes: 1 });
  await settled();
  expect([study.number, study.length, playback.view]).toEqual([3, 3, "3 of abc"]);
  expect(study.log.map(({ number }) => number)).toEqual([0, 1, 2, 3]);
  study.goto(1);
  await settled();
  expect([study.number, playback.view]).toEqual([1, "1 of a"]);
  expect(playback.log.map(({ number }) => number)).toEqual([0, 1]);
  // The steps after the current one stay known.
  expect(study.log).toHaveLength(4);
  study.goto(99);
  await settled();
  expect([study.number, playback.view]).toEqual([3, "3 of abc"]);
});

test("the next step is animated, others are shown at once", async () => {
  const { study, playback, world } = visit(100);
  study.start(BEGINNING, deeds("abc"), { eyes: 0, at: 1 });
  await settled();
  expect(playback.playing).toBe(false);
  study.goto(2);
  await settled();
  expect([playback.playing, playback.view]).toEqual([true, "after b by 0"]);
  expect(study.legal).toEqual([]);
  world.pass(100);
  expect([playback.playing, playback.view]).toEqual([false, "2 of ab"]);
  study.goto(0);
  await settled();
  expect([playback.playing, playback.view]).toEqual([false, "0 of "]);
});

test("only the last requested step is loaded", async () => {
  const { study, asked } = visit();
  study.start(BEGINNING, deeds("abcdef"), { at: 0 });
  for (const number of [1, 2, 3, 4, 5]) study.goto(number);
  await settled();
  expect(study.playback.view).toBe("5 of abcde");
  expect(asked.study).toHaveBeenCalledTimes(2);
});

test("an action continues from the displayed step", async () => {
  const { study, playback } = visit();
  study.start(BEGINNING, deeds("abc"), { eyes: 0, at: 1 });
  await settled();
  study.act("x");
  await settled();
  expect(study.actions).toEqual([
    { seat: 0, action: "a" },
    { seat: 0, action: "x" },
  ]);
  expect([study.number, study.length, playback.view]).toEqual([2, 2, "2 of ax"]);
  expect(study.log.at(-1)?.told[0]?.event).toBe("x by 0");
  study.undo();
  await settled();
  expect([study.number, study.length, playback.view]).toEqual([1, 1, "1 of a"]);
  expect(study.log).toHaveLength(2);
});

test("an illegal action changes nothing and sets the reason", async () => {
  const { study, playback } = visit();
  study.start(BEGINNING, deeds("a"), { eyes: 0 });
  await settled();
  study.act("bad");
  await settled();
  expect(study.refused).toEqual(refused);
  expect([study.number, study.length, playback.view]).toEqual([1, 1, "1 of a"]);
  study.act("b");
  await settled();
  expect(study.refused).toBeNull();
});

test("a spectator cannot act, and other viewpoints get other texts", async () => {
  const { study, asked } = visit();
  study.start(BEGINNING, deeds("ab"));
  await settled();
  study.act("c");
  await settled();
  expect(asked.study).toHaveBeenCalledTimes(1);
  study.look(1);
  await settled();
  expect(study.log.map(({ told }) => told[0]?.event)).toEqual(["dealt by 1", "a by 1", "b by 1"]);
});

test("with everything open there is no current seat and no preview", async () => {
  const { study, asked } = visit();
  study.start(BEGINNING, deeds("ab"), { eyes: "all" });
  await settled();
  expect([study.seat, study.playback.newest?.you]).toEqual([null, null]);
  expect(study.log.at(-1)?.told[0]?.event).toBe("b by all");
  study.act("c");
  await study.previewAction("c");
  await settled();
  expect(asked.study).toHaveBeenCalledTimes(1);
  expect(asked.previewAnalysis).not.toHaveBeenCalled();
  // An action for another seat is still possible.
  study.act("c", 1);
  await settled();
  expect(asked.study.mock.lastCall?.[0]).toMatchObject({ eyes: "all", seen: 3 });
});

test("an end by the table is a step of its own", async () => {
  const { study, asked } = visit();
  study.start({ ...BEGINNING, conclusion: { kind: "agreed" } }, deeds("ab"));
  await settled();
  expect([study.number, study.length]).toEqual([3, 3]);
  expect(asked.study.mock.lastCall?.[0].conclusion).toEqual({ kind: "agreed" });
  study.goto(2);
  await settled();
  expect(asked.study.mock.lastCall?.[0].conclusion).toBeUndefined();
});

test("a preview is about the displayed step and is requested once", async () => {
  const { study, asked } = visit();
  study.start(BEGINNING, deeds("ab"), { eyes: 0 });
  await settled();
  await study.previewAction("c");
  expect((await study.previewAction("c")).told).toHaveLength(1);
  expect(asked.previewAnalysis).toHaveBeenCalledTimes(1);
  study.undo();
  await settled();
  study.act("x");
  await settled();
  await study.previewAction("c");
  expect(asked.previewAnalysis.mock.lastCall?.[0].actions.map(({ action }) => action)).toEqual([
    "a",
    "x",
  ]);
});

test("a draft is interpreted, and the position can be requested", async () => {
  const { study } = visit();
  study.start(BEGINNING, deeds("ab"), { eyes: 0, at: 1 });
  await settled();
  expect(await study.draft("half")).toMatchObject({ reading: "half" });
  expect(await study.position()).toEqual({ stands: 1 });
});

test("a given position is returned unchanged until an action is taken", async () => {
  const { study } = visit();
  study.start({ ...BEGINNING, position: { short: true } }, [], { eyes: 0 });
  await settled();
  expect(await study.position()).toEqual({ short: true });
  study.act("a");
  await settled();
  expect(await study.position()).toEqual({ stands: 1 });
});

test("a failed request is reported, and the next one succeeds", async () => {
  const { study, asked, playback } = visit();
  study.start(BEGINNING, deeds("ab"), { eyes: 0 });
  await settled();
  asked.study.mockRejectedValueOnce(new Error("away"));
  study.goto(0);
  await settled();
  expect(study.problem?.en).toContain("does not answer");
  study.goto(1);
  await settled();
  expect([study.problem, playback.view]).toEqual([null, "1 of a"]);
});
