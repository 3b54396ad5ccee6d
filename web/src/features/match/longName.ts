/** Names of people at seats with little width: no name is cut so that two players look alike. */
import type { Attachment } from "svelte/attachments";
import { widthOf } from "../../lib/i18n/textWidth";
import { lettersOf } from "../../lib/ui/nameLength";

/**
 * The width of two lines of the smallest letters at a seat of a phone, in ems, by the number of seats
 * at the table.
 */
const ROOM = [40, 40, 24, 15, 10.5, 8];
/** The estimated width of a letter of another script than CJK, in ems. */
const NARROW = 0.6;
/** The number of letters that are kept at the end of a name: names are often told apart there. */
const END = 3;

/** The name with "…" for its middle if a narrow seat at a table of this size has no room for all of it. */
export function abridged(name: string, seats: number): string {
  const room = ROOM[seats] ?? ROOM[5]!;
  if (widthOf(name, NARROW) <= room) return name;
  const letters = lettersOf(name);
  const end = `…${letters.slice(-END).join("")}`;
  let start = "";
  for (const letter of letters.slice(0, -END)) {
    if (widthOf(start + letter + end, NARROW) > room) break;
    start += letter;
  }
  return start + end;
}

/**
 * Gives a name that its line would cut the class `long`, with which it has two lines of smaller letters.
 * Another name needs another attachment.
 */
export const fitted =
  (_name: string | undefined): Attachment<HTMLElement> =>
  (element) => {
    const measure = () => {
      element.classList.remove("long");
      element.classList.toggle("long", element.scrollWidth > element.clientWidth + 1);
    };
    // It is called once at the beginning, and for each new size of the seat.
    const watch = new ResizeObserver(measure);
    watch.observe(element.closest("li") ?? element);
    return () => watch.disconnect();
  };
