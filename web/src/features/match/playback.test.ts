import { beforeEach, expect, test } from "vitest";
import type { TableState } from "../../generated/session";
import { FakeWorld, state, step } from "../../lib/testing/fixtures";
import type { Episode, LocalizedText } from "../../generated/core";
import type { AnimationStep } from "../../games/types";
import { Playback, type Clock } from "./playback.svelte";

let world: FakeWorld;
let frameMs: number;
let told: unknown[];
let playback: Playback;

beforeEach(() => {
  world = new FakeWorld();
  frameMs = 100;
  told = [];
  playback = new Playback({ later: world.later, frameMs: () => frameMs }, ({ text }) =>
    told.push((text as LocalizedText).en),
  );
  playback.push(state({ version: 1, view: "start", steps: [step(0, ["dealt"], false)] }));
});

/** An episode of this number of events. */
const sentence = (en: string, events: number, given: Partial<Episode> = {}): Episode => ({
  events,
  seat: 1,
  text: { ja: en, en },
  ...given,
});

const change = (version: number, events: string[]) =>
  state({
    version,
    view: `end ${version}`,
    steps_from: version - 1,
    steps: [step(version - 1, events)],
  });

test("the first state is shown at once", () => {
  expect(playback.view).toBe("start");
  expect(playback.playing).toBe(false);
  expect(playback.log).toHaveLength(1);
});

test("a new table's opening is animated, an old table's past is not", () => {
  const fresh = new Playback({ later: world.later, frameMs: () => frameMs });
  fresh.push(state({ view: "end", steps: [step(0, ["dealt"])] }));
  expect(fresh.view).toBe("after dealt");
  const old = new Playback({ later: world.later, frameMs: () => frameMs });
  old.push(state({ view: "end", steps: [step(0, ["dealt"]), step(1, ["moved"])] }));
  expect(old.view).toBe("end");
});

test("frames are shown one by one, then the end", () => {
  playback.push(change(2, ["a", "b"]));
  expect([playback.view, playback.playing, playback.events.at(-1)?.event]).toEqual([
    "after a",
    true,
    "a",
  ]);
  expect(playback.state?.version).toBe(1);
  expect(playback.newest?.version).toBe(2);
  world.pass(100);
  expect(playback.view).toBe("after b");
  expect(playback.log[1]?.told.map((each) => each.event)).toEqual(["a", "b"]);
  world.pass(100);
  expect([playback.view, playback.playing, playback.events]).toEqual(["end 2", false, []]);
  expect(playback.state?.version).toBe(2);
});

test("a bot seems to think before it acts, unless it acted just before or playback is skipped", () => {
  const bot = { name: "Novice", bot: "novice", online: true, deserted: false };
  const by = (number: number, seat: number, events: string[]) => ({
    ...step(number, events),
    seat,
  });
  const steps = [by(1, 0, ["mine"]), by(2, 1, ["its"]), by(3, 1, ["its again"])];
  const company = [{ ...bot, bot: null }, bot];
  playback.push(state({ version: 4, view: "end", seats: company, steps_from: 1, steps }));
  expect(playback.view).toBe("after mine");
  world.pass(100);
  // The bot appears to think for one to two frames.
  expect([playback.view, playback.playing]).toEqual(["after mine", true]);
  world.pass(99);
  expect(playback.view).toBe("after mine");
  world.pass(101);
  expect(playback.view).toBe("after its");
  world.pass(100);
  expect(playback.view).toBe("after its again");
  world.pass(100);
  expect(playback.view).toBe("end");
  playback.push(
    state({ version: 6, seats: company, steps_from: 4, steps: [by(4, 0, ["a"]), by(5, 1, ["b"])] }),
  );
  world.pass(100);
  expect(playback.view).toBe("after a");
  playback.skip();
  expect(told.slice(-2)).toEqual(["a", "b"]);
});

