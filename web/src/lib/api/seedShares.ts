/**
 * This device's shares of the seeds of deals: drawn here, committed to by a hash, revealed when
 * the server requests it, and stored until they can be found in the deal.
 */
import type { Dealing, TableState } from "../../generated/server";
import type { Bytes32, Deal } from "../../generated/core";
import { drawn, hashOf } from "./fairDeal";
import type { ClientMessage } from "./tableSocket";
import { readStored, writeStored } from "../storage/storage";

const KEY = "zashiki.shares";
/** The maximum number of stored shares; the latest are kept. */
const MOST = 60;

/** A share of this device. */
interface Own {
  share: Bytes32;
  hash: Bytes32;
  /** The table where the server has confirmed the commitment. */
  table?: string;
  /** The server's commitment at the time of this device's commitment. */
  commitment?: Bytes32;
  /** All hashes at the time of the reveal; undefined before it. */
  shown?: string;
  /** True if the server has confirmed the share. */
  added?: boolean;
}

/** Without storage, shares last for this visit. */
let here: readonly Own[] = [];

function all(): readonly Own[] {
  try {
    const stored = JSON.parse(readStored(KEY) ?? "[]") as Own[];
    const others = here.filter(({ hash }) => !stored.some((own) => own.hash === hash));
    return [...stored, ...others];
  } catch {
    return here;
  }
}

function store(shares: readonly Own[]): void {
  here = shares.slice(-MOST);
  writeStored(KEY, JSON.stringify(here));
}

function keep(own: Own): void {
  store([...all().filter(({ hash }) => hash !== own.hash), own]);
}

/**
 * Draws a share and stores it with the server's commitment, if known. Returns the hash that
 * commits to it.
 */
export function commitSeed(deal?: Dealing | null): Bytes32 {
  const share = drawn();
  const hash = hashOf(share);
  keep(deal ? { share, hash, commitment: deal.commitment } : { share, hash });
  return hash;
}

const hashes = (promises: readonly { hash: Bytes32 }[]) =>
  promises.map(({ hash }) => hash).join(" ");

/** The message about the deal that this state of a table requires; null if none. */
export function seedMessage({ table, deal, you, started }: TableState): ClientMessage | null {
  if (!deal || you === null) return null;
  const promised = deal.promises.find(({ seats }) => seats.includes(you));
  if (!promised || promised.void) {
    if (started || deal.asked) return null;
    // Of this table only the last void share matters: the deal may list it as missing.
    store(all().filter((own) => own.table !== table || own.hash === promised?.hash));
    return { type: "promise", hash: commitSeed(deal) };
  }
  // Another device of the same user may have made the commitment, and reveals it.
  let own = all().find(({ hash }) => hash === promised.hash);
  if (!own) return null;
  if (own.table === undefined || (promised.added && !own.added)) {
    own = { commitment: deal.commitment, ...own, table, added: promised.added };
    keep(own);
  }
  // A server that has changed its commitment gets no share to choose by.
  if (started || !deal.asked || promised.added || own.commitment !== deal.commitment) return null;
  keep({ ...own, shown: own.shown ?? hashes(deal.promises) });
  return { type: "share", share: own.share };
}

/** The result of the search for this device's share in a deal. */
export type Found =
  /** This device added no share. */
  | "none"
  | "among"
  /** Not revealed: it was not requested in time, or the page was closed. */
  | "unasked"
  /** Revealed after the deal was made. */
  | "late"
  /**
   * The seat became open again after the request, and no other share was committed before the
   * deal.
   */
  | "void"
  /** The server had confirmed the share, but it is missing. */
  | "missing"
  /** The server's commitment changed after this device's commitment. */
  | "commitment"
  /** The hashes of this or other devices changed after the reveal. */
  | "promises";

/**
 * Looks for this device's share in a deal; it counts as missing only if the user has a seat there.
 */
export function findShare(deal: Deal, seated: boolean): Found {
  const mine = all().filter(({ table }) => table === deal.table);
  const promised = (own: Own) => deal.shares.some(({ hash }) => hash === own.hash);
  const lapsed = (own: Own) => deal.shares.some((it) => it.hash === own.hash && it.void);
  const own = mine.find(promised) ?? mine.findLast(({ shown }) => shown) ?? mine.at(-1);
  if (!own || (!seated && !promised(own))) return "none";
  if (own.commitment !== deal.commitment) return "commitment";
  if (lapsed(own)) return "void";
  if (own.shown === undefined) return promised(own) ? "unasked" : "promises";
  if (own.shown !== hashes(deal.shares)) return "promises";
  const there = deal.shares.some(({ hash, share }) => hash === own.hash && share === own.share);
  if (there) return "among";
  return own.added ? "missing" : "late";
}
