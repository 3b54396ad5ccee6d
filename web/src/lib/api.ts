/** The parlour's plain requests. The live table has its own module, `live.ts`. */
import type {
  Catalogue,
  Foreseen,
  GamePage,
  MyTables,
  Opened,
  OpenTable,
  Refusal,
  StoredTable,
} from "../generated/parlour";
import type { Text } from "../generated/table";
import { catalogues } from "./messages";

/** A request that was refused, or that nobody answered. */
export class RequestRefused extends Error {
  constructor(
    /** The HTTP status; 0 when nobody answered. */
    readonly status: number,
    /** What, why and what to do. */
    readonly text: Text,
  ) {
    super(text.en);
  }
}

const AWAY: Text = { ja: catalogues.ja.serverAway, en: catalogues.en.serverAway };
const OFFLINE: Text = { ja: catalogues.ja.noNetwork, en: catalogues.en.noNetwork };
const COOKIELESS: Text = { ja: catalogues.ja.cookiesRefused, en: catalogues.en.cookiesRefused };

/** What to say to the person about something that was thrown. */
export function problemText(thrown: unknown): Text {
  return thrown instanceof RequestRefused ? thrown.text : AWAY;
}

async function ask<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new RequestRefused(0, navigator.onLine ? AWAY : OFFLINE);
  }
  if (!response.ok) throw new RequestRefused(response.status, await problemOf(response));
  return (await response.json()) as Answer;
}

async function problemOf(response: Response): Promise<Text> {
  try {
    return ((await response.json()) as Refusal).message ?? AWAY;
  } catch {
    return AWAY;
  }
}

let catalogue: Promise<Catalogue> | undefined;
const pages = new Map<string, Promise<GamePage>>();

/** The games and bots of the house. Asked once; a failure may be tried again. */
export function getCatalogue(): Promise<Catalogue> {
  if (!catalogue) {
    catalogue = ask<Catalogue>("/api/games");
    catalogue.catch(() => (catalogue = undefined));
  }
  return catalogue;
}

/** One game with its rules and components. Asked once; a failure may be tried again. */
export function getGame(id: string): Promise<GamePage> {
  const known = pages.get(id);
  if (known) return known;
  const page = ask<GamePage>(`/api/games/${encodeURIComponent(id)}`);
  pages.set(id, page);
  page.catch(() => pages.delete(id));
  return page;
}

/** The tables at which this person has a seat, latest first. */
export function getTables(): Promise<MyTables> {
  return ask<MyTables>("/api/tables");
}

/**
 * Opens a table. Whoever sits there is known by a cookie that this page cannot read, so a browser
 * that refuses it shows only when the house does not know the person again.
 */
export async function openTable(order: OpenTable): Promise<Opened> {
  const opened = await ask<Opened>("/api/tables", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  });
  const sits = order.seats.some((plan) => plan.kind === "me");
  if (sits && (await getStored(opened.table)).you === null) throw new RequestRefused(0, COOKIELESS);
  return opened;
}

/** What would happen at the table if this person did this now. */
export function foresee(table: string, action: string): Promise<Foreseen> {
  const query = new URLSearchParams({ action });
  return ask<Foreseen>(`/api/tables/${encodeURIComponent(table)}/foresee?${query}`);
}

/** Where the record of a table can be downloaded. */
export function recordPath(table: string): string {
  return `/api/tables/${encodeURIComponent(table)}/record`;
}

/** What the house keeps of a table; it needs no rules to be read. */
export function getStored(table: string): Promise<StoredTable> {
  return ask<StoredTable>(`/api/tables/${encodeURIComponent(table)}`);
}