test("later states wait for their turn, and the last one is reached", () => {
  playback.push(change(2, ["a", "b"]));
  playback.push(change(3, ["c"]));
  playback.push(change(4, []));
  const seen = [];
  for (let tick = 0; tick < 5; tick++) {
    seen.push(playback.view);
    world.pass(100);
  }
  expect(seen).toEqual(["after a", "after b", "after c", "end 4", "end 4"]);
  expect(playback.log.map((each) => each.number)).toEqual([0, 1, 2, 3]);
  expect(told).toEqual(["a", "b", "c"]);
});

test("skipping shows the final state at once and announces everything", () => {
  playback.push(change(2, ["a", "b", "c"]));
  playback.push(change(3, ["d"]));
  playback.skip();
  expect([playback.view, playback.playing]).toEqual(["end 3", false]);
  expect(told).toEqual(["a", "b", "c", "d"]);
  world.pass(10_000);
  expect(playback.view).toBe("end 3");
});

test("without animation the final state is shown at once", () => {
  frameMs = 0;
  playback.push(change(2, ["a", "b"]));
  expect([playback.view, playback.playing]).toEqual(["end 2", false]);
  expect(told).toEqual(["a", "b"]);
});

test("turning animation off in the middle ends the waiting", () => {
  playback.push(change(2, ["a", "b", "c"]));
  frameMs = 0;
  world.pass(100);
  expect([playback.view, playback.playing]).toEqual(["end 2", false]);
});

test("a long queue is shown faster", () => {
  const events = Array.from({ length: 60 }, (_, index) => `e${index}`);
  playback.push(change(2, events));
  world.pass(60 * 100 * 0.75);
  expect(playback.view).toBe("end 2");
});

test("an undo cuts the log and shows the earlier view", () => {
  playback.push(change(2, ["a"]));
  playback.skip();
  playback.push(state({ version: 3, view: "start", steps_from: 1, steps: [] }));
  expect([playback.view, playback.playing]).toEqual(["start", false]);
  expect(playback.log.map((each) => each.number)).toEqual([0]);
});

test("steps without views are not played but are in the log", () => {
  const missed = [step(1, ["a"], false), step(2, ["b"], false)];
  playback.push(state({ version: 3, view: "end 3", steps_from: 1, steps: missed }));
  expect(playback.view).toBe("end 3");
  expect(playback.log).toHaveLength(3);
});

test("the log keeps no views", () => {
  playback.push(change(2, ["a"]));
  playback.skip();
  expect(JSON.stringify(playback.log)).not.toContain("after");
});

/** A step of the second seat. */
const others = (number: number, events: string[]) => ({ ...step(number, events), seat: 1 });

test("a decision stays open while others act, and its list of actions is the same object", () => {
  const legal = [{ action: "go", label: { ja: "行く", en: "Go" } }];
  const both = (version: number, given: Partial<ReturnType<typeof state>>) =>
    playback.push(state({ version, awaiting: [0, 1], legal: structuredClone(legal), ...given }));
  both(2, { steps_from: 1 });
  expect(playback.decision).toBe(0);
  const list = playback.newest!.legal;
  both(3, { awaiting: [0], steps_from: 1, steps: [others(1, ["a", "b"])] });
  expect(playback.playing).toBe(true);
  expect(playback.decision).toBe(0);
  expect(playback.newest!.legal).toBe(list);
  world.pass(500);
  expect(playback.playing).toBe(false);
  expect(playback.decision).toBe(0);
});

test("the components are one object for all states", () => {
  const components = { card: [{ kind: "king", count: 1 }] };
  const push = (version: number, given: object) =>
    playback.push(state({ version, components: structuredClone(given) }));
  push(2, components);
  const first = playback.newest!.components;
  push(3, components);
  expect(playback.newest!.components).toBe(first);
  push(4, { card: [] });
  expect(playback.newest!.components).toEqual({ card: [] });
});

test("a decision that was taken is closed at once, and the next opens when it is shown", () => {
  expect(playback.decision).toBe(0);
  playback.push(change(2, ["mine"]));
  expect(playback.decision).toBeNull();
  world.pass(100);
  expect(playback.decision).toBe(1);
  playback.push(state({ version: 3, awaiting: [1], steps_from: 2 }));
  expect(playback.decision).toBeNull();
});

