// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { language } from "./i18n.svelte";
import { follow, unfollow } from "./push";

const bytes = (...numbers: number[]) => new Uint8Array(numbers).buffer;
/** 0xfb 0xff is +/8 in plain base64. */
const KEY = "-_8";

class FakeSubscription {
  options: { applicationServerKey: ArrayBuffer };
  endpoint: string;
  constructor(key: ArrayBuffer, number: number) {
    this.options = { applicationServerKey: key };
    this.endpoint = `https://push.example/${number}`;
  }
  getKey = (name: string) => (name === "auth" ? bytes(1, 2) : bytes(4, 255));
  unsubscribe = () => {
    subscription = null;
    return Promise.resolve(true);
  };
}

let subscription: FakeSubscription | null;
let made: number;
let key: string | null;
let asked: { method: string; body: unknown }[];

beforeEach(() => {
  subscription = null;
  made = 0;
  key = KEY;
  asked = [];
  language.set("ja");
  const pushManager = {
    getSubscription: () => Promise.resolve(subscription),
    subscribe: () => {
      subscription = new FakeSubscription(bytes(0xfb, 0xff), ++made);
      return Promise.resolve(subscription);
    },
  };
  const getRegistration = () => Promise.resolve({ pushManager });
  vi.stubGlobal("navigator", { onLine: true, serviceWorker: { getRegistration } });
  vi.stubGlobal("fetch", (_path: string, init?: RequestInit) => {
    if (!init?.method) return Promise.resolve(Response.json({ key }));
    const body = init.body ? (JSON.parse(init.body as string) as unknown) : null;
    asked.push({ method: init.method, body });
    return Promise.resolve(Response.json(null));
  });
});
afterEach(() => vi.unstubAllGlobals());

const ONE = { endpoint: "https://push.example/1", p256dh: "BP8", auth: "AQI", lang: "ja" };

test("a browser is subscribed, and not asked for anew the next time", async () => {
  await follow();
  await follow();
  expect(made).toBe(1);
  expect(asked).toEqual([
    { method: "POST", body: ONE },
    { method: "POST", body: ONE },
  ]);
});

test("where the operator has set no key the browser is not asked", async () => {
  key = null;
  await follow();
  expect(made).toBe(0);
  expect(asked).toEqual([]);
});

test("another key of the house needs another subscription", async () => {
  await follow();
  subscription!.options.applicationServerKey = bytes(1);
  await follow();
  expect(asked.at(-1)?.body).toMatchObject({ endpoint: "https://push.example/2" });
});

test("who turns it off is forgotten here and there", async () => {
  await unfollow();
  expect(asked).toEqual([]);
  await follow();
  await unfollow();
  expect(subscription).toBeNull();
  expect(asked.at(-1)).toEqual({ method: "DELETE", body: null });
});
