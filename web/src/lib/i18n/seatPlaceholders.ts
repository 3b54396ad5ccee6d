/**
 * Fills in the names of seats in sentences of the engine. A placeholder such as `⟦0⟧` stands for a
 * seat; `⟦takes|take⟧` stands for a word that agrees with the seats mentioned before it: the first
 * form for a name, the second for "you". The engine fills placeholders in files and terminals; this
 * module fills them on the page.
 */
import type { Seat } from "../../generated/core";
import { grammar, type Lang } from "./grammar";

/** The names that can be filled into a sentence. */
export interface SeatNames {
  /** The name of the player at each seat. */
  names: readonly string[];
  /** The seat of the reader; null for a spectator. */
  you: Seat | null;
}

const MARK = /⟦([^⟧]*)⟧/g;
/** The texts that separate two names of a list in an English sentence. */
const JOINTS = [", ", " and ", " or "];

/** Returns the sentence with names instead of its placeholders; names are inserted unchanged. */
export function fillPlaceholders(sentence: string, lang: Lang, people: () => SeatNames): string {
  if (!sentence.includes("⟦")) return sentence;
  const { names, you } = people();
  let said = "";
  let end = 0;
  // True if "you" is among the seats mentioned last.
  let addressed = false;
  for (const mark of sentence.matchAll(MARK)) {
    const before = sentence.slice(end, mark.index);
    const [whole, inside = ""] = mark;
    const [form, other] = splitOnce(inside);
    const seat = /^\d+$/.test(inside) ? Number(inside) : -1;
    said += before;
    end = mark.index + whole.length;
    if (other !== undefined) said += addressed ? other : form;
    else if (names[seat] !== undefined) {
      addressed = seat === you || (JOINTS.includes(before) && addressed);
      said += seat === you ? grammar(lang).you(said) : names[seat];
    } else said += whole;
  }
  return said + sentence.slice(end);
}

function splitOnce(inside: string): [string, string?] {
  const at = inside.indexOf("|");
  return at < 0 ? [inside] : [inside.slice(0, at), inside.slice(at + 1)];
}
