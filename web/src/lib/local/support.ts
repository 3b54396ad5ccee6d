/** Checks whether this browser has what games on this device need. */
import { Problem } from "./problems";

/** A module whose only function returns a vector: it is valid only with SIMD. */
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

/** Returns true if the browser reads the type of a worker, which it does if it knows modules. */
function hasModuleWorkers(): boolean {
  if (typeof Worker !== "function") return false;
  let read = false;
  const options = {
    get type(): WorkerType {
      read = true;
      return "module";
    },
  };
  try {
    new Worker("http://[", options).terminate();
  } catch {
    // The address is invalid, so that nothing is loaded; the type was read before.
  }
  return read;
}

/** The reason why this browser cannot run the engine; null if it can. */
export function supportProblem(): Problem | null {
  if (typeof WebAssembly !== "object") return new Problem(501, (words) => words.noWasm);
  if (!WebAssembly.validate(SIMD)) return new Problem(501, (words) => words.noSimd);
  if (!hasModuleWorkers()) return new Problem(501, (words) => words.noWorkers);
  return null;
}
