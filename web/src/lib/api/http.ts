/** Requests to the server or the engine on this device, with texts about failures. */
import type { Refusal } from "../../generated/session";
import type { LocalizedText } from "../../generated/core";
import { learnDate } from "../clock";
import { message } from "../i18n/messages";
import { transport } from "./dispatch";
import { RequestRefused } from "./refused";

export { RequestRefused };

const AWAY = message((words) => words.serverAway);
const OFFLINE = message((words) => words.noNetwork);
export const COOKIELESS = message((words) => words.cookiesRefused);

export const unknownGame = (id: string): LocalizedText => message((words) => words.unknownGame(id));

/** The text that describes a thrown value to the user. */
export function problemText(thrown: unknown): LocalizedText {
  return thrown instanceof RequestRefused ? thrown.text : AWAY;
}

export async function answered(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await transport.request(path, init);
    learnDate(response.headers.get("date"));
  } catch {
    throw new RequestRefused(0, navigator.onLine ? AWAY : OFFLINE);
  }
  if (!response.ok) throw new RequestRefused(response.status, await problemOf(response));
  return response;
}

export async function ask<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  return (await (await answered(path, init)).json()) as Answer;
}

export function posting(body: unknown): RequestInit {
  const headers = { "content-type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

export function post<Answer>(path: string, body: unknown): Promise<Answer> {
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
 * Requests an answer that stays the same while the server runs. It is cached; only after a failure
 * it is requested again.
 */
export function askOnce<Answer>(path: string): Promise<Answer> {
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

export const gamePath = (id: string) => `/api/games/${encodeURIComponent(id)}`;
