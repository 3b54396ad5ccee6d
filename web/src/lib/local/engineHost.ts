/**
 * The engine of one game on this device, with what it needs from the browser: a worker, the
 * storage, timers, the workers of the bots, and news of other tabs. It gives the engine one input
 * after the other and carries out the effects.
 */
import type { ToClient, ToServer } from "../../generated/session";
import { OPEN } from "../api/transport";
import type { BotPool } from "./botPool";
import { DeviceSocket, type SocketHost } from "./deviceSocket";
import { Trap, type Runner, type StartRunner } from "./modules";
import { Problem, storageProblem } from "./problems";
import type { Effect, Input, StoredLocalTable } from "../../generated/browser";
import type { TableStore } from "./tableStore";

/** The part of the browser that engines use; tests pass their own. */
export interface World {
  start: StartRunner;
  store: Pick<TableStore, "load" | "put">;
  bots: Pick<BotPool, "run">;
  /** Tells other tabs that this tab has changed a table. */
  changed: (table: string) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Calls back after `ms` milliseconds; returns a function that cancels it. */
  later: (callback: () => void, ms: number) => () => void;
}

/** An answer to a request. */
export interface Reply {
  status: number;
  body: string;
}

/** A request that the engine has not answered yet. */
interface Request {
  input: Extract<Input, { type: "request" }>;
  /** The table that the request is about; null if none. */
  table: string | null;
  answer: (reply: Reply) => void;
}

/** The time in milliseconds for which a table without clients stays in the engine. */
const STAYS_MS = 30_000;
/** The longest time in milliseconds that a timer of a browser can wait. */
const LONGEST_MS = 2 ** 31 - 1;
/** The number of traps in a row at a table, without a stored change between, that end the tries. */
const TRAPS = 3;

export const replyOf = ({ status, refusal }: Problem): Reply => ({
  status,
  body: JSON.stringify(refusal),
});

const engineFailed = () => new Problem(500, (words) => words.engineFailed);
const engineStops = () => new Problem(500, (words) => words.engineStops);

/** The engine of one game. */
export class EngineHost implements SocketHost {
  #runner: Runner | null = null;
  /** Counts the starts of the worker: answers to the effects of an earlier one are dropped. */
  #run = 0;
  #inputs: Input[] = [];
  #busy = false;
  #ids = 0;
  readonly #requests = new Map<number, Request>();
  readonly #sockets = new Map<number, DeviceSocket>();
  /** The tables that the engine may have in memory, with the function that keeps them there. */
  readonly #held = new Map<string, () => void>();
  readonly #jobs = new Map<number, () => void>();
  /** The reasons of writes that have failed, until the engine has received the failure. */
  readonly #unwritten = new Map<number, { problem: Problem; table: string }>();
  #stopTimer = () => {};
  /** Ids of messages at which the engine has stopped: they are not tried again. */
  readonly #fatal = new Set<string>();
  /** The number of traps in a row by table; those without a table count under "". */
  readonly #traps = new Map<string, number>();

  constructor(
    readonly game: string,
    readonly world: World,
  ) {}

  /** Begins to load the engine, before it has an input. */
  warm(): void {
    this.#started();
  }

  #started(): Runner {
    return (this.#runner ??= this.world.start(this.game, "engine"));
  }

  /** Sends the engine a request of the page and returns its answer. */
  request(method: string, path: string, body: string, table: string | null): Promise<Reply> {
    const problem = this.#broken(table);
    if (problem) return Promise.resolve(replyOf(problem));
    const id = ++this.#ids;
    if (table !== null) this.#hold(table);
    return new Promise((answer) => {
      const input = { type: "request", id, method, path, body } as const;
      this.#requests.set(id, { input, table, answer });
      this.#feed(input);
    });
  }

  /** Connects the page to a table. */
  connect(table: string, query: string): DeviceSocket {
    const client = ++this.#ids;
    const socket = new DeviceSocket(table, client, this);
    if (this.#broken(table)) {
      queueMicrotask(() => socket.cut());
      return socket;
    }
    this.#sockets.set(client, socket);
    this.#hold(table);
    this.#feed({ type: "connect", table, client, query });
    return socket;
  }

