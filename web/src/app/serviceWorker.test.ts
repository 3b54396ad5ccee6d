/** Tests of the service worker, which runs in a fake worker environment. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeCaches } from "../lib/testing/fixtures";

/**
 * The path of the service worker's module, as a variable: the type checker would treat a literal
 * import as part of the page.
 */
const WORKER = "../../worker/sw.ts";

const NEW = {
  toJSON: () => ({ endpoint: "https://push.example/2", keys: { p256dh: "BP8", auth: "AQI" } }),
};
const TOLD = { endpoint: "https://push.example/2", p256dh: "BP8", auth: "AQI" };

const ROOT = "https://games.example/club/";
const FILES = [
  { path: "assets/index-AAAAAAA2.js", bytes: 1, of: "shell" },
  { path: "assets/kokyu-BBBBBBB2.js", bytes: 1, of: "kokyu" },
  { path: "assets/kokyu-CCCCCCC2.css", bytes: 1, of: "kokyu" },
  { path: "assets/shinra-DDDDDDD2.js", bytes: 1, of: "shinra" },
  { path: "", bytes: 1, of: "shell" },
];

let kept: FakeCaches;
let asked: { method: string; path: string; body: unknown }[];
let status: number;
let key: string | null;
let manager: {
  getSubscription: () => Promise<typeof NEW | null>;
  subscribe: ReturnType<typeof vi.fn>;
};
let handlers: Map<string, (event: object) => void>;

beforeEach(async () => {
  kept = new FakeCaches();
  asked = [];
  status = 200;
  key = "-_8";
  manager = {
    getSubscription: () => Promise.resolve(null),
    subscribe: vi.fn(() => Promise.resolve(NEW)),
  };
  handlers = new Map();
  vi.stubGlobal("FILES", FILES);
  vi.stubGlobal("self", {
    addEventListener: (type: string, handler: (event: object) => void) =>
      handlers.set(type, handler),
    registration: { pushManager: manager },
    clients: { claim: () => Promise.resolve() },
    location: { href: `${ROOT}sw.js` },
  });
  vi.stubGlobal("navigator", { language: "en-GB" });
  vi.stubGlobal("caches", kept);
  vi.stubGlobal("fetch", (given: string | Request, init?: RequestInit) => {
    const path = typeof given === "string" ? given : given.url;
    const body = typeof init?.body === "string" ? (JSON.parse(init.body) as unknown) : null;
    asked.push({ method: init?.method ?? "GET", path, body });
    return Promise.resolve(Response.json(init ? null : { key }, { status }));
  });
  vi.resetModules();
  await import(/* @vite-ignore */ WORKER);
});
afterEach(() => vi.unstubAllGlobals());

/** Sends the worker an event and waits until it is handled. */
async function send(type: string, event: object = {}): Promise<void> {
  let done: Promise<unknown> | undefined;
  handlers.get(type)!({ ...event, waitUntil: (promise: Promise<unknown>) => (done = promise) });
  await done;
}

/** The paths of the kept files below the page's folder. */
async function keptPaths(): Promise<string[]> {
  const cache = await kept.open("zashiki /club/ files");
  return (await cache.keys()).map(({ url }) => url.replace(ROOT, "")).sort();
}

/** Requests a file through the worker; undefined if the worker leaves it to the browser. */
async function request(path: string, mode = "cors"): Promise<Response | undefined> {
  let response: Promise<Response> | undefined;
  const respondWith = (given: Promise<Response>) => (response = given);
  const requested = { url: new URL(path, ROOT).href, method: "GET", mode };
  handlers.get("fetch")!({ request: requested, respondWith });
  return await response;
}

/**
 * Sends the worker the event of a changed push subscription: the new one, or null if the former one
 * has ended.
 */
const change = (newSubscription: typeof NEW | null) =>
  send("pushsubscriptionchange", { newSubscription });
const last = async () => (await (await kept.open("push")).match("/push"))?.json() as unknown;
const remember = async (told: object) =>
  (await kept.open("push")).put("/push", Response.json(told));

