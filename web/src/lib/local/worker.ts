/**
 * A worker with the module of one game: its engine, or its bots. It answers calls one after the
 * other. After an error of the module its state is unknown, so the page ends this worker then.
 */
import { fetchFile } from "../api/server";
import type { Answer, Call, Start } from "./workerMessages";

/** A module as wasm-bindgen builds it. */
interface GameModule {
  default: (init: { module_or_path: Response }) => Promise<unknown>;
  Engine: new () => { handle(input: string, now: number): string };
  Thinker: new () => {
    think(job: string, progress: (done: number, of: number) => void): string;
  };
}

const answer = (message: Answer) => postMessage(message);

/** Loads the module and creates its engine or bots; the result carries out calls. */
async function load({ script, binary, part }: Start): Promise<(call: Call) => string> {
  const [module, response] = await Promise.all([
    import(/* @vite-ignore */ script) as Promise<GameModule>,
    fetchFile(binary),
  ]);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  await module.default({ module_or_path: response });
  if (part === "engine") {
    const engine = new module.Engine();
    return ({ argument, now }) => engine.handle(argument, now);
  }
  const thinker = new module.Thinker();
  return ({ id, argument }) =>
    thinker.think(argument, (done, of) => answer({ type: "progress", id, done, of }));
}

/** Returns true if the file can be reached at all. */
const reachable = (address: string): Promise<boolean> =>
  fetchFile(address).then(
    () => true,
    () => false,
  );

let loaded: Promise<(call: Call) => string> | null = null;

async function start(message: Start): Promise<void> {
  loaded = load(message);
  try {
    await loaded;
  } catch (thrown) {
    const away = !(await reachable(message.script)) || !(await reachable(message.binary));
    answer({ type: "unloaded", away, reason: String(thrown) });
  }
}

async function carryOut(call: Call): Promise<void> {
  const run = await loaded?.catch(() => null);
  if (!run) return;
  try {
    answer({ type: "result", id: call.id, result: run(call) });
  } catch (thrown) {
    answer({ type: "trap", id: call.id, reason: String(thrown) });
  }
}

addEventListener("message", ({ data }: MessageEvent<Start | Call>) => {
  void (data.type === "start" ? start(data) : carryOut(data));
});
