// @vitest-environment node
import { expect, test } from "vitest";
import fixtures from "../../../../crates/core/fixtures/deals.json?raw";
import type { Deal } from "../../generated/core";
import { check, drawn, hashOf, seedOf } from "./fairDeal";

/** Test cases that the engine's tests read as well; a third program has computed them. */
const cases = JSON.parse(fixtures) as { what: string; seed: string; deal: Deal }[];

const holds = (deal: Deal, seed: string) => {
  const { commitment, shares, seed: follows } = check(deal, seed);
  return commitment && shares.every(Boolean) && follows;
};

test("deals are computed as in the engine", () => {
  expect(cases.length).toBe(5);
  for (const { what, seed, deal } of cases) {
    expect(seedOf(deal), what).toBe(seed);
    expect(holds(deal, seed), what).toBe(true);
  }
});

test("no part can be altered", () => {
  const { seed, deal } = cases[3]!;
  const other = "ab".repeat(32);
  const [first, second] = deal.shares as [Deal["shares"][0], Deal["shares"][0]];
  expect(check({ ...deal, secret: other }, seed)).toMatchObject({ commitment: false, seed: false });
  expect(check({ ...deal, commitment: other }, seed)).toMatchObject({ commitment: false });
  expect(check({ ...deal, table: "0" }, seed)).toMatchObject({ commitment: false, seed: false });
  const altered: Deal["shares"][] = [
    [{ ...first, share: other }, second],
    [first, { ...second, hash: other }],
    [{ ...first, seats: [0, 1] }, second],
    [second, first],
    [first],
    [first, { seats: second.seats, hash: second.hash }],
  ];
  for (const shares of altered) expect(check({ ...deal, shares }, seed).seed).toBe(false);
  expect(check({ ...deal, shares: altered[0]! }, seed).shares).toEqual([false, true]);
  expect(check({ ...deal, shares: altered[1]! }, seed).shares).toEqual([true, false]);
  expect(check(deal, `${seed}0`)).toEqual({ commitment: true, shares: [true, true], seed: false });
});

test("a drawn share is 32 bytes, new each time, and matches its hash alone", () => {
  const [one, two] = [drawn(), drawn()];
  expect(one).toMatch(/^[0-9a-f]{64}$/);
  expect(one).not.toBe(two);
  expect(hashOf(one)).not.toBe(hashOf(two));
});
