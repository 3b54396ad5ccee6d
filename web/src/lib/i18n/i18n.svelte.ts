/** The language, and everything that is said in it. */
import type { Text } from "../../generated/table";
import { LANGS, type Lang } from "./grammar";
import { catalogues, type Messages } from "./messages";
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

/** The language now; reading it in markup or an effect follows every switch. */
export const language = {
  get now(): Lang {
    return lang;
  },
  /** The shell's words in the language now. */
  get words(): Messages {
    return catalogues[lang];
  },
  /** Switches, and remembers it for the next visit. */
  set(next: Lang): void {
    lang = next;
    writeStored(KEY, next);
  },
};

/** A text in every language, or as a table says it to a reader of one. */
export type Said = Text | string;

/** A text of the server or of a game in the language now, about those who sit here. */
export function say(text: Said, about: () => SeatNames = peopleHere): string {
  return worded(text, lang, about);
}

/** The same for who is told which language to speak, as boards are. */
export function worded(text: Said, lang: Lang, about: () => SeatNames = peopleHere): string {
  return fillPlaceholders(typeof text === "string" ? text : text[lang], lang, about);
}

/** Where nobody sits, the seats are as the game on screen calls them. */
function peopleHere(): SeatNames {
  return seatNames.here ?? { names: rulebook.seatNames.map((name) => name[lang]), you: null };
}

/** A moment, in milliseconds since 1970, by the calendar of whoever reads. */
export function dateTime(moment: number): string {
  const shape = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(lang, shape).format(moment);
}

/** The day of a moment, in milliseconds since 1970, by the calendar of whoever reads. */
export function day(moment: number): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(moment);
}

/** How long ago that was, in words. `then` is in milliseconds since 1970. */
export function ago(then: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  const minutes = Math.round((then - now) / 60_000);
  if (minutes > -60) return format.format(Math.min(minutes, 0), "minute");
  if (minutes > -48 * 60) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 1440), "day");
}
