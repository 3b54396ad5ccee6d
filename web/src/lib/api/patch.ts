/** Applies the server's patches (differences of states) to a table: see `Patch`. */
import type { Patch, TableChange, TableState } from "../../generated/session";
import type { Step } from "../../generated/core";

/** Returns a value after a patch; parts that did not change are the same objects as before. */
export function patched(value: unknown, patch: Patch): unknown {
  if (typeof patch !== "object" || patch === null) return patch;
  if (Array.isArray(patch)) {
    if (patch.length === 1) return patch[0];
    const [from, removed, ...come] = patch as [number, number, ...unknown[]];
    const list = value as unknown[];
    return [...list.slice(0, from), ...come, ...list.slice(from + removed)];
  }
  const changes = Object.entries(patch);
  if (changes.length === 0) return value;
  const fields = (Array.isArray(value) ? [...value] : { ...(value as object) }) as {
    [key: string]: unknown;
  };
  for (const [key, inner] of changes) fields[key] = patched(fields[key], inner);
  return fields;
}

/** Returns the state of a table after a change; each event gets the whole view after it. */
export function advanced(state: TableState, change: TableChange): TableState {
  const { now = {}, view = {}, steps, ...rest } = change;
  let shown = state.view;
  const whole = steps.map((step, index): Step => ({
    ...step,
    number: change.steps_from + index,
    told: step.told.map(({ view, ...told }) =>
      view === undefined ? told : { ...told, view: (shown = patched(shown, view)) },
    ),
  }));
  // Fields about drafts and clocks are left out: the server sends them with each change in which
  // they exist.
  const { draft: _, drafts: __, clocks: ___, ...before } = patched(state, now) as TableState;
  return {
    ...before,
    ...rest,
    view: patched(shown, view),
    steps: whole,
  };
}
