/**
 * Tables: opening, previews, advice, reviews, replays and records. The socket of a live table is in
 * `tableSocket.ts`.
 */
import type {
  Advised,
  Foreseen,
  Opened,
  OpenTable,
  Quick,
  QuickStart,
  ReadPlay,
  ReportName,
  Reviewed,
  StoredTable,
  TableState,
} from "../../generated/server";
import type { Deal, Viewer } from "../../generated/core";
import { COOKIELESS, RequestRefused, answered, ask, post, posting } from "./http";

/** Reports the name of a player at a table to the operator of the server. */
export async function reportName(report: ReportName): Promise<void> {
  await answered("/api/reports", posting(report));
}

/** Opens a table. */
export async function openTable(order: OpenTable): Promise<Opened> {
  const sits = order.seats.some((plan) => plan.kind === "me");
  const promised = sits ? { hash: (await import("./seedShares")).commitSeed() } : {};
  const opened = await post<Opened>("/api/tables", { ...order, ...promised });
  if (sits) await checkSeated(opened.table);
  return opened;
}

/**
 * Users at a table are identified by a cookie that this page cannot read, so a browser that
 * refuses it is noticed only when the server does not recognise the user.
 */
async function checkSeated(table: string): Promise<void> {
  if ((await getStored(table)).you === null) throw new RequestRefused(0, COOKIELESS);
}

/** A table for a quick start: one where others wait, or a new one. */
export async function quickStart(wish: QuickStart): Promise<Quick> {
  const quick = await post<Quick>("/api/quickstart", wish);
  if (quick.opened) await checkSeated(quick.table);
  return quick;
}

/** The effects of an action at the table if the user took it now. */
export function previewAction(table: string, action: string): Promise<Foreseen> {
  const query = new URLSearchParams({ action });
  return ask<Foreseen>(`/api/tables/${encodeURIComponent(table)}/preview?${query}`);
}

/** Advice on the open decision of the user's seat, if the table allows it. */
export function getAdvice(table: string, seat: number): Promise<Advised> {
  const query = new URLSearchParams({ seat: String(seat) });
  return ask<Advised>(`/api/tables/${encodeURIComponent(table)}/advice?${query}`);
}

/** The review of a finished game, or the progress of the analysis. */
export function getReview(table: string): Promise<Reviewed> {
  return ask<Reviewed>(`/api/tables/${encodeURIComponent(table)}/review`);
}

/** The step of a game that is requested. */
export interface StepRequest {
  /** The number of the step; 0 is the opening. */
  number: number;
  /** The viewpoint. */
  eyes: Viewer;
  /** The number of first steps that the page already has. */
  seen: number;
}

/** The state of a table after a step. */
export function getStep(table: string, { number, eyes, seen }: StepRequest): Promise<TableState> {
  const query = new URLSearchParams({ seen: String(seen) });
  if (eyes !== null) query.set("eyes", String(eyes));
  return ask<TableState>(`/api/tables/${encodeURIComponent(table)}/steps/${number}?${query}`);
}

/** The record of a finished table. */
export async function getRecord(table: string): Promise<ReadPlay> {
  return post<ReadPlay>("/api/records", await ask<unknown>(recordPath(table)));
}

/** The seed of a finished table, with everything it is computed from. */
export function getDeal(table: string): Promise<{ deal?: Deal; seed: string }> {
  return ask<{ deal?: Deal; seed: string }>(recordPath(table));
}

/** The address at which the record of a table can be downloaded. */
export function recordPath(table: string): string {
  return `/api/tables/${encodeURIComponent(table)}/record`;
}

/** The stored summary of a table, which can be read without its rules. */
export function getStored(table: string): Promise<StoredTable> {
  return ask<StoredTable>(`/api/tables/${encodeURIComponent(table)}`);
}
