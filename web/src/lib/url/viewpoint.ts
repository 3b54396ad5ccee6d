/** Whose eyes a play can be looked at with. */
import type { GameInfo, Seat, Viewer } from "../../generated/table";

/** What an address calls the eyes of somebody who looks on. */
const ONLOOKER = "onlooker";

/**
 * All there are for a play of which nothing need be hidden: each seat's, those of somebody who
 * looks on, and with all open, where that tells more.
 */
export function allViewpoints(
  seats: number,
  info: Pick<GameInfo, "private_information"> | undefined,
): Viewer[] {
  const open: Viewer[] = info?.private_information ? ["all"] : [];
  return [...Array(seats).keys(), null, ...open];
}

/** The seat whose own eyes these are; null where they are no seat's. */
export const seatOf = (eyes: Viewer): Seat | null => (typeof eyes === "number" ? eyes : null);

/** The eyes that an address names, if it does. */
export function parseViewpoint(text: string): Viewer | undefined {
  if (text === ONLOOKER) return null;
  if (text === "all") return "all";
  return /^\d$/.test(text) ? Number(text) : undefined;
}

/** What an address calls these eyes. */
export const viewpointName = (eyes: Viewer): string => String(eyes ?? ONLOOKER);