test("a decision after an undo is another decision", () => {
  playback.push(change(2, ["mine"]));
  playback.skip();
  expect(playback.decision).toBe(1);
  playback.push(state({ version: 3, steps_from: 1 }));
  expect(playback.decision).toBe(0);
});

test("a spectator has no decision", () => {
  const watcher = new Playback({ later: world.later, frameMs: () => frameMs });
  watcher.push(state({ you: null }));
  expect(watcher.decision).toBeNull();
});

test("simultaneous events are shown and heard at once, for the longest duration among them", () => {
  const heard: string[] = [];
  const animationSteps: Record<string, AnimationStep> = {
    step: { hold: 1, together: "steps", sound: "wood" },
    blow: { hold: 3, sound: "strike" },
  };
  const stage = new Playback(
    { later: world.later, frameMs: () => 100 },
    undefined,
    ({ event }) => animationSteps[event as string] ?? { hold: 1 },
    (sound) => heard.push(sound),
  );
  stage.push(change(1, []));
  const [moves] = change(2, ["step", "step", "step", "blow"]).steps;
  stage.push({ ...change(2, []), steps: [{ ...moves!, episodes: [sentence("All move.", 4)] }] });
  expect([stage.events.length, heard]).toEqual([3, ["wood"]]);
  world.pass(100);
  expect([stage.events.length, heard]).toEqual([1, ["wood", "strike"]]);
  world.pass(299);
  expect(stage.playing).toBe(true);
  world.pass(1);
  expect([stage.playing, stage.view]).toEqual([false, "end 2"]);
});

test("the events since the user's own decision are replayed on request", () => {
  const by = (seat: number, version: number, event: string) => {
    const steps = [{ ...step(version - 1, [event]), seat }];
    return state({ version, you: 0, view: `end ${version}`, steps_from: version - 1, steps });
  };
  for (const next of [by(1, 2, "before"), by(0, 3, "mine"), by(1, 4, "theirs")])
    playback.push(next);
  playback.skip();
  playback.again();
  expect([playback.view, playback.playing]).toEqual(["after mine", true]);
  world.pass(100);
  expect(playback.view).toBe("after theirs");
  world.pass(100);
  expect([playback.view, playback.playing]).toEqual(["end 4", false]);
});

/** A state after a step of another seat with these episodes. */
const told2 = (version: number, episodes: Episode[], given: Partial<TableState> = {}) => {
  const count = episodes.reduce((sum, { events }) => sum + events, 0);
  const names = Array.from({ length: count }, (_, index) => `${version}.${index}`);
  const steps = [{ ...step(version - 1, names), seat: 1, episodes, scores: [3, 4] }];
  return state({ version, view: "end", steps_from: version - 1, steps, scores: [3, 4], ...given });
};

test("the frames of an episode share the time to read its sentence", () => {
  const clock = { later: world.later, frameMs: () => 100, readMs: () => 1_200 };
  const stage = new Playback(clock, (episode) => told.push(episode));
  stage.push(change(1, []));
  stage.push(told2(2, [sentence("Long.", 3), sentence("Last.", 1)]));
  const seen = [];
  for (let tick = 0; tick < 6; tick++) {
    seen.push([stage.view, (stage.episode?.text as LocalizedText | undefined)?.en]);
    world.pass(400);
  }
  expect(seen).toEqual([
    ["after 2.0", "Long."],
    ["after 2.1", "Long."],
    ["after 2.2", "Long."],
    ["after 2.3", "Last."],
    ["after 2.3", "Last."],
    ["after 2.3", "Last."],
  ]);
  expect(stage.view).toBe("end");
  expect(told).toHaveLength(2);
  expect(stage.log[1]!.episodes).toHaveLength(2);
});

