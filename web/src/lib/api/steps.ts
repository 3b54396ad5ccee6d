/** The steps of a play that a state tells of: all of them, or those that are new. */
import type { TableState } from "../../generated/parlour";

/** How many steps there have been, the opening among them. */
export const stepCount = ({ steps_from, steps }: Pick<TableState, "steps_from" | "steps">) =>
  steps_from + steps.length;
