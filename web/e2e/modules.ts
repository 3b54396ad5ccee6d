/**
 * The modules for the browser and the native program with the same bots, which prints jobs with its
 * results.
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize } from "node:path";
import { promisify } from "node:util";

/** A line of the native program: a job, and its result and time there. */
export interface Line {
  game: string;
  seats: number;
  name: string;
  job: string;
  result: string;
  seconds: number;
}

/** The result of a job in the browser, and its time there. */
export interface Done {
  result: string;
  seconds: number;
}

const modules = join(import.meta.dirname, "../../target/wasm-modules");
const program = process.env.ZASHIKI_DECISIONS;
const TYPES: Record<string, string> = { js: "text/javascript", wasm: "application/wasm" };

export const games = ["kokyu", "sengoku", "hostile", "honnoji", "shinra"];

/** True if the modules and the native program are there. */
export const built = Boolean(program) && existsSync(join(modules, "sizes.json"));

/** The lines that the native program prints with these arguments. */
export async function nativeLines(...words: string[]): Promise<Line[]> {
  if (!program) throw new Error("ZASHIKI_DECISIONS names no program");
  const { stdout } = await promisify(execFile)(program, words, { maxBuffer: 2 ** 28 });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

/** Serves the modules to a page. */
export async function serveModules(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = normalize(join(modules, request.url ?? ""));
    if (request.url === "/" || !path.startsWith(modules) || !existsSync(path)) {
      response.setHeader("content-type", "text/html");
      return response.end("<!doctype html><title>modules</title>");
    }
    response.setHeader("content-type", TYPES[path.split(".").pop() ?? ""] ?? "text/plain");
    response.end(readFileSync(path));
  });
  await new Promise<void>((open) => server.listen(0, "127.0.0.1", open));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("the server has no port");
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

/** In the page: runs jobs of a game in a worker, one after the other in one `Thinker`. */
export const runJobs = ({ url, game, jobs }: { url: string; game: string; jobs: string[] }) =>
  new Promise<Done[]>((resolve, reject) => {
    const script = `
      import init, { Thinker } from "${url}${game}/${game}.js";
      await init({ module_or_path: "${url}${game}/${game}_bg.wasm" });
      const thinker = new Thinker();
      onmessage = ({ data: jobs }) => postMessage(jobs.map((job) => {
        const start = performance.now();
        const result = thinker.think(job, () => {});
        return { result, seconds: (performance.now() - start) / 1000 };
      }));
      postMessage("ready");`;
    const source = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const worker = new Worker(source, { type: "module" });
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data === "ready") return worker.postMessage(jobs);
      worker.terminate();
      resolve(data as Done[]);
    };
  });