test("many sentences are shown faster, but none for less time than it can be read in", () => {
  const readMs = (text: unknown) => (text === "" ? 1_200 : 3_000);
  const none = () => {};
  /** A playback of a game with its own patience: 8 seconds, or the usual one. */
  const playing = (clock: Partial<Clock>, patience?: number) =>
    new Playback(
      { later: world.later, frameMs: () => 450, ...clock },
      none,
      undefined,
      none,
      false,
      () => patience,
    );
  const time = (count: number, patience?: number) => {
    const stage = playing({ readMs }, patience);
    stage.push(change(1, []));
    stage.push(
      told2(
        2,
        Array.from({ length: count }, (_, n) => sentence(`${n}`, 1)),
      ),
    );
    const from = world.now;
    while (stage.playing) world.pass(10);
    return world.now - from;
  };
  expect(time(2)).toBe(6_000);
  // Six cards of 3 s each within 8 s, where the game has that patience.
  expect(time(6, 17.5)).toBeLessThanOrEqual(8_000);
  expect(time(6, 17.5)).toBeGreaterThanOrEqual(6 * 1_200);
  expect(time(10, 17.5)).toBeGreaterThanOrEqual(10 * 1_200);
  // Otherwise they are not hurried until they take more than 14 s.
  expect(time(4)).toBe(12_000);
  expect(time(6)).toBeGreaterThan(13_500);
  expect(time(6)).toBeLessThanOrEqual(14_000);
  expect(time(6, 45)).toBe(18_000);
  // A long sentence among short ones gives way, and the short ones keep their time.
  const long: Clock["readMs"] = (said) =>
    typeof said === "object" && said.en === "0" ? 9_000 : 1_200;
  const mixed = playing({ readMs: long }, 17.5);
  mixed.push(change(1, []));
  mixed.push(
    told2(
      2,
      Array.from({ length: 5 }, (_, n) => sentence(`${n}`, 1)),
    ),
  );
  const from = world.now;
  while (mixed.playing) world.pass(10);
  expect(world.now - from).toBeGreaterThan(7_500);
  expect(world.now - from).toBeLessThanOrEqual(8_000);
  // Far behind, even sentences are hurried.
  expect(time(100, 17.5)).toBeLessThan(20_000);
});

test("the opening and a bot's first step soon lead to the first decision", () => {
  const readMs = (text: unknown) => (text === "" ? 1_200 : 9_000);
  const stage = new Playback({ later: world.later, frameMs: () => 450, readMs });
  const opening = { ...step(0, ["dealt"]), seat: null, episodes: [sentence("Round 1.", 1)] };
  const bot = { ...step(1, ["placed"]), seat: 1, episodes: [sentence("A bot.", 1)] };
  const seats = state({}).seats.map((seat, index) => (index === 1 ? { ...seat, bot: "b" } : seat));
  stage.push(state({ version: 0, seats, steps: [opening] }));
  stage.push(state({ version: 1, seats, steps_from: 1, steps: [bot] }));
  expect(stage.view).toBe("after dealt");
  world.pass(1_200);
  expect(stage.view).toBe("after placed");
  expect(stage.playing).toBe(true);
});

