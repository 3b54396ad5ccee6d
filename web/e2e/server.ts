/** The real program as a process, with its own port and data folder. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test as base } from "@playwright/test";
import { binary } from "./shelf";

const START_MS = 30_000;
const OPEN = /^Zashiki is open at (http:\/\/\S+)/;

/** A port that was free a moment ago. It stays the server's over restarts. */
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

/** A running parlour. */
export class Server {
  /** The address it printed. */
  url = "";
  #process: ChildProcess | null = null;
  readonly #data = mkdtempSync(join(tmpdir(), "zashiki-e2e-"));
  #port = 0;

  /** Starts the program, on the same port and data as before. */
  async start(): Promise<void> {
    const program = binary();
    this.#port ||= await freePort();
    const args = ["serve", "--lang", "en", "--port", String(this.#port), "--data", this.#data];
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

  /** Ends the program without a warning, as a power cut would, and waits until it is gone. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  /** Kills it and removes its data. */
  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#data, { recursive: true, force: true });
  }
}

/** Tests with a parlour of their own; browsers they open are closed with them. */
export const test = base.extend<{ server: Server }>({
  server: async ({ browser }, use) => {
    const server = new Server();
    await server.start();
    await use(server);
    for (const context of browser.contexts()) await context.close();
    await server.end();
  },
});

export { expect } from "@playwright/test";
