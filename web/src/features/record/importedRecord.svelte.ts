/** The record or position that the user opened from a file. */
import type { ReadPlay } from "../../generated/session";
import type { LocalizedText } from "../../generated/core";
import { readPlay } from "../../lib/api/analysis";
import { problemText } from "../../lib/api/http";
import { message } from "../../lib/i18n/messages";

/** The maximum size of a file, in bytes; the server has the same maximum. */
const MOST = 256 * 1024;

/** The part of the browser's `File` that this module uses. */
type Brought = Pick<File, "name" | "size" | "arrayBuffer">;

let play = $state.raw<ReadPlay | null>(null);
let refused = $state.raw<LocalizedText | null>(null);
let reading = $state(false);

/**
 * Decodes the bytes of a file as text, well enough to distinguish a record from a picture. The
 * server parses the same bytes.
 */
function textOf(bytes: ArrayBuffer): string {
  const mark = [...new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))].join(" ");
  const coding = { "255 254": "utf-16le", "254 255": "utf-16be" }[mark] ?? "utf-8";
  return new TextDecoder(coding).decode(bytes);
}

async function read(file: Brought): Promise<ReadPlay | LocalizedText> {
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

/** The file that the user opened last. */
export const importedRecord = {
  /** The game of the last valid file; it stays when another file is refused. */
  get play(): ReadPlay | null {
    return play;
  },
  /** The reason why the last file was refused; null if it was not refused. */
  get refused(): LocalizedText | null {
    return refused;
  },
  get reading(): boolean {
    return reading;
  },
  /** Reads a file; returns true if it contains a valid record or position. */
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
