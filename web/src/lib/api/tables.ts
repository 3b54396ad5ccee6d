/**
 * Requests about tables: opening, previews, advice, reviews, replays and records. The live
 * connection to a table is in `tableSocket.ts`.
 */
import type { Quick, QuickStart, ReportName } from "../../generated/server";
import type {
  Advised,
  Foreseen,
  ImportTable,
  MyTables,
  Opened,
  OpenTable,
  ReadPlay,
  Reviewed,
  StoredTable,
  TableCard,
  TableState,
} from "../../generated/session";
import type { Deal, Viewer } from "../../generated/core";
import { ON_DEVICE } from "../local/place";
import { readStored, writeStored } from "../storage/storage";
import { deviceMessage } from "../i18n/messages/device";
import { capabilities, device, hasLink } from "./dispatch";
import { COOKIELESS, RequestRefused, answered, ask, post, posting } from "./http";

/** The place of a table: the server of the page, or this device. */
export type Place = "server" | "device";

/** The place of tables for which the user has chosen none. */
export const usualPlace = (): Place => (capabilities.server ? "server" : "device");

/** The place of a table. */
export const placeOfTable = (table: string): Place => (hasLink(table) ? "server" : "device");

const DEVICE_TABLES = `/api/tables?${ON_DEVICE}`;

/** The key under which it is stored that tables were opened on this device. */
const DEVICE_USED = "zashiki.device-used";

/**
 * Returns true if there may be tables on this device. Otherwise the page need not load the code for
 * them.
 */
export const mayHaveDeviceTables = (): boolean =>
  !capabilities.server || readStored(DEVICE_USED) !== null;

/** Requests the tables on this device, latest first. */
export async function getDeviceTables(): Promise<TableCard[]> {
  return mayHaveDeviceTables() ? (await ask<MyTables>(DEVICE_TABLES)).tables : [];
}

/** Requests the user's tables on the server and on this device, latest first. */
export async function getOwnTables(): Promise<TableCard[]> {
  if (!capabilities.server) return getDeviceTables();
  const [{ tables }, device] = await Promise.all([
    ask<MyTables>("/api/tables"),
    getDeviceTables().catch(() => []),
  ]);
  return [...tables, ...device].sort((a, b) => b.changed - a.changed);
}

/** Removes a table from this device. */
export async function removeTable(table: string): Promise<void> {
  await answered(`/api/tables/${encodeURIComponent(table)}`, { method: "DELETE" });
}

/**
 * Hands a table of this device to the server, which continues it, and removes it from this device
 * once the server has answered. Returns the table's id on the server.
 */
export async function handOver(table: string): Promise<string> {
  const { store } = await device();
  const stored = await store.load(table);
  if (!stored)
    throw new RequestRefused(
      404,
      deviceMessage((words) => words.noTable),
    );
  const { row, changes } = stored;
  const order: ImportTable = { table, game: row.game, data: row.data, changes };
  const there = (await post<Opened>("/api/tables/import", order)).table;
  await checkSeated(there);
  // Another tab may have continued the game meanwhile; then it stays.
  const now = await store.row(table);
  if (now?.version === row.version && now.arranged === row.arranged)
    await removeTable(table).catch(() => undefined);
  return there;
}

/** Reports the name of a player at a table to the operator of the server. */
export async function reportName(report: ReportName): Promise<void> {
  await answered("/api/reports", posting(report));
}

/**
 * Opens a table on the server or on this device. On a server the request contains this device's
 * share of the deal if the user gets a seat.
 */
export async function openTable(order: OpenTable, on: Place = usualPlace()): Promise<Opened> {
  if (on === "device") {
    writeStored(DEVICE_USED, "yes");
    return post<Opened>(DEVICE_TABLES, order);
  }
  const sits = order.seats.some((plan) => plan.kind === "me");
  const promised = sits ? { hash: (await import("./seedShares")).commitSeed() } : {};
  const opened = await post<Opened>("/api/tables", { ...order, ...promised });
  if (sits) await checkSeated(opened.table);
  return opened;
}

/**
 * Throws an error if the server does not recognise the user at a table. Users are identified by a
 * cookie that this page cannot read, so only this check notices that a browser refuses the cookie.
 */
async function checkSeated(table: string): Promise<void> {
  if ((await getStored(table)).you === null) throw new RequestRefused(0, COOKIELESS);
}

/** Requests a table for a quick start: one at which others wait, or a new one. */
export async function quickStart(wish: QuickStart): Promise<Quick> {
  const quick = await post<Quick>("/api/quickstart", wish);
  if (quick.opened) await checkSeated(quick.table);
  return quick;
}

/** Requests a preview: the effects of an action at the table if the user took it now. */
export function previewAction(table: string, action: string): Promise<Foreseen> {
  const query = new URLSearchParams({ action });
  return ask<Foreseen>(`/api/tables/${encodeURIComponent(table)}/preview?${query}`);
}

/** Requests advice on the open decision of the user's seat, if the table allows advice. */
export function getAdvice(table: string, seat: number): Promise<Advised> {
  const query = new URLSearchParams({ seat: String(seat) });
  return ask<Advised>(`/api/tables/${encodeURIComponent(table)}/advice?${query}`);
}

/** Requests the review of a finished game, or the progress of the analysis. */
export function getReview(table: string): Promise<Reviewed> {
  return ask<Reviewed>(`/api/tables/${encodeURIComponent(table)}/review`);
}

/** A request for the state of a game at one step. */
export interface StepRequest {
  /** The number of the step; 0 is the opening. */
  number: number;
  /** The viewpoint from which the state is shown. */
  eyes: Viewer;
  /**
   * The number of steps that the page has already, counted from the first; the server leaves these
   * out.
   */
  seen: number;
}

/** Requests the state of a table after a step. */
export function getStep(table: string, { number, eyes, seen }: StepRequest): Promise<TableState> {
  const query = new URLSearchParams({ seen: String(seen) });
  if (eyes !== null) query.set("eyes", String(eyes));
  return ask<TableState>(`/api/tables/${encodeURIComponent(table)}/steps/${number}?${query}`);
}

/** Requests the record of a finished table, and the game in it. */
export async function getRecord(table: string): Promise<ReadPlay> {
  return post<ReadPlay>("/api/records", await ask<unknown>(recordPath(table)));
}

/** Requests the seed of a finished table, with everything from which it is computed. */
export function getDeal(table: string): Promise<{ deal?: Deal; seed: string }> {
  return ask<{ deal?: Deal; seed: string }>(recordPath(table));
}

/** Requests the record of a finished table as a file. */
export async function getRecordFile(table: string): Promise<Blob> {
  return await (await answered(recordPath(table))).blob();
}

const recordPath = (table: string) => `/api/tables/${encodeURIComponent(table)}/record`;

/** Requests the stored summary of a table, which can be read without the rules of its game. */
export function getStored(table: string): Promise<StoredTable> {
  return ask<StoredTable>(`/api/tables/${encodeURIComponent(table)}`);
}
