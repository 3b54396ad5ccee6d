/**
 * A fake engine of a tiny game, for tests of the host of real engines: a person and a bot add 1 in
 * turn until the sum is 6. Its effects are those of a real engine.
 */
import { Trap, type Progress, type Runner, type StartRunner } from "../local/modules";
import type { Problem } from "../local/problems";
import type {
  Effect,
  Input,
  LocalTableRow,
  StoredLocalTable,
  Versions,
} from "../../generated/browser";
import { card } from "./fixtures";

/** The id of the fake game. */
export const COUNTING = "counting";

interface Table {
  row: LocalTableRow;
  sum: number;
  clients: Set<number>;
  /** The versions of the stored row; null before the table is stored. */
  known: Versions | null;
  job: number | null;
}

/** A write that is not confirmed, with what happens when it is. */
interface Write {
  table: string;
  sum: number;
  row: LocalTableRow;
  /** Called if the write has succeeded. */
  done: () => void;
  /** Called if it has failed. */
  failed: () => void;
  /** Called after a conflict, when the table is loaded again. */
  again: Input;
}

/** The behaviour of the fake engine, as a test sets it. */
export interface Script {
  /** Inputs at which the engine stops; each entry is used once. */
  traps: ((input: Input) => boolean)[];
  /** The inputs of all engines, in order. */
  inputs: Input[];
  /** The searches that stop the bots' worker, in number. */
  failingThoughts: number;
  /** Searches wait until the test answers them; otherwise they end at once. */
  held: ((go: () => void) => void) | null;
  /** The number of workers that were started, and that are running. */
  started: { engine: number; thinker: number };
  running: { engine: number; thinker: number };
  /** The reason why modules cannot be loaded; null if they can. */
  unloadable: Problem | null;
}

export const script = (): Script => ({
  traps: [],
  inputs: [],
  failingThoughts: 0,
  held: null,
  started: { engine: 0, thinker: 0 },
  running: { engine: 0, thinker: 0 },
  unloadable: null,
});

class FakeEngine {
  readonly #tables = new Map<string, Table>();
  readonly #waiting = new Map<string, Input[]>();
  readonly #clients = new Map<number, string>();
  readonly #writes = new Map<number, Write>();
  readonly #jobs = new Map<number, string>();
  #ids = 0;
  #effects: Effect[] = [];

  handle(input: Input, now: number): Effect[] {
    this.#effects = [];
    this.#take(input, now);
    return this.#effects;
  }

