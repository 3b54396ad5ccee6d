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
  vi.stubGlobal("SHELL", ["/"]);
  vi.stubGlobal("self", {
    addEventListener: (type: string, handler: (event: object) => void) =>
      handlers.set(type, handler),
    registration: { pushManager: manager },
    location: { origin: "https://games.example" },
  });
  vi.stubGlobal("navigator", { language: "en-GB" });
  vi.stubGlobal("caches", kept);
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    const body = typeof init?.body === "string" ? (JSON.parse(init.body) as unknown) : null;
    asked.push({ method: init?.method ?? "GET", path, body });
    return Promise.resolve(Response.json(init ? null : { key }, { status }));
  });
  vi.resetModules();
  await import(/* @vite-ignore */ WORKER);
});
afterEach(() => vi.unstubAllGlobals());

/**
 * Sends the worker the event of a changed push subscription: the new one, or null if the former one
 * has ended.
 */
async function change(newSubscription: typeof NEW | null): Promise<void> {
  let done: Promise<unknown> | undefined;
  const waitUntil = (promise: Promise<unknown>) => (done = promise);
  handlers.get("pushsubscriptionchange")!({ newSubscription, waitUntil });
  await done;
}
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
