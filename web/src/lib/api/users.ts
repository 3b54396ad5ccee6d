/**
 * Requests about the user: profile, devices, ratings, invitations and push subscriptions.
 */
import type {
  EnterByPasskey,
  Entering,
  MadePasskey,
  Me,
  Notice,
  PasskeyOptions,
  Profile,
  PushKeyShown,
  PushSubscription,
  RatingHistory,
  Ratings,
  RecoveryCode,
} from "../../generated/server";
import { answered, ask, post } from "./http";

/** Requests the user's profile and other data on the server. */
export function getMe(): Promise<Me> {
  return ask<Me>("/api/me");
}

/** Changes the user's profile. */
export function setProfile(profile: Profile): Promise<Me> {
  return post<Me>("/api/me", profile);
}

/** Deletes all data about the user on the server. */
export function forgetMe(): Promise<Me> {
  return ask<Me>("/api/me", { method: "DELETE" });
}

/** Downloads all data that the server has about the user, as a file. */
export async function exportMe(): Promise<Blob> {
  return await (await answered("/api/me/export")).blob();
}

/** Requests a new recovery code, which replaces the previous one. */
export function newCode(): Promise<RecoveryCode> {
  return post<RecoveryCode>("/api/me/code", {});
}

/**
 * Signs this browser in as the owner of the code, if `sure` is true; otherwise only returns the
 * consequences.
 */
export function enterCode(code: string, sure: boolean): Promise<Entering> {
  return post<Entering>("/api/me/recover", { code, sure });
}

/** Signs out a browser of the user; `device` is its number in the list of browsers. */
export function signOut(device: number): Promise<Me> {
  return ask<Me>(`/api/me/devices/${device}`, { method: "DELETE" });
}

/** Signs out all other browsers of the user. */
export function signOutOthers(): Promise<Me> {
  return ask<Me>("/api/me/devices", { method: "DELETE" });
}

/** Requests the options for creating a passkey. */
export function beginPasskey(): Promise<PasskeyOptions> {
  return post<PasskeyOptions>("/api/me/passkeys/begin", {});
}

/** Sends a new passkey to the server, which stores it. */
export function keepPasskey(made: MadePasskey): Promise<Me> {
  return post<Me>("/api/me/passkeys", made);
}

/** Requests the options for signing in with a passkey. */
export function askPasskey(): Promise<PasskeyOptions> {
  return post<PasskeyOptions>("/api/me/passkeys/ask", {});
}

/**
 * Signs this browser in as the owner of the passkey, if `signed.sure` is true; see {@link enterCode}.
 */
export function enterByPasskey(signed: EnterByPasskey): Promise<Entering> {
  return post<Entering>("/api/me/passkeys/enter", signed);
}

/** Deletes a passkey of the user. */
export function dropPasskey(id: string): Promise<Me> {
  return ask<Me>(`/api/me/passkeys/${encodeURIComponent(id)}`, { method: "DELETE" });
}

/** Requests the highest ratings in a game with this number of seats. */
export function getRatings(game: string, seats: number): Promise<Ratings> {
  return ask<Ratings>(`/api/ratings?${new URLSearchParams({ game, seats: String(seats) })}`);
}

/** Requests the user's rating in a game with this number of seats, after each rated result. */
export function getRatingHistory(game: string, seats: number): Promise<RatingHistory> {
  const query = new URLSearchParams({ game, seats: String(seats) });
  return ask<RatingHistory>(`/api/ratings/history?${query}`);
}

/** Requests the notices of the server's operator. */
export function getNotice(): Promise<Notice> {
  return ask<Notice>("/api/notice");
}

/**
 * Sends the code of an invitation to open tables; the answer contains whether the user may open
 * tables now.
 */
export function acceptInvitation(code: string): Promise<Notice> {
  return post<Notice>("/api/invite", { code });
}

const PUSH = "/api/me/push";

/**
 * Requests the server's public key for push messages; the answer contains none if the server sends
 * no push messages.
 */
export function getPushKey(): Promise<PushKeyShown> {
  return ask<PushKeyShown>(PUSH);
}

/** Sends this browser's push subscription to the server. */
export function subscribe(subscription: PushSubscription): Promise<null> {
  return post<null>(PUSH, subscription);
}

/** Deletes this browser's push subscription from the server. */
export function unsubscribe(): Promise<null> {
  return ask<null>(PUSH, { method: "DELETE" });
}