  #take(input: Input, now: number): void {
    switch (input.type) {
      case "request":
        return this.#request(input, now);
      case "connect":
        return this.#at(input.table, input, (table) => {
          if (!table) {
            const { client } = input;
            this.#effects.push({ type: "refuse", client, status: 404, body: "{}" });
            return;
          }
          table.clients.add(input.client);
          this.#clients.set(input.client, input.table);
          this.#show(table, [input.client]);
          this.#ask(table);
        });
      case "message": {
        const name = this.#clients.get(input.client);
        if (name !== undefined) this.#at(name, input, (table) => table && this.#act(table, input));
        return;
      }
      case "disconnect": {
        const name = this.#clients.get(input.client);
        this.#clients.delete(input.client);
        this.#tables.get(name ?? "")?.clients.delete(input.client);
        return;
      }
      case "load": {
        const { table } = input.table.row;
        const clients = this.#tables.get(table)?.clients ?? new Set();
        const loaded = tableOf(input.table, clients);
        this.#tables.set(table, loaded);
        this.#show(loaded, [...clients]);
        this.#ask(loaded);
        return this.#resume(table, now);
      }
      case "missing":
        this.#tables.delete(input.table);
        for (const waiting of this.#waiting.get(input.table) ?? []) {
          if (waiting.type === "request") this.#reply(waiting.id, 404, { message: null });
          if (waiting.type === "connect")
            this.#effects.push({ type: "refuse", client: waiting.client, status: 404, body: "" });
        }
        this.#waiting.delete(input.table);
        return;
      case "unload": {
        const job = this.#tables.get(input.table)?.job;
        if (job != null) this.#effects.push({ type: "cancel", job });
        this.#tables.delete(input.table);
        return;
      }
      case "stored":
        return this.#stored(input);
      case "thought": {
        const table = this.#tables.get(this.#jobs.get(input.job) ?? "");
        if (!table || table.job !== input.job) return;
        table.job = null;
        if (input.result !== null) this.#add(table, input, () => {}, now);
      }
    }
  }

  #request(input: Extract<Input, { type: "request" }>, now: number): void {
    const [, , kind, name, ...rest] = input.path.split("/");
    if (kind !== "tables") return this.#reply(input.id, 200, { asked: input.path });
    if (name === undefined) {
      const table = `local-${COUNTING}-${String(++this.#ids).padStart(10, "a")}`;
      const row = newRow(table, now);
      const created = { row, sum: 0, clients: new Set<number>(), known: null, job: null };
      this.#tables.set(table, created);
      const done = () => this.#reply(input.id, 201, { table });
      const failed = () => {
        this.#tables.delete(table);
        this.#reply(input.id, 503, { message: null });
      };
      return this.#write(created, row, 0, null, { done, failed, again: input });
    }
    this.#at(name, input, (table) => {
      const body = { table: name, sum: table?.sum, you: 0, rest };
      this.#reply(input.id, table ? 200 : 404, body);
    });
  }

  #act(table: Table, input: Extract<Input, { type: "message" }>): void {
    const { id } = JSON.parse(input.text) as { id: string };
    const done = () => this.#send(table.clients, { type: "done", id });
    if (table.sum % 2 === 1) return this.#send(table.clients, refusal(id));
    this.#add(table, input, done, table.row.changed + 1, () =>
      this.#send(table.clients, refusal(id)),
    );
  }

  #add(table: Table, again: Input, done: () => void, now: number, failed = () => {}): void {
    const sum = table.sum + 1;
    const version = table.row.version + 1;
    const shown = card({ ...table.row.card, over: sum >= 6, your_turn: sum % 2 === 0 });
    const row = { ...table.row, version, changed: now, card: shown, data: String(sum) };
    this.#write(table, row, sum, `add ${sum}`, { done, failed, again });
  }

  #write(
    table: Table,
    row: LocalTableRow,
    sum: number,
    change: string | null,
    then: Pick<Write, "done" | "failed" | "again">,
  ): void {
    const write = ++this.#ids;
    const name = table.row.table;
    this.#writes.set(write, { table: name, sum, row, ...then });
    this.#effects.push({ type: "store", write, table: name, known: table.known, row, change });
  }

  #stored({ write, result }: Extract<Input, { type: "stored" }>): void {
    const { table: name, sum, row, done, failed, again } = this.#writes.get(write)!;
    this.#writes.delete(write);
    const table = this.#tables.get(name);
    if (result === "conflict") {
      this.#waiting.set(name, again.type === "message" ? [again] : []);
      this.#effects.push({ type: "read", table: name });
      return;
    }
    if (result === "failed" || !table) return failed();
    Object.assign(table, { row, sum, known: { version: row.version, arranged: row.arranged } });
    this.#show(table, [...table.clients]);
    done();
    this.#ask(table);
  }

  /** Has the bot think, if it is to act. */
  #ask(table: Table): void {
    if (table.sum % 2 === 0 || table.sum >= 6 || table.job !== null) return;
    table.job = ++this.#ids;
    this.#jobs.set(table.job, table.row.table);
    this.#effects.push({ type: "think", job: table.job, request: String(table.sum) });
  }

  #at(name: string, input: Input, then: (table: Table | null) => void): void {
    const table = this.#tables.get(name);
    if (table) return then(table);
    const waiting = this.#waiting.get(name) ?? [];
    if (waiting.length === 0) this.#effects.push({ type: "read", table: name });
    this.#waiting.set(name, [...waiting, input]);
  }

  #resume(table: string, now: number): void {
    const waiting = this.#waiting.get(table) ?? [];
    this.#waiting.delete(table);
    for (const input of waiting) this.#take(input, now);
  }

  #show(table: Table, clients: readonly number[]): void {
    const { version } = table.row;
    this.#send(clients, {
      type: "state",
      state: { version, sum: table.sum, steps_from: 0, steps: [] },
    });
  }

  #send(clients: Iterable<number>, message: unknown): void {
    const all = [...clients];
    if (all.length > 0)
      this.#effects.push({ type: "send", clients: all, text: JSON.stringify(message) });
  }

  #reply(id: number, status: number, body: unknown): void {
    this.#effects.push({ type: "reply", id, status, body: JSON.stringify(body) });
  }
}

const refusal = (id: string) => ({ type: "refused", id, rule: null, message: { ja: "", en: "" } });

const newRow = (table: string, now: number): LocalTableRow => ({
  table,
  game: COUNTING,
  version: 0,
  arranged: 0,
  changed: now,
  card: card({ table, game: COUNTING }),
  data: "0",
});

function tableOf({ row, changes }: StoredLocalTable, clients: Set<number>): Table {
  if (changes.length !== row.version) throw new Trap("the changes do not fit the row");
  const known = { version: row.version, arranged: row.arranged };
  return { row, sum: Number(row.data), clients, known, job: null };
}

class FakeRunner implements Runner {
  readonly #engine = new FakeEngine();
  #ended = false;

  constructor(
    readonly part: "engine" | "thinker",
    readonly plan: Script,
  ) {
    plan.started[part] += 1;
    plan.running[part] += 1;
  }

  async call(argument: string, now: number, progress?: Progress): Promise<string> {
    if (this.plan.unloadable) throw this.plan.unloadable;
    await Promise.resolve();
    return this.part === "engine" ? this.#handle(argument, now) : this.#think(progress);
  }

  end(): void {
    if (!this.#ended) this.plan.running[this.part] -= 1;
    this.#ended = true;
  }

  #handle(argument: string, now: number): string {
    const input = JSON.parse(argument) as Input;
    this.plan.inputs.push(input);
    const trap = this.plan.traps.findIndex((stops) => stops(input));
    if (trap >= 0) {
      this.plan.traps.splice(trap, 1);
      throw new Trap("unreachable");
    }
    return JSON.stringify(this.#engine.handle(input, now));
  }

  async #think(progress: Progress | undefined): Promise<string> {
    if (this.plan.failingThoughts > 0) {
      this.plan.failingThoughts -= 1;
      throw new Trap("unreachable");
    }
    const { held } = this.plan;
    if (held) await new Promise<void>((go) => held(go));
    progress?.(1, 1);
    return "add";
  }
}

/** Starts fake workers. */
export const fakeRunners =
  (plan: Script): StartRunner =>
  (_game, part) =>
    new FakeRunner(part, plan);
