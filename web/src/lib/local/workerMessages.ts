/** The messages between the page and its workers. */

/** The part of a game's module that a worker runs. */
export type Part = "engine" | "thinker";

/** The first message to a worker: what to load. */
export interface Start {
  type: "start";
  part: Part;
  /** The address of the module's script. */
  script: string;
  /** The address of the module's WebAssembly file. */
  binary: string;
}

/** A call of the engine with an input, or of the bots with a job. */
export interface Call {
  type: "call";
  id: number;
  argument: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** A message of a worker. */
export type Answer =
  | { type: "result"; id: number; result: string }
  | { type: "progress"; id: number; done: number; of: number }
  /** The module stopped because of an internal error; the worker is of no further use. */
  | { type: "trap"; id: number; reason: string }
  /** The module could not be loaded; `away` if its files could not be reached. */
  | { type: "unloaded"; away: boolean; reason: string };
