/** A record or a position that somebody brought to the page. */
import type { ReadPlay } from "../generated/parlour";
import type { Text } from "../generated/table";
import { problemText, readPlay } from "./api";
import { message } from "./messages";

/** The largest file that the house reads. */
const MOST = 256 * 1024;

/** A file as the browser has it. */
type Brought = Pick<File, "name" | "size" | "text">;

let play = $state.raw<ReadPlay | null>(null);
let refused = $state.raw<Text | null>(null);
let reading = $state(false);

async function read(file: Brought): Promise<ReadPlay | Text> {
  if (file.size > MOST) return message((words) => words.recordTooLarge(file.name));
  const text = await file.text();
  try {
    JSON.parse(text);
  } catch {
    return message((words) => words.recordNoJson(file.name));
  }
  try {
    return await readPlay(text);
  } catch (thrown) {
    return problemText(thrown);
  }
}

/** What was brought. */
export const dropped = {
  /** The last play that held; it stays when another file is refused. */
  get play(): ReadPlay | null {
    return play;
  },
  /** Why the last file was refused; null when it was not. */
  get refused(): Text | null {
    return refused;
  },
  get reading(): boolean {
    return reading;
  },
  /** Reads a file; the answer says whether it held. */
  async open(file: Brought): Promise<boolean> {
    reading = true;
    const found = await read(file);
    reading = false;
    const held = "play" in found;
    if (held) play = found;
    refused = held ? null : found;
    return held;
  },
};
