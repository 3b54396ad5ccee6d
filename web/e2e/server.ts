/**
 * Runs the real program as a process with its own port and data folder, and opens browsers that
 * visit it.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "@playwright/test";
import { remember, type Memory } from "./person";
import { binary } from "./games";

const START_MS = 60_000;
const OPEN = /^Zashiki is open at (http:\/\/\S+)/;

/** Finds a port that is free now. The server uses the same port after a restart. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** A process of the real program. */
export class Server {
  /** The address that the program printed when it started. */
  url = "";
  #process: ChildProcess | null = null;
  readonly #data = mkdtempSync(join(tmpdir(), "zashiki-e2e-"));
  #port = 0;

  /** Starts the program; after a restart, with the same port and data as before. */
  async start(): Promise<void> {
    const program = binary();
    this.#port ||= await freePort();
    const args = ["serve", "--lang", "en", "--port", String(this.#port), "--data-dir", this.#data];
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = child;
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => (errors = (errors + String(chunk)).slice(-4000)));
    this.url = await new Promise<string>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${program} ${why}\n${errors}`));
      const timer = setTimeout(() => fail("did not say that it is open"), START_MS);
      child.once("error", (error) => fail(`cannot be started: ${error.message}`));
      child.once("exit", (code) => fail(`ended with ${code}`));
      createInterface({ input: child.stdout }).on("line", (line) => {
        const address = OPEN.exec(line)?.[1];
        if (!address) return;
        clearTimeout(timer);
        resolve(address);
      });
    });
  }

  /** Kills the program, as a power cut would, and waits until it is gone. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  /** Kills the program and removes its data. */
  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#data, { recursive: true, force: true });
  }
}

/** The console messages of a page whose server was killed. */
export const KILLED =
  /ERR_CONNECTION_\w+|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING|closed before receiving a handshake/;

/** Playwright's console message in a page whose service worker it blocks. */
const NO_WORKER = "Service Worker registration blocked by Playwright";

/** The console errors of the pages in a test. A test fails on every unexpected one. */
export class Complaints {
  readonly #heard: string[] = [];
  readonly #expected: RegExp[] = [];

  /** Expects console errors that match this pattern: they are part of the test. */
  expect(words: RegExp): void {
    this.#expected.push(words);
  }

  listen(context: BrowserContext): void {
    context.on("weberror", (error) => this.#heard.push(String(error.error())));
    context.on("console", (message) => {
      const bad = ["error", "warning"].includes(message.type());
      if (bad && !message.text().includes(NO_WORKER)) this.#heard.push(message.text());
    });
  }

  get unexpected(): string[] {
    return this.#heard.filter((text) => !this.#expected.some((words) => words.test(text)));
  }
}

/** Opens a new browser context for a visitor and returns its page. */
export type Enter = (memory?: Memory, options?: BrowserContextOptions) => Promise<Page>;

interface Visit {
  /** A server for this test alone, which the test may kill. */
  mortal: Server;
  complaints: Complaints;
  enter: Enter;
}

/** The test function, whose tests share one server per worker process. */
export const test = base.extend<Visit, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server();
      await server.start();
      await use(server);
      await server.end();
    },
    { scope: "worker", timeout: START_MS },
  ],
  mortal: async ({}, use) => {
    const server = new Server();
    await server.start();
    await use(server);
    await server.end();
  },
  complaints: [
    async ({}, use) => {
      const complaints = new Complaints();
      await use(complaints);
      expect(complaints.unexpected, "the console").toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, complaints }, use) => {
    complaints.listen(context);
    await use(context);
  },
  enter: async ({ browser, complaints }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (memory = {}, options = {}) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      complaints.listen(context);
      await remember(context, memory);
      return await context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };
