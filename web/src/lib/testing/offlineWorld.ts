/** A browser with a service worker and a cache, for tests of files that are kept for offline use. */
import { vi } from "vitest";
import { forgetAnswers } from "../api/http";
import { FakeCaches } from "./fixtures";

/** The files of the fake build. */
const BUILT = [
  { path: "", bytes: 10, of: "shell" },
  { path: "assets/a-1.js", bytes: 20, of: "shell" },
  { path: "assets/dialog-1.js", bytes: 5, of: "rest" },
  { path: "assets/kokyu-1.js", bytes: 30, of: "kokyu" },
  { path: "assets/shinra-1.js", bytes: 40, of: "shinra" },
];

/** The module of a game in a catalogue. */
export const moduleOf = (game: string, hash: string) => ({
  [game]: [
    { path: `wasm/${game}-${hash}/${game}.js`, bytes: 1 },
    { path: `wasm/${game}-${hash}/${game}_bg.wasm`, bytes: 100 },
  ],
});

export interface OfflineWorld {
  kept: FakeCaches;
  /** The modules in the server's catalogue. */
  modules: object;
  /** The paths of files that cannot be loaded, with the error. */
  broken: Map<string, unknown>;
  estimate: StorageEstimate;
}

/** Replaces the browser's network, cache and service worker until the globals are reset. */
export function offlineWorld(): OfflineWorld {
  const world: OfflineWorld = {
    kept: new FakeCaches(),
    modules: { ...moduleOf("kokyu", "aa"), ...moduleOf("shinra", "aa") },
    broken: new Map(),
    estimate: { quota: 1e9, usage: 0 },
  };
  forgetAnswers();
  vi.stubGlobal("caches", world.kept);
  vi.stubGlobal("fetch", (given: string) => {
    const path = new URL(given, "http://localhost/").pathname.slice(1);
    if (path === "api/games") return Promise.resolve(Response.json({ modules: world.modules }));
    const why = world.broken.get(path);
    return why ? Promise.reject(why) : Promise.resolve(new Response("file"));
  });
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
    storage: {
      estimate: () => Promise.resolve(world.estimate),
      persist: () => Promise.resolve(false),
    },
  });
  return world;
}
