// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { language } from "../i18n/i18n.svelte";
import { FakeCaches } from "../testing/fixtures";
import { follow, renew, unfollow } from "./push";

const bytes = (...numbers: number[]) => new Uint8Array(numbers).buffer;
/** A key whose bytes, 0xfb 0xff, are +/8 in plain base64 and differ in base64url. */
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
let status: number;
let asked: { method: string; body: unknown }[];

beforeEach(() => {
  subscription = null;
  made = 0;
  key = KEY;
  status = 200;
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
  vi.stubGlobal("caches", new FakeCaches());
  vi.stubGlobal("fetch", (_path: string, init?: RequestInit) => {
    if (!init?.method) return Promise.resolve(Response.json({ key }));
    const body = init.body ? (JSON.parse(init.body as string) as unknown) : null;
    asked.push({ method: init.method, body });
    return Promise.resolve(Response.json(null, { status }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const ONE = { endpoint: "https://push.example/1", p256dh: "BP8", auth: "AQI", lang: "ja" };

test("a browser is subscribed, and not asked again the next time", async () => {
  await follow();
  await follow();
  expect(made).toBe(1);
  expect(asked).toEqual([
    { method: "POST", body: ONE },
    { method: "POST", body: ONE },
  ]);
});

test("without the operator's key the browser is not asked", async () => {
  key = null;
  await follow();
  expect(made).toBe(0);
  expect(asked).toEqual([]);
});

test("another key of the server needs another subscription", async () => {
  await follow();
  subscription!.options.applicationServerKey = bytes(1);
  await follow();
  expect(asked.at(-1)?.body).toMatchObject({ endpoint: "https://push.example/2" });
});

test("a subscription renewed by the browser is sent when a page opens, and nothing else is", async () => {
  await follow();
  await renew();
  expect(asked).toHaveLength(1);
  subscription = new FakeSubscription(bytes(0xfb, 0xff), 7);
  await renew();
  await renew();
  expect(asked).toHaveLength(2);
  expect(asked[1]?.body).toEqual({ ...ONE, endpoint: "https://push.example/7" });
  // The user has chosen another language.
  language.set("en");
  await renew();
  await renew();
  expect(asked.slice(2).map(({ body }) => body)).toMatchObject([{ lang: "en" }]);
});

test("an ended subscription is created again, and a browser without one is not asked", async () => {
  await renew();
  expect(made).toBe(0);
  await follow();
  subscription = null;
  await renew();
  expect(made).toBe(2);
  expect(asked.at(-1)?.body).toMatchObject({ endpoint: "https://push.example/2" });
});

test("a subscription from an older page is sent, and a refused one is tried again", async () => {
  subscription = new FakeSubscription(bytes(0xfb, 0xff), 3);
  status = 503;
  await expect(renew()).rejects.toThrow();
  status = 200;
  await renew();
  await renew();
  expect(asked).toHaveLength(2);
});

test("unsubscribing deletes it here and on the server", async () => {
  await unfollow();
  expect(asked).toEqual([]);
  await follow();
  await unfollow();
  expect(subscription).toBeNull();
  expect(asked.at(-1)).toEqual({ method: "DELETE", body: null });
  const before = asked.length;
  await renew();
  expect(asked).toHaveLength(before);
});
