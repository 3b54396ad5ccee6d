/**
 * Verification of fair deals. The rules of the engine are implemented here again, so that the page
 * need not trust the server; `docs/reference/formats.md` defines them. A library computes the
 * hashes, since browsers do not offer their own hash function on pages served by plain HTTP, as in
 * a home network.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Bytes32, Deal } from "../../generated/core";

const hash = (text: string): Bytes32 => bytesToHex(sha256(utf8ToBytes(text)));

/** The hash by which a client commits to its share (random bytes for the seed). */
export const hashOf = (share: Bytes32): Bytes32 => hash(`zashiki share 1\n${share}\n`);

/** A new share: 32 random bytes, in hexadecimal. */
export const drawn = (): Bytes32 => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));

/** Computes the seed from the published values of a deal; the seed is a decimal number. */
export function seedOf({ table, secret, shares }: Deal): string {
  const lines = shares.map(
    ({ seats, hash, share, void: lapsed }) =>
      `${seats.join(",")} ${hash} ${share ?? (lapsed ? "void" : "-")}\n`,
  );
  const all = hash(`zashiki seed 1\n${table}\n${secret}\n${lines.join("")}`);
  return BigInt(`0x${all.slice(0, 16)}`).toString();
}

/** The result of the verification of a deal. */
export interface Checked {
  /** True if the server's commitment is the hash of its secret. */
  commitment: boolean;
  /**
   * True for each share that matches its hash; a share that was not revealed breaks no commitment.
   */
  shares: readonly boolean[];
  /** True if the seed is the one computed from the table, the secret and all shares. */
  seed: boolean;
}

/** Verifies a deal and the seed (in decimal) that was computed from it. */
export function check(deal: Deal, seed: string): Checked {
  return {
    commitment: hash(`zashiki commitment 1\n${deal.table}\n${deal.secret}\n`) === deal.commitment,
    shares: deal.shares.map(
      ({ hash, share, void: lapsed }) => share === undefined || (!lapsed && hashOf(share) === hash),
    ),
    seed: seedOf(deal) === seed,
  };
}
