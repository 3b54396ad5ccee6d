/** The clock of the page's playbacks: the user's settings and the language of the page. */
import { browser } from "../api/tableSocket";
import { say } from "../i18n/i18n.svelte";
import { settings } from "../storage/settings.svelte";
import { FRAME_MS, readingMs, type Clock } from "./pace";

export const pageClock: Clock = {
  later: browser.later,
  frameMs: () => settings.frameMs,
  readMs: (text) => readingMs(say(text)) * (settings.frameMs / FRAME_MS.normal),
  waits: () => settings.speed === "steps",
};