test("bots that decide before the user's first decision share the time of the opening", () => {
  const readMs = (text: unknown) => (text === "" ? 1_200 : 9_000);
  const none = () => {};
  const seats = [0, 1, 2].map((seat) => ({
    name: `${seat}`,
    bot: seat === 0 ? null : "b",
    online: true,
    deserted: false,
  }));
  const bot = (number: number) => ({
    ...step(number, [`placed ${number}`]),
    seat: number,
    episodes: [sentence(`Bot ${number}.`, 1)],
  });
  const told = {
    ...step(0, ["dealt", "round"]),
    episodes: [sentence("Deal.", 1), sentence("Go.", 1)],
  };
  /** The time until the user may decide, if both bots decide `each` milliseconds after the other. */
  const time = (each: number, you: number | null = 0) => {
    const stage = new Playback(
      { later: world.later, frameMs: () => 450, readMs },
      none,
      undefined,
      none,
      true,
    );
    const from = world.now;
    const push = (version: number, steps: readonly ReturnType<typeof step>[], awaiting: number[]) =>
      stage.push(state({ version, you, seats, steps_from: version, steps: [...steps], awaiting }));
    push(0, [told], [1]);
    world.pass(each);
    push(1, [bot(1)], [2]);
    world.pass(each);
    push(2, [bot(2)], [0]);
    while (stage.playing) world.pass(10);
    // Afterwards a sentence has its usual time.
    const decided = world.now - from;
    push(3, [{ ...bot(3), seat: 1 }], [1]);
    while (stage.playing) world.pass(10);
    expect(world.now - from - decided).toBeGreaterThanOrEqual(7_000);
    return decided;
  };
  // A bot that comes after this time is shown for a glance.
  expect(time(100)).toBeLessThanOrEqual(675 + 180);
  expect(time(600)).toBeLessThanOrEqual(2 * 600 + 180);
  expect(time(2_000)).toBeLessThanOrEqual(2 * 2_000 + 180);
  // An onlooker has no decision for which to hurry.
  expect(time(100, null)).toBeGreaterThan(7_000);
});

test("the sentences of an opening share the time of a short one", () => {
  const readMs = (text: unknown) => (text === "" ? 1_200 : 9_000);
  const stage = new Playback({ later: world.later, frameMs: () => 450, readMs });
  const episodes = [sentence("You go first.", 1), sentence("Round 1.", 1)];
  stage.push(state({ steps: [{ ...step(0, ["dealt", "round"]), seat: null, episodes }] }));
  world.pass(590);
  expect(stage.view).toBe("after dealt");
  world.pass(10);
  expect(stage.view).toBe("after round");
  world.pass(590);
  expect(stage.playing).toBe(true);
  world.pass(10);
  expect(stage.playing).toBe(false);
});

test("the user may decide while the last sentence still stands", () => {
  const clock = { later: world.later, frameMs: () => 450, readMs: () => 1_200 };
  const none = () => {};
  const stage = new Playback(clock, none, undefined, none, true);
  stage.push(state({ version: 1, awaiting: [1] }));
  stage.push(told2(2, [sentence("First.", 1), sentence("Last.", 1)]));
  const now = () => [stage.playing, stage.decision, stage.lingering?.text];
  world.pass(1_200);
  expect([stage.view, stage.playing]).toEqual(["after 2.1", true]);
  world.pass(440);
  expect(now()).toEqual([true, null, undefined]);
  world.pass(10);
  expect([stage.view, ...now()]).toEqual(["end", false, 0, { ja: "Last.", en: "Last." }]);
  // A state without steps, such as a person's return, leaves the sentence.
  stage.push(state({ version: 3, view: "end", steps_from: 2 }));
  world.pass(740);
  expect(now()).toEqual([false, 0, { ja: "Last.", en: "Last." }]);
  world.pass(10);
  expect(now()).toEqual([false, 0, undefined]);
});

test("the last sentence keeps its time if more happens, and goes with the user's decision", () => {
  const clock = { later: world.later, frameMs: () => 450, readMs: () => 1_200 };
  const none = () => {};
  const stage = new Playback(clock, none, undefined, none, true);
  stage.push(change(1, []));
  stage.push(told2(2, [sentence("A.", 1)]));
  world.pass(400);
  stage.push(told2(3, [sentence("B.", 1)]));
  world.pass(790);
  expect(stage.view).toBe("after 2.0");
  world.pass(10);
  expect(stage.view).toBe("after 3.0");
  world.pass(450);
  expect([stage.playing, stage.lingering?.text]).toEqual([false, { ja: "B.", en: "B." }]);
  stage.push(change(4, ["mine"]));
  expect(stage.lingering).toBeNull();
  // Where another seat decides next, nothing waits for the user.
  stage.push(told2(5, [sentence("C.", 1)], { awaiting: [1] }));
  world.pass(450 + 1_190);
  expect([stage.playing, stage.lingering]).toEqual([true, null]);
});

