/** The language, and everything that depends on it. */
import type { Text } from '../generated/table';

/** The languages of the house. */
export type Lang = 'ja' | 'en';

const KEY = 'zashiki.lang';

function firstLang(): Lang {
  try {
    const stored = localStorage.getItem(KEY);
    if (stored === 'ja' || stored === 'en') return stored;
  } catch {
    // Storage can be closed to us; the browser's language still speaks.
  }
  return navigator.language.toLowerCase().startsWith('ja') ? 'ja' : 'en';
}

let lang = $state<Lang>(firstLang());

/** The language now; reading it in markup or an effect follows every switch. */
export const language = {
  get now(): Lang {
    return lang;
  },
  /** Switches, and remembers it for the next visit. */
  set(next: Lang): void {
    lang = next;
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // It holds for this visit then.
    }
  },
};

/** A text of the server in the language now. */
export function say(text: Text): string {
  return text[lang];
}
