/**
 * Deals that anyone can check: the same rules as in the engine, written down once more, so that a
 * page need not take the house's word for it. `docs/reference/formats.md` states them. The browser's own hash
 * is missing on pages that come by plain HTTP, as in a network at home, so a library has it.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Bytes32, Deal } from "../../generated/table";

const hash = (text: string): Bytes32 => bytesToHex(sha256(utf8ToBytes(text)));

/** The hash by which a share is promised. */
export const hashOf = (share: Bytes32): Bytes32 => hash(`zashiki share 1\n${share}\n`);

/** 32 bytes that nobody can guess. */
export const drawn = (): Bytes32 => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));

/** The seed that follows from a deal, in decimal. */
export function seedOf({ table, secret, shares }: Deal): string {
  const lines = shares.map(
    ({ seats, hash, share, void: lapsed }) =>
      `${seats.join(",")} ${hash} ${share ?? (lapsed ? "void" : "-")}\n`,
  );
  const all = hash(`zashiki seed 1\n${table}\n${secret}\n${lines.join("")}`);
  return BigInt(`0x${all.slice(0, 16)}`).toString();
}

/** What was found of a deal. */
export interface Checked {
  /** Whether what the house showed first is the hash of its secret. */
  commitment: boolean;
  /** Whether each share fits the hash it was promised by; one that did not come breaks no promise. */
  shares: readonly boolean[];
  /** Whether the seed follows from all of it. */
  seed: boolean;
}

/** Checks a deal, and the seed (in decimal) that is said to follow from it. */
export function check(deal: Deal, seed: string): Checked {
  return {
    commitment: hash(`zashiki commitment 1\n${deal.table}\n${deal.secret}\n`) === deal.commitment,
    shares: deal.shares.map(
      ({ hash, share, void: lapsed }) => share === undefined || (!lapsed && hashOf(share) === hash),
    ),
    seed: seedOf(deal) === seed,
  };
}
