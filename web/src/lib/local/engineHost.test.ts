import { expect, test, vi } from "vitest";
import { FakeWorld } from "../testing/fixtures";
import { until } from "../testing/until";
import { BotPool } from "./botPool";
import { EngineHost } from "./engineHost";
import { Trap, type Runner } from "./modules";
import type { Effect, Input } from "../../generated/browser";

const DAY = 86_400_000;

/** A host whose engine answers each input with the effects that the test gives. */
function host(effects: (input: Input) => Effect[]) {
  const time = new FakeWorld();
  const inputs: Input[] = [];
  const runner: Runner = {
    call: (text) => {
      const input = JSON.parse(text) as Input;
      inputs.push(input);
      return Promise.resolve(JSON.stringify(effects(input)));
    },
    end: () => {},
  };
  const bots = { run: vi.fn(() => () => {}) };
  const made = new EngineHost("counting", {
    start: () => runner,
    store: { load: () => Promise.resolve(null), put: () => Promise.resolve("ok") },
    bots,
    changed: () => {},
    now: () => time.now,
    later: time.later,
  });
  return { made, inputs, time };
}

test("the engine is woken once at the time that it asked for last, however far away", async () => {
  let at: number | null = 500;
  const { made, inputs, time } = host((input) =>
    input.type === "request"
      ? [
          { type: "wake", at },
          { type: "reply", id: input.id, status: 200, body: "" },
        ]
      : [],
  );
  const wakes = () => inputs.filter(({ type }) => type === "time").length;
  const ask = () => made.request("GET", "/api/games/counting", "", null);
  await ask();
  at = 60 * DAY;
  await ask();
  time.pass(30 * DAY);
  expect(wakes()).toBe(0);
  time.pass(30 * DAY);
  await until(() => expect(wakes()).toBe(1));
  at = time.now + 10;
  await ask();
  at = null;
  await ask();
  time.pass(DAY);
  expect(wakes()).toBe(1);
});

test("inputs are given one after the other, each after the effects of the one before", async () => {
  let open = 0;
  let most = 0;
  const runner: Runner = {
    call: async (text) => {
      most = Math.max(most, ++open);
      await new Promise((next) => setTimeout(next));
      open -= 1;
      const { id } = JSON.parse(text) as { id: number };
      return JSON.stringify([{ type: "reply", id, status: 200, body: String(id) }]);
    },
    end: () => {},
  };
  const time = new FakeWorld();
  const made = new EngineHost("counting", {
    start: () => runner,
    store: { load: () => Promise.resolve(null), put: () => Promise.resolve("ok") },
    bots: { run: () => () => {} },
    changed: () => {},
    now: () => 0,
    later: time.later,
  });
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => made.request("GET", "/api/games/counting", "", null)),
  );
  expect(replies.map(({ body }) => body)).toEqual(["1", "2", "3", "4", "5"]);
  expect(most).toBe(1);
});

/** A pool whose workers answer when the test lets them. */
function pool(most: number) {
  const workers: { game: string; ended: boolean; calls: string[] }[] = [];
  const settle = new Map<
    string,
    { resolve: (text: string) => void; reject: (why: unknown) => void }
  >();
  const made = new BotPool(
    (game) => {
      const worker = { game, ended: false, calls: [] as string[] };
      workers.push(worker);
      return {
        call: (request) => {
          worker.calls.push(request);
          return new Promise((resolve, reject) => settle.set(request, { resolve, reject }));
        },
        end: () => (worker.ended = true),
      };
    },
    () => 0,
    most,
  );
  const results: string[] = [];
  const run = (game: string, request: string) =>
    made.run(
      game,
      request,
      () => {},
      (result) => results.push(`${request} ${result}`),
    );
  const finish = async (request: string) => {
    settle.get(request)!.resolve("done");
    await Promise.resolve();
    await Promise.resolve();
  };
  const fail = async (request: string, why: unknown) => {
    settle.get(request)!.reject(why);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { workers, run, finish, fail, results };
}

test("at most so many searches run at once; a worker keeps its module", async () => {
  const { workers, run, finish, results } = pool(2);
  for (const request of ["a", "b", "c"]) run("go", request);
  expect(workers.map(({ calls }) => calls)).toEqual([["a"], ["b"]]);
  await finish("b");
  expect(workers.map(({ calls }) => calls)).toEqual([["a"], ["b", "c"]]);
  await finish("a");
  // Another game takes the place of an idle worker.
  run("chess", "d");
  expect(workers.map(({ game, ended }) => [game, ended])).toEqual([
    ["go", true],
    ["go", false],
    ["chess", false],
  ]);
  expect(results).toEqual(["b done", "a done"]);
});

test("a cancelled search that waits is dropped, and one that runs ends its worker", async () => {
  const { workers, run, finish, results } = pool(1);
  const [first, second] = [run("go", "a"), run("go", "b")];
  run("go", "c");
  second();
  first();
  expect(workers.map(({ ended, calls }) => [ended, calls])).toEqual([
    [true, ["a"]],
    [false, ["c"]],
  ]);
  await finish("a");
  await finish("c");
  expect(results).toEqual(["c done"]);
});

test("a search is tried twice if its worker stops, and once if there is no module", async () => {
  const { workers, run, fail, results } = pool(1);
  run("go", "a");
  await fail("a", new Trap("unreachable"));
  expect(workers).toHaveLength(2);
  await fail("a", new Trap("unreachable"));
  expect(results).toEqual(["a null"]);
  run("go", "b");
  await fail("b", new Error("404"));
  expect(results).toEqual(["a null", "b null"]);
  expect(workers.every(({ ended }) => ended)).toBe(true);
});
