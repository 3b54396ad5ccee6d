/**
 * What this device adds to deals: drawn here, promised by its hash, shown when the house asks for it,
 * and remembered until it can be looked for in the deal.
 */
import type { Dealing, TableState } from "../../generated/parlour";
import type { Bytes32, Deal } from "../../generated/table";
import { drawn, hashOf } from "./fairDeal";
import type { ClientMessage } from "./tableSocket";
import { readStored, writeStored } from "../storage/storage";

const KEY = "zashiki.shares";
/** How many are remembered, the latest. */
const MOST = 60;

/** A share of this device's. */
interface Own {
  share: Bytes32;
  hash: Bytes32;
  /** The table where the house has said that it is promised. */
  table?: string;
  /** What the house was committed to when it was promised. */
  commitment?: Bytes32;
  /** Everybody's hashes as they stood when it was shown; before, it was not. */
  shown?: string;
  /** Whether the house has said that it is there. */
  added?: boolean;
}

/** They hold for this visit where nothing may be stored. */
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
 * Draws a share and remembers it; the answer is the hash by which it is promised. What the house is
 * committed to is remembered with it, where it is known.
 */
export function commitSeed(deal?: Dealing | null): Bytes32 {
  const share = drawn();
  const hash = hashOf(share);
  keep(deal ? { share, hash, commitment: deal.commitment } : { share, hash });
  return hash;
}

const hashes = (promises: readonly { hash: Bytes32 }[]) =>
  promises.map(({ hash }) => hash).join(" ");

/** What is to be said of the deal of a table on seeing it so; null if nothing. */
export function seedMessage({ table, deal, you, started }: TableState): ClientMessage | null {
  if (!deal || you === null) return null;
  const promised = deal.promises.find(({ seats }) => seats.includes(you));
  if (!promised || promised.void) {
    if (started || deal.asked) return null;
    // Of this table only the last that became void is of interest: it may be named as missing.
    store(all().filter((own) => own.table !== table || own.hash === promised?.hash));
    return { type: "promise", hash: commitSeed(deal) };
  }
  // Another device of the same person may have promised it, and shows it.
  let own = all().find(({ hash }) => hash === promised.hash);
  if (!own) return null;
  if (own.table === undefined || (promised.added && !own.added)) {
    own = { commitment: deal.commitment, ...own, table, added: promised.added };
    keep(own);
  }
  // A house that is committed to something else by now gets nothing to choose by.
  if (started || !deal.asked || promised.added || own.commitment !== deal.commitment) return null;
  keep({ ...own, shown: own.shown ?? hashes(deal.promises) });
  return { type: "share", share: own.share };
}

/** What this device finds when it looks for its own share in a deal. */
export type Found =
  /** It added none there. */
  | "none"
  | "among"
  /** It was not shown: it was not asked for in time, or the page was closed. */
  | "unasked"
  /** It was shown, and the deal was made before it came. */
  | "late"
  /** A seat was open again after it was asked for, and no other was promised before the deal. */
  | "void"
  /** The house had said that it was there, but it is not. */
  | "missing"
  /** The house had been committed to something else when the share was promised. */
  | "commitment"
  /** Something else had been promised, by this device or by others, when the share was shown. */
  | "promises";

/** Looks for this device's share in a deal; who has no seat there (any more) need not miss it. */
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
