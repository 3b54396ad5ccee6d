/**
 * One file with games on this device, and with settings and progress, as a backup or for another
 * device. Files come from strangers too: everything in them is checked before it is stored.
 */
import type { LocalizedText } from "../../generated/core";
import type { Refusal } from "../../generated/session";
import { LANGS, inEach, type Lang } from "../i18n/grammar";
import { deviceWords, type DeviceWords } from "../i18n/messages/device";
import { readStored, writeStored } from "../storage/storage";
import { refreshStoredData } from "../storage/storedData.svelte";
import type { LocalTransport } from "./localTransport";
import { gameOfTable, newTableId } from "./place";
import { Problem } from "./problems";
import type { StoredLocalTable } from "../../generated/browser";

/** The mark of these files, and the version of their form. */
const FORMAT = "zashiki-games";
const VERSION = 1;
/** The largest file that is read, in megabytes. */
const MOST_MB = 64;
/** The largest number of tables in a file. */
const MOST_TABLES = 10_000;

/** Stored lists of words, of which the file's and this device's are united. */
const LISTS = ["zashiki.solved", "zashiki.met"];
/** Settings and progress, of which this device's own are kept. */
const OWN = [
  "zashiki.progress",
  "zashiki.puzzles",
  "zashiki.own-puzzles",
  "zashiki.lang",
  "zashiki.name",
  "zashiki.profile",
  "zashiki.speed",
  "zashiki.pieces",
  "zashiki.theme",
  "zashiki.confirm",
  "zashiki.sound",
  "zashiki.mute",
  "zashiki.contrast",
  "zashiki.left-handed",
];

/** The content of a file. */
interface Backup {
  format: typeof FORMAT;
  version: number;
  tables: StoredLocalTable[];
  /** Settings and progress by their key in the local storage. */
  progress: Record<string, string>;
}

/** A table in a file that cannot be used. */
export interface Rejected {
  table: string;
  reason: LocalizedText;
}

/** A file that was read, compared with this device. */
export interface Reading {
  /** Tables that this device has not. */
  fresh: StoredLocalTable[];
  /** Tables that are on this device, unchanged. */
  same: StoredLocalTable[];
  /** Tables of which this device has another state. */
  different: StoredLocalTable[];
  rejected: Rejected[];
  progress: Record<string, string>;
}

/** The file with some tables, and with settings and progress if wanted. */
export async function backupOf(
  { store }: LocalTransport,
  tables: readonly string[],
  withProgress: boolean,
): Promise<Blob> {
  const found = await Promise.all(tables.map((table) => store.load(table)));
  const progress = withProgress
    ? Object.fromEntries(
        [...LISTS, ...OWN].flatMap((key) => {
          const value = readStored(key);
          return value === null ? [] : [[key, value] as const];
        }),
      )
    : {};
  const backup: Backup = {
    format: FORMAT,
    version: VERSION,
    tables: found.filter((table) => table !== null),
    progress,
  };
  return new Blob([JSON.stringify(backup)], { type: "application/json" });
}

/** Reads a file and compares it with this device. Throws a {@link Problem} if it is no such file. */
export async function readBackup({ store }: LocalTransport, file: Blob): Promise<Reading> {
  if (file.size > MOST_MB * 1_000_000)
    throw new Problem(413, (words) => words.backupTooBig(MOST_MB));
  const { tables, progress } = parse(await file.text());
  const reading: Reading = { fresh: [], same: [], different: [], rejected: [], progress };
  for (const given of tables) {
    if (!isTable(given)) {
      reading.rejected.push(rejected(nameOf(given), (words, table) => words.entryDamaged(table)));
      continue;
    }
    const here = await store.load(given.row.table);
    const kind = !here ? "fresh" : isSame(here, given) ? "same" : "different";
    reading[kind].push(given);
  }
  return reading;
}

/** Stores settings and progress; what this device has already is kept. */
export function takeProgress(progress: Readonly<Record<string, string>>): void {
  for (const key of LISTS) {
    const words = `${readStored(key) ?? ""} ${progress[key] ?? ""}`.split(" ").filter(Boolean);
    if (words.length > 0) writeStored(key, [...new Set(words)].join(" "));
  }
  for (const key of OWN) {
    const value = progress[key];
    if (value !== undefined && readStored(key) === null) writeStored(key, value);
  }
  refreshStoredData();
}