test("a scene that players wait for keeps its time, however much follows", () => {
  const clock = { later: world.later, frameMs: () => 450, readMs: () => 1_200 };
  const stage = new Playback(clock, undefined, ({ event }) =>
    event === "2.0" ? { hold: 9, least: 8 } : { hold: 1 },
  );
  stage.push(change(1, []));
  const rest = Array.from({ length: 9 }, (_, n) => sentence(`${n}`, 1));
  stage.push(told2(2, [sentence("Reveal.", 1), ...rest]));
  world.pass(8 * 450 - 10);
  expect(stage.view).toBe("after 2.0");
  world.pass(500);
  expect(stage.view).toBe("after 2.1");
  world.pass(9 * 1_200);
  expect(stage.playing).toBe(false);
});

test("step by step, the playback waits for a press after each sentence with news", () => {
  const stage = new Playback({ later: world.later, frameMs: () => 100, waits: () => true });
  stage.push(change(1, []));
  const own = { ...step(1, ["mine"]), seat: 0, episodes: [sentence("Mine.", 1, { seat: 0 })] };
  const [theirs] = told2(3, [sentence("A.", 2), sentence("B.", 1)]).steps;
  stage.push(state({ version: 3, view: "end", steps_from: 1, steps: [own, theirs!] }));
  expect([stage.view, stage.waiting]).toEqual(["after mine", false]);
  world.pass(200);
  expect([stage.view, stage.waiting]).toEqual(["after 3.1", true]);
  world.pass(60_000);
  expect(stage.view).toBe("after 3.1");
  stage.next();
  expect([stage.view, stage.waiting]).toEqual(["after 3.2", true]);
  stage.next();
  expect([stage.view, stage.waiting, stage.playing]).toEqual(["end", false, false]);
});

test("a press ends a sentence before its time, and shows all its frames", () => {
  playback.push(told2(2, [sentence("A.", 3), sentence("B.", 1)]));
  playback.next();
  expect(playback.view).toBe("after 2.3");
  expect(playback.log[1]!.told).toHaveLength(4);
});

test("scores change with the sentences that announce it", () => {
  const changes = [{ seat: 0, amount: 3, cause: "found" }];
  playback.push(told2(2, [sentence("A.", 2, { changes }), sentence("B.", 1)]));
  expect(playback.scores).toEqual([0, 0]);
  world.pass(100);
  expect(playback.scores).toEqual([3, 0]);
  world.pass(100);
  expect(playback.scores).toEqual([3, 4]);
});

test("only seats whose decision stays open are open while changes are shown", () => {
  playback.push(state({ version: 2, awaiting: [0, 1], steps_from: 1 }));
  expect(playback.open).toEqual([0, 1]);
  playback.push(told2(3, [sentence("A.", 2)], { awaiting: [0, 1] }));
  // The other seat has decided; its next decision opens after the playback.
  expect([playback.playing, playback.open]).toEqual([true, [0]]);
  world.pass(200);
  expect([playback.playing, playback.open]).toEqual([false, [0, 1]]);
});

test("steps that were missed are named, without the user's own, and can be watched", () => {
  const without = (number: number, seat: number | null, name: string) => ({
    ...step(number, [name], false),
    seat,
  });
  playback.push(change(2, ["a"]));
  expect(playback.missed).toBeNull();
  const steps = [without(2, 0, "mine"), without(3, 1, "b"), without(4, 1, "c")];
  playback.push(state({ version: 5, view: "end", steps_from: 2, steps }));
  expect(playback.missed).toEqual({ from: 3, count: 2, last: { ja: "c", en: "c" } });
  // Known steps in another language are not missed.
  playback.missed = null;
  playback.push(state({ version: 5, view: "end", steps_from: 0, steps }));
  expect(playback.missed).toBeNull();
  // What is in the past when the page opens is not missed.
  const fresh = new Playback({ later: world.later, frameMs: () => frameMs });
  fresh.push(state({ version: 5, view: "end", steps }));
  expect(fresh.missed).toBeNull();
});
