/** The English texts beyond those of the front page, as one file. */
import { en as device } from "../device/en";
import { en as page } from "../en";
import { en as table } from "../table/en";

export const en = { page, device, table };

/** These texts in any language. */
export type Bundle = {
  page: typeof page;
  device: typeof device;
  table: typeof table;
};