  message(client: number, text: string): void {
    if (!this.#fatal.has(idOf(text))) return this.#feed({ type: "message", client, text });
    const { refusal } = new Problem(500, (words) => words.decisionFails);
    this.#tell(client, { type: "refused", id: idOf(text), ...refusal });
  }

  disconnect(client: number): void {
    const table = this.#sockets.get(client)?.table;
    if (table === undefined) return;
    this.#sockets.delete(client);
    this.#feed({ type: "disconnect", client });
    this.#release(table);
  }

  /** Another tab has changed a table, or it was replaced: the engine takes the stored one. */
  async reload(table: string): Promise<void> {
    if (this.#held.has(table)) await this.#read(table);
  }

  /** Removes a table from the engine, since it is deleted. */
  unload(table: string): void {
    this.#cutAll(table);
    this.#held.get(table)?.();
    if (this.#held.delete(table)) this.#feed({ type: "unload", table });
  }

  #feed(input: Input): void {
    this.#inputs.push(input);
    if (!this.#busy) void this.#work();
  }

  /** Gives the engine the inputs in order, each after the effects of the one before. */
  async #work(): Promise<void> {
    this.#busy = true;
    for (let input = this.#inputs.shift(); input; input = this.#inputs.shift()) {
      try {
        const effects = await this.#started().call(JSON.stringify(input), this.world.now());
        this.#perform(input, JSON.parse(effects) as Effect[]);
      } catch (thrown) {
        this.#fail(input, thrown);
      }
    }
    this.#busy = false;
  }

  #perform(input: Input, effects: readonly Effect[]): void {
    const unwritten = input.type === "stored" ? this.#unwritten.get(input.write) : undefined;
    for (const effect of effects) {
      switch (effect.type) {
        case "reply": {
          // The engine knows that a write has failed, but not why.
          const told = unwritten && effect.status >= 500 ? replyOf(unwritten.problem) : effect;
          this.#answer(effect.id, told);
          break;
        }
        case "send":
          for (const client of effect.clients) this.#sockets.get(client)?.receive(effect.text);
          break;
        case "refuse":
          this.#cut(effect.client);
          break;
        case "store":
          void this.#store(effect);
          break;
        case "read":
          this.#hold(effect.table);
          void this.#read(effect.table);
          break;
        case "think":
          this.#think(effect.job, effect.request);
          break;
        case "cancel":
          this.#jobs.get(effect.job)?.();
          this.#jobs.delete(effect.job);
          break;
        case "wake":
          this.#wake(effect.at);
      }
    }
    if (input.type !== "stored" || !unwritten) return;
    this.#unwritten.delete(input.write);
    // Nobody may wait for the write of a bot's decision, so all clients are notified.
    const { refusal } = unwritten.problem;
    for (const { table, client } of this.#sockets.values())
      if (table === unwritten.table) this.#tell(client, { type: "refused", id: "", ...refusal });
  }

  #tell(client: number, message: ToClient): void {
    this.#sockets.get(client)?.receive(JSON.stringify(message));
  }

  #answer(id: number, reply: Reply): void {
    const request = this.#requests.get(id);
    if (!request) return;
    this.#requests.delete(id);
    request.answer({ status: reply.status, body: reply.body });
    if (request.table !== null) this.#release(request.table);
  }

