/** The steps in a state: all of them, or only new ones. */
import type { TableState } from "../../generated/server";

/** The number of steps, including the opening. */
export const stepCount = ({ steps_from, steps }: Pick<TableState, "steps_from" | "steps">) =>
  steps_from + steps.length;
