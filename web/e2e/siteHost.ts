/**
 * A plain host of files for tests of the static site: it sends the files of a folder below a path,
 * without rewriting, and `404.html` of the site for what is missing.
 */
import { readFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import type { Page } from "@playwright/test";
import { test } from "./server";

/** The folder that `cargo xtask site` writes. */
export const SITE = join(import.meta.dirname, "../../target/site");

/** The reason to skip tests of the site; undefined if it was built. */
export const notBuilt = existsSync(join(SITE, "index.html"))
  ? undefined
  : "target/site was not built: run `cargo xtask site`";

/** The path of the site on its host. */
const BELOW = "/club/games/";

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

export class SiteHost {
  readonly #server: Server = createServer((request, response) => {
    void this.#answer(request.url ?? "/").then(({ status, type, body }) => {
      response.writeHead(status, { "content-type": type });
      response.end(body);
    });
  });
  #port = 0;

  /** The address of the site. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}${BELOW}`;
  }

  /** Starts the host; after a stop, at the same address. */
  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(this.#port, "127.0.0.1", done));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const stopped = new Promise((done) => this.#server.close(done));
    this.#server.closeAllConnections();
    await stopped;
  }

  async #answer(url: string): Promise<{ status: number; type: string; body: Buffer }> {
    const path = normalize(decodeURIComponent(new URL(url, "http://host/").pathname));
    const missing = async () => ({
      status: 404,
      type: "text/html",
      body: await readFile(join(SITE, "404.html")),
    });
    if (!path.startsWith(BELOW)) return await missing();
    const name = path.slice(BELOW.length) || "index.html";
    try {
      const body = await readFile(join(SITE, name));
      return { status: 200, type: TYPES[extname(name)] ?? "application/octet-stream", body };
    } catch {
      return await missing();
    }
  }
}

/** Waits until the service worker has kept the shell and answers the page. */
export async function controlled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((done) =>
        navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }),
      );
  });
}

/** The addresses of all files that the browser keeps for the page. */
export async function kept(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const names = await caches.keys();
    const stored = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return stored.flat().map(({ url }) => url);
  });
}

/** The test function of tests with a host of their own. */
export const siteTest = test.extend<{ host: SiteHost }>({
  host: async ({}, use) => {
    const host = new SiteHost();
    await host.start();
    await use(host);
    await host.stop();
  },
});