  async #store({ write, table, known, row, change }: Extract<Effect, { type: "store" }>) {
    const run = this.#run;
    this.#hold(table);
    try {
      const result = await this.world.store.put(row, known, change);
      if (result === "ok") {
        this.#traps.delete(table);
        this.#traps.delete("");
        this.world.changed(table);
      }
      if (run === this.#run) this.#feed({ type: "stored", write, result });
    } catch (thrown) {
      if (run !== this.#run) return;
      this.#unwritten.set(write, { problem: storageProblem(thrown), table });
      this.#feed({ type: "stored", write, result: "failed" });
    }
    this.#release(table);
  }

  async #read(table: string): Promise<void> {
    const run = this.#run;
    let found: StoredLocalTable | null;
    try {
      found = await this.world.store.load(table);
    } catch (thrown) {
      if (run !== this.#run) return;
      // The inputs that wait for this table are answered here, with the reason.
      this.#refuse(table, storageProblem(thrown));
      found = null;
    }
    if (run !== this.#run) return;
    this.#feed(found ? { type: "load", table: found } : { type: "missing", table });
    // Another tab has removed the table.
    if (!found) this.#cutOpen(table);
  }

  #think(job: number, request: string): void {
    const end = this.world.bots.run(
      this.game,
      request,
      (done, of) => this.#feed({ type: "progress", job, done, of }),
      (result) => {
        this.#jobs.delete(job);
        this.#feed({ type: "thought", job, result });
      },
    );
    this.#jobs.set(job, end);
  }

  #wake(at: number | null): void {
    this.#stopTimer();
    this.#stopTimer = () => {};
    if (at === null) return;
    const left = Math.max(0, at - this.world.now());
    this.#stopTimer =
      left > LONGEST_MS
        ? this.world.later(() => this.#wake(at), LONGEST_MS)
        : this.world.later(() => this.#feed({ type: "time" }), left);
  }

  /** Keeps a table in the engine. */
  #hold(table: string): void {
    this.#held.get(table)?.();
    this.#held.set(table, () => {});
  }

  /** Unloads a table after a while, if nothing needs it any more. */
  #release(table: string): void {
    const keep = this.#held.get(table);
    if (!keep || this.#isNeeded(table)) return;
    keep();
    const unload = () => !this.#isNeeded(table) && this.unload(table);
    this.#held.set(table, this.world.later(unload, STAYS_MS));
  }

  #isNeeded(table: string): boolean {
    const at = (each: { table: string | null }) => each.table === table;
    return [...this.#sockets.values()].some(at) || [...this.#requests.values()].some(at);
  }

  /** Answers all requests about a table and ends its connections. */
  #refuse(table: string, problem: Problem): void {
    for (const [id, request] of [...this.#requests])
      if (request.table === table) this.#answer(id, replyOf(problem));
    this.#cutAll(table);
  }

  #cut(client: number): void {
    const socket = this.#sockets.get(client);
    this.#sockets.delete(client);
    socket?.cut();
    if (socket) this.#release(socket.table);
  }

  #cutOpen(table: string): void {
    for (const socket of [...this.#sockets.values()])
      if (socket.table === table && socket.readyState === OPEN) this.#cut(socket.client);
  }

  #cutAll(table: string): void {
    for (const socket of [...this.#sockets.values()])
      if (socket.table === table) this.#cut(socket.client);
  }

  #broken(table: string | null): Problem | null {
    const most = Math.max(this.#traps.get("") ?? 0, this.#traps.get(table ?? "") ?? 0);
    return most < TRAPS ? null : engineStops();
  }

  /**
   * Starts again after a failure. Everything in the memory of the engine is lost; what is stored is
   * not. Connections end, and the page opens them again.
   */
  #fail(input: Input, thrown: unknown): void {
    const problem = thrown instanceof Problem ? thrown : null;
    if (!(thrown instanceof Trap) && !problem) console.error(thrown);
    this.#runner?.end();
    this.#runner = null;
    this.#run += 1;
    this.#stopTimer();
    for (const end of this.#jobs.values()) end();
    this.#jobs.clear();
    this.#unwritten.clear();
    for (const release of this.#held.values()) release();
    this.#held.clear();
    this.#inputs = [];
    if (problem) this.#refuseAll(problem);
    else this.#recover(input);
  }

  #refuseAll(problem: Problem): void {
    for (const id of [...this.#requests.keys()]) this.#answer(id, replyOf(problem));
    for (const client of [...this.#sockets.keys()]) this.#cut(client);
  }

  /** After a trap: the input that caused it is not tried again, other requests are. */
  #recover(input: Input): void {
    const table = tableOf(input, this.#requests, this.#sockets) ?? "";
    this.#traps.set(table, (this.#traps.get(table) ?? 0) + 1);
    if (input.type === "message") this.#fatal.add(idOf(input.text));
    if (input.type === "request") this.#answer(input.id, replyOf(engineFailed()));
    for (const client of [...this.#sockets.keys()]) this.#cut(client);
    for (const [id, request] of [...this.#requests]) {
      const broken = this.#broken(request.table);
      if (broken) {
        this.#answer(id, replyOf(broken));
        continue;
      }
      if (request.table !== null) this.#hold(request.table);
      this.#inputs.push(request.input);
    }
  }
}

/** The id of a message to the engine; empty if it has none. */
function idOf(text: string): string {
  try {
    return (JSON.parse(text) as Partial<ToServer>).id ?? "";
  } catch {
    return "";
  }
}

/** The table that an input is about; null if that is unknown. */
function tableOf(
  input: Input,
  requests: ReadonlyMap<number, Request>,
  sockets: ReadonlyMap<number, DeviceSocket>,
): string | null {
  switch (input.type) {
    case "load":
      return input.table.row.table;
    case "missing":
    case "unload":
    case "connect":
      return input.table;
    case "message":
    case "disconnect":
      return sockets.get(input.client)?.table ?? null;
    case "request":
      return requests.get(input.id)?.table ?? null;
    default:
      return null;
  }
}