test("a subscription that the browser renews is sent, in the user's language", async () => {
  await remember({ ...TOLD, endpoint: "https://push.example/1", lang: "ja" });
  await change(NEW);
  const told = { ...TOLD, lang: "ja" };
  expect(asked).toEqual([{ method: "POST", path: "/api/me/push", body: told }]);
  expect(await last()).toEqual(told);
  expect(manager.subscribe).not.toHaveBeenCalled();
});

test("an ended subscription is created again with the server's key", async () => {
  await change(null);
  expect(manager.subscribe).toHaveBeenCalledExactlyOnceWith({
    userVisibleOnly: true,
    applicationServerKey: "-_8",
  });
  expect(asked.at(-1)?.body).toEqual({ ...TOLD, lang: "en" });
});

test("a server without push receives nothing", async () => {
  key = null;
  await change(null);
  expect(manager.subscribe).not.toHaveBeenCalled();
  expect(asked.map(({ method }) => method)).toEqual(["GET"]);
});

test("a failed renewal is left for the page to send", async () => {
  await remember({ ...TOLD, endpoint: "https://push.example/1", lang: "ja" });
  status = 503;
  await change(NEW);
  expect(await last()).toMatchObject({ endpoint: "https://push.example/1" });
});

test("the first visit keeps the shell, in a cache of the page's folder", async () => {
  await send("install");
  expect(await keptPaths()).toEqual(["", "assets/index-AAAAAAA2.js"]);
});

test("a file is kept when it is first loaded, and comes from the cache afterwards", async () => {
  await request("assets/kokyu-BBBBBBB2.js");
  expect(await keptPaths()).toEqual(["assets/kokyu-BBBBBBB2.js"]);
  asked = [];
  expect((await request("assets/kokyu-BBBBBBB2.js"))?.ok).toBe(true);
  expect(asked).toEqual([]);
  // The worker leaves requests to the server and to other folders alone.
  for (const other of ["api/games", "/assets/kokyu-BBBBBBB2.js", "https://other.example/club/"])
    expect(await request(other), other).toBeUndefined();
});

test("without a network any place opens the kept document", async () => {
  await send("install");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  expect((await request("?/rules/kokyu", "navigate"))?.ok).toBe(true);
  expect((await request("assets/shinra-DDDDDDD2.js").catch(() => null))?.ok).toBeUndefined();
});

test("a new build keeps the new files of a kept game before it removes the old ones", async () => {
  const cache = await kept.open("zashiki /club/ files");
  for (const path of [
    "",
    "assets/index-AAAAAAA1.js",
    "assets/kokyu-BBBBBBB1.js",
    "wasm/kokyu-1/k.js",
  ])
    await cache.put(ROOT + path, new Response());
  await (await kept.open("zashiki /club/ of an earlier form")).put("x", new Response());
  await (await kept.open("zashiki /other/ files")).put("x", new Response());
  await send("install");
  expect(await keptPaths()).toContain("assets/index-AAAAAAA1.js");
  await send("activate");
  expect(await keptPaths()).toEqual([
    "",
    "assets/index-AAAAAAA2.js",
    "assets/kokyu-BBBBBBB2.js",
    "assets/kokyu-CCCCCCC2.css",
    "wasm/kokyu-1/k.js",
  ]);
  expect(await kept.keys()).toEqual(["zashiki /club/ files", "zashiki /other/ files"]);
});

test("a new module takes the place of the earlier one of its game", async () => {
  for (const path of ["wasm/kokyu-1/k.js", "wasm/shinra-1/s.js", "wasm/kokyu-2/k.js"])
    await request(path);
  expect(await keptPaths()).toEqual(["wasm/kokyu-2/k.js", "wasm/shinra-1/s.js"]);
});

test("the page learns the files of the build", async () => {
  const postMessage = vi.fn();
  handlers.get("message")!({ data: { type: "files" }, ports: [{ postMessage }] });
  expect(postMessage).toHaveBeenCalledWith(FILES);
});
