/** The viewpoints from which a game can be shown, and their names in addresses. */
import type { GameInfo, Seat, Viewer } from "../../generated/core";

/** The name in addresses of the viewpoint of a spectator. */
const ONLOOKER = "onlooker";

/**
 * All viewpoints of a game whose hidden information may be shown: those of the seats, that of a
 * spectator and, if the game has private information, the one that shows everything.
 */
export function allViewpoints(
  seats: number,
  info: Pick<GameInfo, "private_information"> | undefined,
): Viewer[] {
  const open: Viewer[] = info?.private_information ? ["all"] : [];
  return [...Array(seats).keys(), null, ...open];
}

/** The seat of a viewpoint; null if it is not a seat's. */
export const seatOf = (eyes: Viewer): Seat | null => (typeof eyes === "number" ? eyes : null);

/** The viewpoint with this name in an address; undefined if the name is invalid. */
export function parseViewpoint(text: string): Viewer | undefined {
  if (text === ONLOOKER) return null;
  if (text === "all") return "all";
  return /^\d$/.test(text) ? Number(text) : undefined;
}

/** The name of a viewpoint in an address. */
export const viewpointName = (eyes: Viewer): string => String(eyes ?? ONLOOKER);
