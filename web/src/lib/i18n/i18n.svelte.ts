/** The current language of the page, and functions that choose texts in it. */
import type { LocalizedText } from "../../generated/core";
import { LANGS, type Lang } from "./grammar";
import { hasMessages, loadMessages, messagesIn, type Messages } from "./messages";
import { readStored, writeStored } from "../storage/storage";
import { fillPlaceholders, type SeatNames } from "./seatPlaceholders";
import { seatNames } from "./seatNames.svelte";
import { rulebook } from "./rulebook.svelte";

export type { Lang } from "./grammar";

const KEY = "zashiki.lang";

function firstLang(): Lang {
  const stored = readStored(KEY);
  const spoken = navigator.language.toLowerCase();
  return (
    LANGS.find((lang) => lang === stored) ?? LANGS.find((lang) => spoken.startsWith(lang)) ?? "en"
  );
}

let lang = $state<Lang>(firstLang());

/** The current language. Markup and effects that read it are updated whenever it changes. */
export const language = {
  get now(): Lang {
    return lang;
  },
  /** The texts of the page itself, without those of the games, in the current language. */
  get words(): Messages {
    return messagesIn(lang);
  },
  /** Changes the language and stores it for the next visit. */
  set(next: Lang): void {
    writeStored(KEY, next);
    if (hasMessages(next)) lang = next;
    else
      loadMessages(next).then(
        // Meanwhile a part of the page may have been opened that needs more texts.
        () => language.set(next),
        // Without a network the page stays in its language.
        () => {},
      );
  },
};

/** A text in every language; or only in the language that the page requested from the server. */
export type Said = LocalizedText | string;

/**
 * Returns a text of the server or of a game in the current language, with the names of the players
 * filled in.
 */
export function say(text: Said, about: () => SeatNames = peopleHere): string {
  return worded(text, lang, about);
}

/** Like {@link say}, for callers that get the language as a parameter, as boards do. */
export function worded(text: Said, lang: Lang, about: () => SeatNames = peopleHere): string {
  return fillPlaceholders(typeof text === "string" ? text : text[lang], lang, about);
}

/** The names of the players on screen; without players, the game's names of its seats. */
function peopleHere(): SeatNames {
  return seatNames.here ?? { names: rulebook.seatNames.map((name) => name[lang]), you: null };
}

/** Formats a time, given in milliseconds since 1970, with date and time in the user's time zone. */
export function dateTime(moment: number): string {
  const shape = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(lang, shape).format(moment);
}

/** Formats the date of a time, given in milliseconds since 1970, in the user's time zone. */
export function day(moment: number): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(moment);
}

/** Describes how long before `now` the time `then` was; both are in milliseconds since 1970. */
export function ago(then: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  const minutes = Math.round((then - now) / 60_000);
  if (minutes > -60) return format.format(Math.min(minutes, 0), "minute");
  if (minutes > -48 * 60) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 1440), "day");
}
