import { beforeEach, expect, test, vi } from "vitest";
import { FakeCaches } from "../testing/fixtures";
import { forgetAnswers } from "../api/http";
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

const CACHE = "zashiki / files";
const BUILT = [
  { path: "", bytes: 10, of: "shell" },
  { path: "assets/a-1.js", bytes: 20, of: "shell" },
  { path: "assets/dialog-1.js", bytes: 5, of: "rest" },
  { path: "assets/kokyu-1.js", bytes: 30, of: "kokyu" },
  { path: "assets/shinra-1.js", bytes: 40, of: "shinra" },
];
const module = (game: string, hash: string) => ({
  [game]: [
    { path: `wasm/${game}-${hash}/${game}.js`, bytes: 1 },
    { path: `wasm/${game}-${hash}/${game}_bg.wasm`, bytes: 100 },
  ],
});

let kept: FakeCaches;
let modules: object;
/** The files that cannot be loaded, with the reason. */
let broken: Map<string, unknown>;
let estimate: StorageEstimate;

beforeEach(() => {
  kept = new FakeCaches();
  modules = { ...module("kokyu", "aa"), ...module("shinra", "aa") };
  broken = new Map();
  estimate = { quota: 1e9, usage: 0 };
  forgetAnswers();
  vi.stubGlobal("caches", kept);
  vi.stubGlobal("fetch", (given: string) => {
    const url = new URL(given, "http://localhost/");
    if (url.pathname === "/api/games") return Promise.resolve(Response.json({ modules }));
    const why = broken.get(url.pathname.slice(1));
    return why ? Promise.reject(why) : Promise.resolve(new Response("file"));
  });
  // The worker lists the files of its build.
  const active = {
    postMessage: (_: unknown, [port]: MessagePort[]) => port!.postMessage(BUILT),
  };
  const registration = { active, waiting: null };
  vi.stubGlobal("navigator", {
    language: "en",
    onLine: true,
    serviceWorker: {
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    },
    storage: { estimate: () => Promise.resolve(estimate) },
  });
});

async function keptPaths(): Promise<string[]> {
  const keys = await (await kept.open(CACHE)).keys();
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
  estimate = { quota: 1000, usage: 900 };
  expect(await problem()).toBe("full");
  expect(await keptPaths()).toEqual([]);
  estimate = {};
  for (const [thrown, expected] of [
    [new DOMException("", "QuotaExceededError"), "full"],
    [new DOMException("", "SecurityError"), "refused"],
    [new TypeError("no network"), "unloaded"],
  ] as const) {
    broken.set("wasm/shinra-aa/shinra_bg.wasm", thrown);
    expect(await problem()).toBe(expected);
    // The other files are kept as a whole.
    expect(await keptPaths()).toContain("wasm/kokyu-aa/kokyu_bg.wasm");
  }
  broken.clear();
  expect(await problem()).toBeUndefined();
  expect(await everything()).toEqual([]);
  vi.spyOn(kept, "open").mockRejectedValue(new DOMException("", "SecurityError"));
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
  modules = { ...module("kokyu", "bb"), ...module("shinra", "bb") };
  forgetAnswers();
  await renewModules();
  const paths = await keptPaths();
  expect(paths).toContain("wasm/kokyu-bb/kokyu_bg.wasm");
  expect(paths.filter((path) => path.includes("shinra"))).toEqual([]);
});

test("a page whose games need a server keeps nothing", async () => {
  modules = {};
  expect(await offlineFiles()).toEqual([]);
  await keepGame("kokyu");
  expect(await keptPaths()).toEqual([]);
});
