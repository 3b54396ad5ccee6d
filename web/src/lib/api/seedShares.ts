/**
 * This device's shares (random bytes) of the seeds of deals. A share is chosen here, committed to
 * by a hash, and revealed when the server requests it. It is stored until it can be found in the
 * deal.
 */
import type { Dealing, TableState } from "../../generated/session";
import type { Bytes32, Deal } from "../../generated/core";
import { drawn, hashOf } from "./fairDeal";
import type { ClientMessage } from "./tableSocket";
import { readStored, writeStored } from "../storage/storage";

const KEY = "zashiki.shares";
/** The maximum number of stored shares; the oldest are discarded. */
const MOST = 60;

/** A share that this device has chosen. */
interface Own {
  share: Bytes32;
  hash: Bytes32;
  /**
   * The id of the table at which the server has confirmed the commitment; undefined before that.
   */
  table?: string;
  /** The server's own commitment at the time of this device's commitment. */
  commitment?: Bytes32;
  /**
   * The hashes of all players' shares, as the server listed them when this device revealed its
   * share, separated by spaces; undefined before the reveal.
   */
  shown?: string;
  /** True if the server has confirmed that it received the share. */
  added?: boolean;
}

/** The shares chosen since the page was loaded, for browsers without storage. */
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
 * Chooses a share and stores it with the server's commitment, if known. Returns the hash that
 * commits to the share.
 */
export function commitSeed(deal?: Dealing | null): Bytes32 {
  const share = drawn();
  const hash = hashOf(share);
  keep(deal ? { share, hash, commitment: deal.commitment } : { share, hash });
  return hash;
}

const hashes = (promises: readonly { hash: Bytes32 }[]) =>
  promises.map(({ hash }) => hash).join(" ");

/**
 * The message about the deal that the client must send in this state of the table; null if none.
 */
export function seedMessage({ table, deal, you, started }: TableState): ClientMessage | null {
  if (!deal || you === null) return null;
  const promised = deal.promises.find(({ seats }) => seats.includes(you));
  if (!promised || promised.void) {
    if (started || deal.asked) return null;
    // Older void shares of this table are discarded: only the last one can be listed as missing in
    // the deal.
    store(all().filter((own) => own.table !== table || own.hash === promised?.hash));
    return { type: "promise", hash: commitSeed(deal) };
  }
  // If another device of the same user has made the commitment, that device reveals the share.
  let own = all().find(({ hash }) => hash === promised.hash);
  if (!own) return null;
  if (own.table === undefined || (promised.added && !own.added)) {
    own = { commitment: deal.commitment, ...own, table, added: promised.added };
    keep(own);
  }
  // A server that has changed its own commitment could choose it by the share, and therefore gets
  // no share.
  if (started || !deal.asked || promised.added || own.commitment !== deal.commitment) return null;
  keep({ ...own, shown: own.shown ?? hashes(deal.promises) });
  return { type: "share", share: own.share };
}

/** The result of the search for this device's share in a deal. */
export type Found =
  /** This device has no share for this deal. */
  | "none"
  /** The share is part of the deal. */
  | "among"
  /** The share was not revealed: the server did not request it in time, or the page was closed. */
  | "unasked"
  /** The share was revealed after the deal was made. */
  | "late"
  /**
   * The share was void: after the request the seat became open again, and no other share was
   * committed before the deal.
   */
  | "void"
  /** The share is missing, although the server had confirmed it. */
  | "missing"
  /** The server's own commitment changed after this device's commitment. */
  | "commitment"
  /** The hashes of other shares, or of this one, changed after the reveal. */
  | "promises";

/**
 * Searches a deal for this device's share. If the user has no seat at the deal's table, a share
 * that is not listed in the deal is ignored.
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
