/** Runs the modules of the games in workers. */
import { fetchFile } from "../api/server";
import type { ModuleAddresses } from "./catalogue";
import { Problem, reasonOf } from "./problems";
import { supportProblem } from "./support";
import type { Answer, Call, Part, Start } from "./workerMessages";

/** The error of a call during which the module stopped; its worker is of no further use. */
export class Trap extends Error {}

/** Called while a job is carried out. */
export type Progress = (done: number, of: number) => void;

/** A worker that runs a part of a game's module. */
export interface Runner {
  /**
   * Calls the engine with an input, or the bots with a job. Throws a {@link Trap} if the module
   * stops, and a {@link Problem} if it cannot be loaded.
   */
  call(argument: string, now: number, progress?: Progress): Promise<string>;
  /** Ends the worker; open calls are never answered. */
  end(): void;
}

/** Starts a worker for a part of a game's module. */
export type StartRunner = (game: string, part: Part) => Runner;

interface Waiting {
  resolve: (result: string) => void;
  reject: (thrown: unknown) => void;
  progress: Progress | undefined;
}

class WorkerRunner implements Runner {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  /** Resolves when the worker knows its module. */
  readonly #started: Promise<void>;
  #calls = 0;
  #failure: Problem | null = null;

  constructor(module: Promise<ModuleAddresses>, part: Part) {
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#hear(data);
    this.#worker.onerror = (event) => void this.#notStarted(module, event.message);
    this.#started = module.then((files) =>
      this.#worker.postMessage({ type: "start", part, ...files } satisfies Start),
    );
    this.#started.catch((thrown: unknown) =>
      this.#fail(
        thrown instanceof Problem
          ? thrown
          : new Problem(503, (words) => words.moduleDamaged(reasonOf(thrown))),
      ),
    );
  }

  call(argument: string, now: number, progress?: Progress): Promise<string> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = ++this.#calls;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress });
      const call: Call = { type: "call", id, argument, now };
      // A worker gets its first call after it knows its module; failures reject the call.
      this.#started.then(
        () => this.#worker.postMessage(call),
        () => {},
      );
    });
  }

  end(): void {
    this.#worker.terminate();
  }

  #hear(answer: Answer): void {
    switch (answer.type) {
      case "result":
        this.#settle(answer.id)?.resolve(answer.result);
        break;
      case "progress":
        this.#waiting.get(answer.id)?.progress?.(answer.done, answer.of);
        break;
      case "trap":
        this.#settle(answer.id)?.reject(new Trap(answer.reason));
        break;
      case "unloaded":
        this.#fail(
          new Problem(503, (words) =>
            answer.away ? words.moduleAway : words.moduleDamaged(answer.reason),
          ),
        );
    }
  }

  /** The worker's own script failed; without a message it could not be loaded. */
  async #notStarted(module: Promise<ModuleAddresses>, message: string): Promise<void> {
    const reason = message || "the worker did not start";
    const found = await module.then(({ script }) => fetchFile(script)).catch(() => null);
    this.#fail(
      new Problem(503, (words) => (found ? words.moduleDamaged(reason) : words.moduleAway)),
    );
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #fail(failure: Problem): void {
    this.#failure = failure;
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(failure);
  }
}

/** A worker that cannot start, for browsers without what it needs. */
class NoRunner implements Runner {
  constructor(readonly problem: Problem) {}
  call(): Promise<string> {
    return Promise.reject(this.problem);
  }
  end(): void {}
}

/** Starts workers of this browser; `moduleOf` finds the module of a game. */
export const workersOf =
  (moduleOf: (game: string) => Promise<ModuleAddresses>): StartRunner =>
  (game, part) => {
    const problem = supportProblem();
    return problem ? new NoRunner(problem) : new WorkerRunner(moduleOf(game), part);
  };
