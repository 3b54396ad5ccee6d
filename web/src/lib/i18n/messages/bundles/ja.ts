/** The Japanese texts beyond those of the front page, as one file. */
import { ja as device } from "../device/ja";
import { ja as page } from "../ja";
import { ja as table } from "../table/ja";
import type { Bundle } from "./en";

export const ja: Bundle = { page, device, table };
