/** Every word of the shell, one file a language. */
import { en } from "./en";
import { ja } from "./ja";

export type { Messages } from "./en";

/** The catalogues by language. */
export const catalogues = { ja, en };
