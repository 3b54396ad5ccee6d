/** HTTP requests to the server. The socket of a live table has its own module, `tableSocket.ts`. */
import type {
  Advised,
  Catalogue,
  EnterByPasskey,
  Entering,
  Foreseen,
  GamePage,
  GameRules,
  MadePasskey,
  Me,
  MyTables,
  Notice,
  Opened,
  OpenTable,
  PasskeyOptions,
  Profile,
  PushKeyShown,
  PushSubscription,
  Quick,
  QuickStart,
  RatingHistory,
  Ratings,
  ReadPlay,
  RecoveryCode,
  Refusal,
  ReportName,
  Reviewed,
  StoredTable,
  Studied,
  StudiedDraft,
  Study,
  TableState,
} from "../../generated/server";
import type {
  Tutorial,
  LegalAction,
  Deal,
  Move,
  Puzzle,
  PuzzleHeading,
  LocalizedText,
  Viewer,
} from "../../generated/core";
import { learnDate } from "../clock";
import { message } from "../i18n/messages";

/** A request that was refused or not answered. */
export class RequestRefused extends Error {
  constructor(
    /** The HTTP status; 0 without an answer. */
    readonly status: number,
    /** The problem, its reason and a remedy. */
    readonly text: LocalizedText,
  ) {
    super(text.en);
  }
}

const AWAY = message((words) => words.serverAway);
const OFFLINE = message((words) => words.noNetwork);
const COOKIELESS = message((words) => words.cookiesRefused);

const unknownGame = (id: string): LocalizedText => message((words) => words.unknownGame(id));

/** The text that describes a thrown value to the user. */
export function problemText(thrown: unknown): LocalizedText {
  return thrown instanceof RequestRefused ? thrown.text : AWAY;
}

async function answered(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
    learnDate(response.headers.get("date"));
  } catch {
    throw new RequestRefused(0, navigator.onLine ? AWAY : OFFLINE);
  }
  if (!response.ok) throw new RequestRefused(response.status, await problemOf(response));
  return response;
}

async function ask<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  return (await (await answered(path, init)).json()) as Answer;
}

