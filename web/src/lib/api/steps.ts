/** Helper for states of a table, which contain all steps of the game or only new steps. */
import type { TableState } from "../../generated/session";

/** The number of all steps so far, including the opening. */
export const stepCount = ({ steps_from, steps }: Pick<TableState, "steps_from" | "steps">) =>
  steps_from + steps.length;
