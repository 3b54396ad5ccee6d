import { afterEach, expect, test, vi } from "vitest";
import { supportProblem } from "./support";

class ModuleWorker {
  constructor(_: string, options: WorkerOptions) {
    void options.type;
  }
  terminate() {}
}
class OldWorker {
  terminate() {}
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["WebAssembly", undefined, "does not run WebAssembly"],
  ["WebAssembly", { validate: () => false }, "lacks WebAssembly SIMD"],
  ["Worker", undefined, "module workers"],
  ["Worker", OldWorker, "module workers"],
])("a browser in which %s is %o learns what is missing", (name, value, said) => {
  vi.stubGlobal("Worker", ModuleWorker);
  vi.stubGlobal(name, value);
  const { text } = supportProblem()!;
  expect(text.en).toContain(said);
  expect(text.ja).toContain("更新");
});

test("a browser with all of it can play", () => {
  vi.stubGlobal("Worker", ModuleWorker);
  expect(supportProblem()).toBeNull();
});