function posting(body: unknown): RequestInit {
  const headers = { "content-type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

function post<Answer>(path: string, body: unknown): Promise<Answer> {
  return ask<Answer>(path, posting(body));
}

async function problemOf(response: Response): Promise<LocalizedText> {
  try {
    return ((await response.json()) as Refusal).message ?? AWAY;
  } catch {
    return AWAY;
  }
}

const answers = new Map<string, Promise<unknown>>();

/**
 * Requests an answer that does not change while the server runs; only a failure is requested
 * again.
 */
function askOnce<Answer>(path: string): Promise<Answer> {
  const known = answers.get(path);
  if (known) return known as Promise<Answer>;
  const answer = ask<Answer>(path);
  answers.set(path, answer);
  answer.catch(() => answers.delete(path));
  return answer;
}

/** Discards all cached answers. */
export function forgetAnswers(): void {
  answers.clear();
}

const gamePath = (id: string) => `/api/games/${encodeURIComponent(id)}`;

/** The games and bots of the server. */
export function getCatalogue(): Promise<Catalogue> {
  return askOnce<Catalogue>("/api/games");
}

/** The data that a table of the game needs. */
export function getGame(id: string): Promise<GamePage> {
  return askOnce<GamePage>(gamePath(id)).catch((thrown: unknown) => {
    const unknown = thrown instanceof RequestRefused && thrown.status === 404;
    throw unknown ? new RequestRefused(404, unknownGame(id)) : thrown;
  });
}

/** The rules and the components of a game. */
export function getRules(game: string): Promise<GameRules> {
  return askOnce<GameRules>(`${gamePath(game)}/rules`);
}

/** The tutorial of a game; null if it has none. */
export function getBook(game: string): Promise<Tutorial | null> {
  return askOnce<Tutorial | null>(`${gamePath(game)}/book`);
}

/** The puzzles of a game, as list entries. */
export function getPuzzles(game: string): Promise<readonly PuzzleHeading[]> {
  return askOnce<readonly PuzzleHeading[]>(`${gamePath(game)}/puzzles`);
}

const puzzlePath = (game: string, puzzle: string) =>
  `${gamePath(game)}/puzzles/${encodeURIComponent(puzzle)}`;

/** One puzzle. */
export function getPuzzle(game: string, puzzle: string): Promise<Puzzle> {
  return askOnce<Puzzle>(puzzlePath(game, puzzle));
}

/** The decisions that solve a puzzle, for users who give up. */
export function getSolution(game: string, puzzle: string): Promise<readonly string[]> {
  return ask<readonly string[]>(`${puzzlePath(game, puzzle)}/solution`);
}

/** A few actions, one of which begins the solution. */
export function getHint(game: string, puzzle: string): Promise<readonly LegalAction[]> {
  return ask<readonly LegalAction[]>(`${puzzlePath(game, puzzle)}/hint`);
}

/** The replies of the other seats to these decisions; empty if the goal is missed. */
export function getReply(
  game: string,
  puzzle: string,
  decisions: readonly string[],
): Promise<readonly Move[]> {
  const to = encodeURIComponent(decisions.join(", "));
  return ask<readonly Move[]>(`${puzzlePath(game, puzzle)}/reply?to=${to}`);
}

/** The user's data on the server. */
export function getMe(): Promise<Me> {
  return ask<Me>("/api/me");
}

/** Changes the user's profile. */
export function setProfile(profile: Profile): Promise<Me> {
  return post<Me>("/api/me", profile);
}

/** Deletes the user's data on the server. */
export function forgetMe(): Promise<Me> {
  return ask<Me>("/api/me", { method: "DELETE" });
}

/** All data that the server has about the user, as a file. */
export async function exportMe(): Promise<Blob> {
  return await (await answered("/api/me/export")).blob();
}

/** A new recovery code; it replaces the previous one. */
export function newCode(): Promise<RecoveryCode> {
  return post<RecoveryCode>("/api/me/code", {});
}

/**
 * Signs this browser in as the owner of the code, if `sure`; otherwise reports the consequences.
 */
export function enterCode(code: string, sure: boolean): Promise<Entering> {
  return post<Entering>("/api/me/recover", { code, sure });
}

/** Signs out a browser of the user. */
export function signOut(device: number): Promise<Me> {
  return ask<Me>(`/api/me/devices/${device}`, { method: "DELETE" });
}

/** Signs out all other browsers of the user. */
export function signOutOthers(): Promise<Me> {
  return ask<Me>("/api/me/devices", { method: "DELETE" });
}

/** The options for creating a passkey. */
export function beginPasskey(): Promise<PasskeyOptions> {
  return post<PasskeyOptions>("/api/me/passkeys/begin", {});
}

/** Stores a new passkey. */
export function keepPasskey(made: MadePasskey): Promise<Me> {
  return post<Me>("/api/me/passkeys", made);
}

/** The options for signing in with a passkey. */
export function askPasskey(): Promise<PasskeyOptions> {
  return post<PasskeyOptions>("/api/me/passkeys/ask", {});
}

/** Signs this browser in as the owner of the passkey, if `sure`; see {@link enterCode}. */
export function enterByPasskey(signed: EnterByPasskey): Promise<Entering> {
  return post<Entering>("/api/me/passkeys/enter", signed);
}

/** Deletes a passkey of the user. */
export function dropPasskey(id: string): Promise<Me> {
  return ask<Me>(`/api/me/passkeys/${encodeURIComponent(id)}`, { method: "DELETE" });
}

/** The highest ratings in a game with this number of seats. */
export function getRatings(game: string, seats: number): Promise<Ratings> {
  return ask<Ratings>(`/api/ratings?${new URLSearchParams({ game, seats: String(seats) })}`);
}

/** The user's rating in a game with this number of seats, after each rated result. */
export function getRatingHistory(game: string, seats: number): Promise<RatingHistory> {
  const query = new URLSearchParams({ game, seats: String(seats) });
  return ask<RatingHistory>(`/api/ratings/history?${query}`);
}

/** The notices of the server's operator. */
export function getNotice(): Promise<Notice> {
  return ask<Notice>("/api/notice");
}

/** Accepts an invitation to open tables; returns whether the user may open tables now. */
export function acceptInvitation(code: string): Promise<Notice> {
  return post<Notice>("/api/invite", { code });
}

/** Reports the name of a player at a table to the operator of the server. */
export async function reportName(report: ReportName): Promise<void> {
  await answered("/api/reports", posting(report));
}

/** The tables at which the user has a seat, latest first. */
export function getTables(): Promise<MyTables> {
  return ask<MyTables>("/api/tables");
}

/** The state of a game that the client sends, after its actions. */
export function study(play: Study): Promise<Studied> {
  return post<Studied>("/api/analysis", play);
}

/** The effects of an action of the current seat in such a game. */
export function previewAnalysis(play: Study, action: string): Promise<Foreseen> {
  return post<Foreseen>(`/api/analysis/preview?${new URLSearchParams({ action })}`, play);
}

/** The meaning of an unfinished decision in such a game. */
export function studyDraft(play: Study, draft: string): Promise<StudiedDraft> {
  return post<StudiedDraft>(`/api/analysis/draft?${new URLSearchParams({ draft })}`, play);
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

/** Reads and checks the file of a record or a position; returns the game in it. */
export function readPlay(file: string | BufferSource): Promise<ReadPlay> {
  const headers = { "content-type": "application/json" };
  return ask<ReadPlay>("/api/records", { method: "POST", headers, body: file });
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

const PUSH = "/api/me/push";

/** The server's public key for push messages; none if it sends none. */
export function getPushKey(): Promise<PushKeyShown> {
  return ask<PushKeyShown>(PUSH);
}

/** Sends this browser's push subscription. */
export function subscribe(subscription: PushSubscription): Promise<null> {
  return post<null>(PUSH, subscription);
}

/** Deletes this browser's push subscription. */
export function unsubscribe(): Promise<null> {
  return ask<null>(PUSH, { method: "DELETE" });
}

/** The stored summary of a table, which can be read without its rules. */
export function getStored(table: string): Promise<StoredTable> {
  return ask<StoredTable>(`/api/tables/${encodeURIComponent(table)}`);
}
