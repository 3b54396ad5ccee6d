/** The searches of bots, in workers of their own. */
import { Trap, type Progress, type Runner, type StartRunner } from "./modules";

/** A search that was requested. */
interface Job {
  game: string;
  request: string;
  progress: Progress;
  /** Called with the result; null if the worker failed. */
  done: (result: string | null) => void;
  /** The number of workers that have failed at it. */
  failures: number;
}

/** A worker with the bots of one game. */
interface BotWorker {
  game: string;
  runner: Runner;
  job: Job | null;
}

/** The number of workers at which a job fails before it is given up. */
const TRIES = 2;

/** The largest useful number of workers: one processor stays free for the page. */
export const poolSize = (): number => Math.max(1, (navigator.hardwareConcurrency || 2) - 1);

/** Workers that carry out searches, at most `most` at a time; others wait in order. */
export class BotPool {
  readonly #waiting: Job[] = [];
  readonly #workers: BotWorker[] = [];

  constructor(
    readonly start: StartRunner,
    readonly now: () => number,
    readonly most: number = poolSize(),
  ) {}

  /**
   * Requests a search; `done` is called once with its result, or with null if it fails. Returns a
   * function that cancels it: then `done` is not called.
   */
  run(
    game: string,
    request: string,
    progress: Progress,
    done: (result: string | null) => void,
  ): () => void {
    const job: Job = { game, request, progress, done, failures: 0 };
    this.#waiting.push(job);
    this.#assign();
    return () => this.#cancel(job);
  }

  #cancel(job: Job): void {
    const place = this.#waiting.indexOf(job);
    if (place >= 0) this.#waiting.splice(place, 1);
    const worker = this.#workers.find((each) => each.job === job);
    if (worker) this.#end(worker);
    this.#assign();
  }

  #assign(): void {
    for (;;) {
      const job = this.#waiting[0];
      const worker = job && this.#workerFor(job.game);
      if (!worker) return;
      this.#waiting.shift();
      void this.#carryOut(worker, job);
    }
  }

  /** A worker without a job and with the bots of this game; null if all are busy. */
  #workerFor(game: string): BotWorker | null {
    const idle = this.#workers.filter(({ job }) => !job);
    const own = idle.find((worker) => worker.game === game);
    if (own) return own;
    if (this.#workers.length >= this.most) {
      const other = idle[0];
      if (!other) return null;
      this.#end(other);
    }
    const worker = { game, runner: this.start(game, "thinker"), job: null };
    this.#workers.push(worker);
    return worker;
  }

  async #carryOut(worker: BotWorker, job: Job): Promise<void> {
    worker.job = job;
    let result: string;
    try {
      const progress: Progress = (done, of) => worker.job === job && job.progress(done, of);
      result = await worker.runner.call(job.request, this.now(), progress);
    } catch (thrown) {
      if (worker.job !== job) return;
      this.#end(worker);
      job.failures += 1;
      if (thrown instanceof Trap && job.failures < TRIES) this.#waiting.unshift(job);
      else job.done(null);
      return this.#assign();
    }
    if (worker.job !== job) return;
    worker.job = null;
    job.done(result);
    this.#assign();
  }

  #end(worker: BotWorker): void {
    worker.job = null;
    worker.runner.end();
    this.#workers.splice(this.#workers.indexOf(worker), 1);
  }
}
