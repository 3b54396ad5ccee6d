import { beforeEach, expect, test, vi } from "vitest";
import { forgetAnswers } from "../api/http";
import { moduleOf, offlineWorld, type OfflineWorld } from "../testing/offlineWorld";
import { fileAddress } from "../url/address";
import {
  forget,
  keep,
  keepGame,
  KeepFailed,
  missingOf,
  offlineFiles,
  renewModules,
} from "./offline";

let world: OfflineWorld;
beforeEach(() => (world = offlineWorld()));

async function keptPaths(): Promise<string[]> {
  const keys = await (await world.kept.open("zashiki / files")).keys();
  return keys.map(({ url }) => url.replace(fileAddress(""), "")).sort();
}
const everything = async () => (await missingOf(await offlineFiles())).missing;

test("everything is the built page and the modules, and is counted as it is kept", async () => {
  const files = await offlineFiles();
  expect(files.map(({ bytes }) => bytes).reduce((one, other) => one + other)).toBe(307);
  expect(await missingOf(files)).toMatchObject({ kept: 0, all: 307 });
  let bytes = 0;
  await keep(await everything(), (more) => (bytes += more));
  expect(bytes).toBe(307);
  expect(await missingOf(files)).toEqual({ missing: [], kept: 307, all: 307 });
});

test("what is kept can be removed, except what the page needs to open", async () => {
  await keep(await everything());
  await forget(await offlineFiles());
  expect(await keptPaths()).toEqual(["", "assets/a-1.js"]);
});

test("a full device, a browser that refuses and a lost network are told apart", async () => {
  const problem = async () => {
    const failed = await keep(await everything()).catch((thrown: unknown) => thrown);
    return failed instanceof KeepFailed ? failed.problem : failed;
  };
  world.estimate = { quota: 1000, usage: 900 };
  expect(await problem()).toBe("full");
  expect(await keptPaths()).toEqual([]);
  world.estimate = {};
  for (const [thrown, expected] of [
    [new DOMException("", "QuotaExceededError"), "full"],
    [new DOMException("", "SecurityError"), "refused"],
    [new TypeError("no network"), "unloaded"],
  ] as const) {
    world.broken.set("wasm/shinra-aa/shinra_bg.wasm", thrown);
    expect(await problem()).toBe(expected);
    // The other files are kept as a whole.
    expect(await keptPaths()).toContain("wasm/kokyu-aa/kokyu_bg.wasm");
  }
  world.broken.clear();
  expect(await problem()).toBeUndefined();
  expect(await everything()).toEqual([]);
  vi.spyOn(world.kept, "open").mockRejectedValue(new DOMException("", "SecurityError"));
  await expect(missingOf([])).rejects.toMatchObject({ problem: "refused" });
});

test("keeping stops on request", async () => {
  let count = 0;
  await keep(
    await everything(),
    () => (count += 1),
    () => count > 0,
  );
  expect(count).toBeLessThan((await offlineFiles()).length);
  expect(count).toBeGreaterThan(0);
});

test("the first visit of a game keeps it, and nothing of other games", async () => {
  await keepGame("kokyu");
  expect(await keptPaths()).toEqual([
    "assets/dialog-1.js",
    "assets/kokyu-1.js",
    "wasm/kokyu-aa/kokyu.js",
    "wasm/kokyu-aa/kokyu_bg.wasm",
  ]);
});

test("an upgrade renews the modules of games that were kept", async () => {
  await keepGame("kokyu");
  world.modules = { ...moduleOf("kokyu", "bb"), ...moduleOf("shinra", "bb") };
  forgetAnswers();
  await renewModules();
  const paths = await keptPaths();
  expect(paths).toContain("wasm/kokyu-bb/kokyu_bg.wasm");
  expect(paths.filter((path) => path.includes("shinra"))).toEqual([]);
});

test("a page whose games need a server keeps nothing", async () => {
  world.modules = {};
  expect(await offlineFiles()).toEqual([]);
  await keepGame("kokyu");
  expect(await keptPaths()).toEqual([]);
});