/**
 * Adds tables to this device, under new ids if `copies`. The engine reads each; one that it cannot
 * read is removed again. Returns those.
 */
export async function addTables(
  local: LocalTransport,
  tables: readonly StoredLocalTable[],
  copies: boolean,
): Promise<Rejected[]> {
  const refused: Rejected[] = [];
  for (const given of tables) {
    const added = copies ? copyOf(given) : given;
    const { table } = added.row;
    await local.store.add(added);
    const answer = await local.request(`/api/tables/${table}`);
    // Without the engine of the game the table is checked when it is opened.
    if (answer.ok || answer.status > 500) continue;
    const { message } = (await answer.json()) as Refusal;
    await local.request(`/api/tables/${table}`, { method: "DELETE" });
    refused.push(
      rejected(given.row.table, (words, name, lang) => words.entryRefused(name, message[lang])),
    );
  }
  return refused;
}

const rejected = (
  table: string,
  said: (words: DeviceWords, table: string, lang: Lang) => string,
): Rejected => ({ table, reason: inEach((lang) => said(deviceWords(lang), table, lang)) });

function parse(text: string): { tables: unknown[]; progress: Record<string, string> } {
  let read: Partial<Backup> | null;
  try {
    read = JSON.parse(text) as Partial<Backup> | null;
  } catch {
    // The beginning shows whether it was such a file.
    throw text.includes(`"${FORMAT}"`) ? damaged() : foreign();
  }
  if (read?.format !== FORMAT) throw foreign();
  if (typeof read.version === "number" && read.version > VERSION)
    throw new Problem(422, (words) => words.backupNewer);
  const { tables, progress } = read;
  if (read.version !== VERSION || !Array.isArray(tables) || tables.length > MOST_TABLES)
    throw damaged();
  const texts = Object.entries(typeof progress === "object" && progress ? progress : {});
  return {
    tables,
    progress: Object.fromEntries(texts.filter(([, value]) => typeof value === "string")),
  };
}

const damaged = () => new Problem(422, (words) => words.backupDamaged);
const foreign = () => new Problem(422, (words) => words.notBackup);

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function isTable(given: unknown): given is StoredLocalTable {
  const { row, changes } = (given ?? {}) as Partial<StoredLocalTable>;
  if (typeof row !== "object" || row === null || !Array.isArray(changes)) return false;
  const { table, game, version, arranged, changed, card, data } = row;
  return (
    typeof table === "string" &&
    typeof game === "string" &&
    gameOfTable(table) === game &&
    isCount(version) &&
    isCount(arranged) &&
    typeof changed === "number" &&
    typeof data === "string" &&
    (card === null || isCard(card, table, game)) &&
    changes.length === version &&
    changes.every((change) => typeof change === "string")
  );
}

/** The front page shows this entry without the engine, so its form must be right. */
function isCard(given: unknown, table: string, game: string): boolean {
  const card = (given ?? {}) as Partial<Record<string, unknown>>;
  const texts = (value: unknown) =>
    Array.isArray(value) &&
    value.every((text) =>
      LANGS.every((lang) => typeof (text as LocalizedText)?.[lang] === "string"),
    );
  return (
    card["table"] === table &&
    card["game"] === game &&
    texts(card["names"]) &&
    Array.isArray(card["scores"]) &&
    typeof card["changed"] === "number"
  );
}

const nameOf = (given: unknown): string => {
  const name = (given as Partial<StoredLocalTable> | null)?.row?.table;
  return typeof name === "string" ? name.slice(0, 80) : "?";
};

const isSame = (a: StoredLocalTable, b: StoredLocalTable): boolean =>
  a.row.version === b.row.version &&
  a.row.data === b.row.data &&
  a.changes.every((change, at) => change === b.changes[at]);

function copyOf({ row, changes }: StoredLocalTable): StoredLocalTable {
  const table = newTableId(row.game);
  return { row: { ...row, table, card: row.card && { ...row.card, table } }, changes };
}
