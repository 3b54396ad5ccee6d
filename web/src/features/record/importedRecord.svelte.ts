/** A record or a position that somebody brought to the page. */
import type { ReadPlay } from "../../generated/parlour";
import type { Text } from "../../generated/table";
import { problemText, readPlay } from "../../lib/api/api";
import { message } from "../../lib/i18n/messages";

/** The largest file that the house reads. */
const MOST = 256 * 1024;

/** A file as the browser has it. */
type Brought = Pick<File, "name" | "size" | "arrayBuffer">;

let play = $state.raw<ReadPlay | null>(null);
let refused = $state.raw<Text | null>(null);
let reading = $state(false);

/**
 * The text of a file, as far as it takes to tell a record from a picture. It is the server that reads
 * it, from the same bytes.
 */
function textOf(bytes: ArrayBuffer): string {
  const mark = [...new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))].join(" ");
  const coding = { "255 254": "utf-16le", "254 255": "utf-16be" }[mark] ?? "utf-8";
  return new TextDecoder(coding).decode(bytes);
}

async function read(file: Brought): Promise<ReadPlay | Text> {
  if (file.size > MOST) return message((words) => words.recordTooLarge(file.name));
  const bytes = await file.arrayBuffer();
  try {
    JSON.parse(textOf(bytes));
  } catch {
    return message((words) => words.recordNoJson(file.name));
  }
  try {
    return await readPlay(bytes);
  } catch (thrown) {
    return problemText(thrown);
  }
}

/** What was brought. */
export const importedRecord = {
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
