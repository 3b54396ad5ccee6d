/** The parlour's plain requests. The live table has its own module, `tableSocket.ts`. */
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
} from "../../generated/parlour";
import type {
  Book,
  Choice,
  Deal,
  Move,
  Puzzle,
  PuzzleHeading,
  Text,
  Viewer,
} from "../../generated/table";
import { learnDate } from "../clock";
import { message } from "../i18n/messages";

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

const AWAY = message((words) => words.serverAway);
const OFFLINE = message((words) => words.noNetwork);
const COOKIELESS = message((words) => words.cookiesRefused);

const unknownGame = (id: string): Text => message((words) => words.unknownGame(id));

/** What to say to the person about something that was thrown. */
export function problemText(thrown: unknown): Text {
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

async function problemOf(response: Response): Promise<Text> {
  try {
    return ((await response.json()) as Refusal).message ?? AWAY;
  } catch {
    return AWAY;
  }
}

const answers = new Map<string, Promise<unknown>>();

/** Asks for what stays as it is while the house is open; only a failure may be tried again. */
function askOnce<Answer>(path: string): Promise<Answer> {
  const known = answers.get(path);
  if (known) return known as Promise<Answer>;
  const answer = ask<Answer>(path);
  answers.set(path, answer);
  answer.catch(() => answers.delete(path));
  return answer;
}

/** Asks anew for everything that is asked for once. */
export function forgetAnswers(): void {
  answers.clear();
}

const gamePath = (id: string) => `/api/games/${encodeURIComponent(id)}`;

/** The games and bots of the house. */
export function getCatalogue(): Promise<Catalogue> {
  return askOnce<Catalogue>("/api/games");
}

/** What a table of the game needs to be shown. */
export function getGame(id: string): Promise<GamePage> {
  return askOnce<GamePage>(gamePath(id)).catch((thrown: unknown) => {
    const unknown = thrown instanceof RequestRefused && thrown.status === 404;
    throw unknown ? new RequestRefused(404, unknownGame(id)) : thrown;
  });
}

/** What the game states and is made of. */
export function getRules(game: string): Promise<GameRules> {
  return askOnce<GameRules>(`${gamePath(game)}/rules`);
}

/** What newcomers are shown of a game; null where it has no book. */
export function getBook(game: string): Promise<Book | null> {
  return askOnce<Book | null>(`${gamePath(game)}/book`);
}

/** The puzzles of a game, as a list says them. */
export function getPuzzles(game: string): Promise<readonly PuzzleHeading[]> {
  return askOnce<readonly PuzzleHeading[]>(`${gamePath(game)}/puzzles`);
}

const puzzlePath = (game: string, puzzle: string) =>
  `${gamePath(game)}/puzzles/${encodeURIComponent(puzzle)}`;

/** One puzzle. */
export function getPuzzle(game: string, puzzle: string): Promise<Puzzle> {
  return askOnce<Puzzle>(puzzlePath(game, puzzle));
}

/** The decisions that solve a puzzle, for who gives up. */
export function getSolution(game: string, puzzle: string): Promise<readonly string[]> {
  return ask<readonly string[]>(`${puzzlePath(game, puzzle)}/solution`);
}

/** A few choices of which one begins the solution. */
export function getHint(game: string, puzzle: string): Promise<readonly Choice[]> {
  return ask<readonly Choice[]>(`${puzzlePath(game, puzzle)}/hint`);
}

/** What the others decide after these decisions; nothing where the goal is missed. */
export function getReply(
  game: string,
  puzzle: string,
  decisions: readonly string[],
): Promise<readonly Move[]> {
  const to = encodeURIComponent(decisions.join(", "));
  return ask<readonly Move[]>(`${puzzlePath(game, puzzle)}/reply?to=${to}`);
}

/** What the house knows of this person. */
export function getMe(): Promise<Me> {
  return ask<Me>("/api/me");
}

/** Sets what this person wishes. */
export function setProfile(profile: Profile): Promise<Me> {
  return post<Me>("/api/me", profile);
}

/** Has the house forget this person. */
export function forgetMe(): Promise<Me> {
  return ask<Me>("/api/me", { method: "DELETE" });
}

/** Everything that the server has of this person, as a file. */
export async function exportMe(): Promise<Blob> {
  return await (await answered("/api/me/export")).blob();
}

/** A new recovery code; any former one is void. */
export function newCode(): Promise<RecoveryCode> {
  return post<RecoveryCode>("/api/me/code", {});
}

/** Makes this browser the person's whose code this is, if they are sure; else says what would come of it. */
export function enterCode(code: string, sure: boolean): Promise<Entering> {
  return post<Entering>("/api/me/enter", { code, sure });
}

/** Signs a browser of this person out. */
export function signOut(device: number): Promise<Me> {
  return ask<Me>(`/api/me/devices/${device}`, { method: "DELETE" });
}

/** Signs all browsers of this person out but this one. */
export function signOutOthers(): Promise<Me> {
  return ask<Me>("/api/me/devices", { method: "DELETE" });
}

/** What a passkey is made with. */
export function beginPasskey(): Promise<PasskeyOptions> {
  return post<PasskeyOptions>("/api/me/passkeys/begin", {});
}

/** Keeps a passkey that was made. */
export function keepPasskey(made: MadePasskey): Promise<Me> {
  return post<Me>("/api/me/passkeys", made);
}

/** What a passkey is asked for with. */
export function askPasskey(): Promise<PasskeyOptions> {
  return post<PasskeyOptions>("/api/me/passkeys/ask", {});
}

/** Makes this browser the person's whose passkey signed, if they are sure; as {@link enterCode}. */
export function enterByPasskey(signed: EnterByPasskey): Promise<Entering> {
  return post<Entering>("/api/me/passkeys/enter", signed);
}

/** Has a passkey of this person forgotten. */
export function dropPasskey(id: string): Promise<Me> {
  return ask<Me>(`/api/me/passkeys/${encodeURIComponent(id)}`, { method: "DELETE" });
}

/** The strongest at a game with so many seats. */
export function getRatings(game: string, seats: number): Promise<Ratings> {
  return ask<Ratings>(`/api/ratings?${new URLSearchParams({ game, seats: String(seats) })}`);
}

/** This person's rating at a game with so many seats, after each result that counted. */
export function getRatingHistory(game: string, seats: number): Promise<RatingHistory> {
  const query = new URLSearchParams({ game, seats: String(seats) });
  return ask<RatingHistory>(`/api/ratings/history?${query}`);
}

/** What the operator of the server has to say. */
export function getNotice(): Promise<Notice> {
  return ask<Notice>("/api/notice");
}

/** Accepts an invitation to open tables; the answer says whether they may now. */
export function acceptInvitation(code: string): Promise<Notice> {
  return post<Notice>("/api/invite", { code });
}

/** Reports the name of somebody at a table to the operator of the server. */
export async function reportName(report: ReportName): Promise<void> {
  await answered("/api/reports", posting(report));
}

/** The tables at which this person has a seat, latest first. */
export function getTables(): Promise<MyTables> {
  return ask<MyTables>("/api/tables");
}

/** A play that this person brings along, after its actions. */
export function study(play: Study): Promise<Studied> {
  return post<Studied>("/api/study", play);
}

/** What would happen in such a play if the seat that looks did this now. */
export function previewAnalysis(play: Study, action: string): Promise<Foreseen> {
  return post<Foreseen>(`/api/study/foresee?${new URLSearchParams({ action })}`, play);
}

/** What an unfinished decision in such a play means. */
export function studyDraft(play: Study, draft: string): Promise<StudiedDraft> {
  return post<StudiedDraft>(`/api/study/draft?${new URLSearchParams({ draft })}`, play);
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
 * Whoever sits at a table is known by a cookie that this page cannot read, so a browser that
 * refuses it shows only when the house does not know the person again.
 */
async function checkSeated(table: string): Promise<void> {
  if ((await getStored(table)).you === null) throw new RequestRefused(0, COOKIELESS);
}

/** A table for who wants to play soon: one where others wait, or a new one that waits for them. */
export async function quickStart(wish: QuickStart): Promise<Quick> {
  const quick = await post<Quick>("/api/quick", wish);
  if (quick.opened) await checkSeated(quick.table);
  return quick;
}

/** What would happen at the table if this person did this now. */
export function previewAction(table: string, action: string): Promise<Foreseen> {
  const query = new URLSearchParams({ action });
  return ask<Foreseen>(`/api/tables/${encodeURIComponent(table)}/foresee?${query}`);
}

/** Advice on the decision that is awaited of this person's seat, where the table allows it. */
export function getAdvice(table: string, seat: number): Promise<Advised> {
  const query = new URLSearchParams({ seat: String(seat) });
  return ask<Advised>(`/api/tables/${encodeURIComponent(table)}/advice?${query}`);
}

/** A finished game looked back on, or how far that is. */
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
  return ask<TableState>(`/api/tables/${encodeURIComponent(table)}/moments/${number}?${query}`);
}

/** Whether the file of a record or of a position holds, and what play it is of. */
export function readPlay(file: string | BufferSource): Promise<ReadPlay> {
  const headers = { "content-type": "application/json" };
  return ask<ReadPlay>("/api/records", { method: "POST", headers, body: file });
}

/** The record of a table that is over. */
export async function getRecord(table: string): Promise<ReadPlay> {
  return post<ReadPlay>("/api/records", await ask<unknown>(recordPath(table)));
}

/** What the seed of a table that is over follows from, and the seed. */
export function getDeal(table: string): Promise<{ deal?: Deal; seed: string }> {
  return ask<{ deal?: Deal; seed: string }>(recordPath(table));
}

/** Where the record of a table can be downloaded. */
export function recordPath(table: string): string {
  return `/api/tables/${encodeURIComponent(table)}/record`;
}

const PUSH = "/api/me/push";

/** The key with which the house calls browsers; none if it calls nobody. */
export function getPushKey(): Promise<PushKeyShown> {
  return ask<PushKeyShown>(PUSH);
}

/** Says how this browser can be called. */
export function subscribe(subscription: PushSubscription): Promise<null> {
  return post<null>(PUSH, subscription);
}

/** Takes that back. */
export function unsubscribe(): Promise<null> {
  return ask<null>(PUSH, { method: "DELETE" });
}

/** What the house keeps of a table; it needs no rules to be read. */
export function getStored(table: string): Promise<StoredTable> {
  return ask<StoredTable>(`/api/tables/${encodeURIComponent(table)}`);
}
