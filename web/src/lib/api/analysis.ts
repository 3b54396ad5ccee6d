/** Requests about games without a table: the page sends the game with each request. */
import type { Foreseen, ReadPlay, Studied, StudiedDraft, Study } from "../../generated/session";
import { ask, post } from "./http";

/** Requests the state of a game after the actions that the request contains. */
export function study(play: Study): Promise<Studied> {
  return post<Studied>("/api/analysis", play);
}

/** Requests a preview: the effects of an action of the current seat in such a game. */
export function previewAnalysis(play: Study, action: string): Promise<Foreseen> {
  return post<Foreseen>(`/api/analysis/preview?${new URLSearchParams({ action })}`, play);
}

/** Requests the meaning of an unfinished decision in such a game. */
export function studyDraft(play: Study, draft: string): Promise<StudiedDraft> {
  return post<StudiedDraft>(`/api/analysis/draft?${new URLSearchParams({ draft })}`, play);
}

/** Sends the file of a record or a position to be checked; returns the game in it. */
export function readPlay(file: string | BufferSource): Promise<ReadPlay> {
  const headers = { "content-type": "application/json" };
  return ask<ReadPlay>("/api/records", { method: "POST", headers, body: file });
}
