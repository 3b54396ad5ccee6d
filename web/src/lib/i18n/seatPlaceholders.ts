/**
 * Who is at a seat, within a sentence of the engine. It says the seat by a mark, `⟦0⟧`, and what
 * agrees with the seats named last in two forms, `⟦takes|take⟧`: beside a name and beside "you".
 * The engine fills them for files and terminals (`Text::named` in crates/table), the page here.
 */
import type { Seat } from "../../generated/table";
import { grammar, type Lang } from "./grammar";

/** Whom a sentence may be about. */
export interface SeatNames {
  /** What the person at each seat is called. */
  names: readonly string[];
  /** The seat of the person who reads; null for somebody who looks on. */
  you: Seat | null;
}

const MARK = /⟦([^⟧]*)⟧/g;
/** What stands between the names of a list in English. */
const JOINTS = [", ", " and ", " or "];

/** The sentence with names in place of its marks; names are put in as they are. */
export function fillPlaceholders(sentence: string, lang: Lang, people: () => SeatNames): string {
  if (!sentence.includes("⟦")) return sentence;
  const { names, you } = people();
  let said = "";
  let end = 0;
  // Whether "you" is among those named last.
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
