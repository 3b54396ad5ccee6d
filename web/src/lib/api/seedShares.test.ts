// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import type { Dealing, TableState } from "../../generated/session";
import type { Bytes32, Deal } from "../../generated/core";
import { hashOf } from "./fairDeal";
import { FakeWorld, state } from "../testing/fixtures";
import { findShare, commitSeed, seedMessage } from "./seedShares";
import { TableSession } from "../../features/table/tableSession.svelte";

const OTHER = { seats: [1], hash: "0".repeat(64), added: false, void: false };
let table: string;
let tables = 0;

beforeEach(() => {
  table = `t${++tables}`;
});

function waiting(deal: Partial<Dealing>, given: Partial<TableState> = {}): TableState {
  const dealing = { commitment: "c", asked: false, promises: [], ...deal };
  return state({ table, started: false, deal: dealing, ...given });
}

/**
 * Plays the exchange for the first seat: this device commits to a share, receives the server's
 * list with that commitment, and reveals the share when the server requests it. `others` are the
 * commitments of the other seats at that time. Returns the share as listed in a deal.
 */
function shown(others = [OTHER]): Deal["shares"][0] {
  const hash = commitSeed();
  const own = { seats: [0], hash, added: false, void: false };
  expect(seedMessage(waiting({ promises: [own] }))).toBe(null);
  const order = seedMessage(waiting({ asked: true, promises: [own, ...others] }));
  const share = order?.type === "share" ? order.share : "";
  expect(hashOf(share)).toBe(hash);
  return { seats: [0], hash, share };
}

function dealt(...shares: Deal["shares"]): Deal {
  return { table, commitment: "c", secret: "s", shares };
}

test("a share is revealed when every seat is taken, and not before", () => {
  const mine = shown();
  const added = { seats: [0], hash: mine.hash, added: true, void: false };
  expect(seedMessage(waiting({ asked: true, promises: [added, OTHER] }))).toBe(null);
  expect(seedMessage(waiting({ asked: true, promises: [added] }, { you: null }))).toBe(null);
});

test("a device without a commitment makes one until all are requested", () => {
  expect(seedMessage(waiting({ promises: [OTHER] }))).toMatchObject({ type: "promise" });
  expect(seedMessage(waiting({ asked: true, promises: [OTHER] }))).toBe(null);
  expect(seedMessage(waiting({}, { started: true }))).toBe(null);
  expect(seedMessage(state({ table }))).toBe(null);
  // Another device of the same user has made the commitment, so this device sends nothing.
  const elsewhere = { seats: [0], hash: "e".repeat(64), added: false, void: false };
  expect(seedMessage(waiting({ promises: [elsewhere] }))).toBe(null);
  expect(seedMessage(waiting({ asked: true, promises: [elsewhere] }))).toBe(null);
});

test("a server that changed its commitment receives nothing", () => {
  const hash = commitSeed({ commitment: "c", asked: false, promises: [] });
  const promises = [{ seats: [0], hash, added: false, void: false }];
  expect(seedMessage(waiting({ commitment: "other", asked: true, promises }))).toBe(null);
  expect(findShare({ ...dealt({ seats: [0], hash }), commitment: "other" }, true)).toBe(
    "commitment",
  );
});

test("the device's own share is found in the deal, or missed", () => {
  const mine = shown();
  const other = { seats: [1], hash: OTHER.hash };
  expect(findShare(dealt(mine, other), true)).toBe("among");
  expect(findShare(dealt(mine, other), false)).toBe("among");
  const without = dealt({ seats: [0], hash: mine.hash }, other);
  expect(findShare(without, true)).toBe("late");
  // The server has confirmed the share.
  const added = { seats: [0], hash: mine.hash, added: true, void: false };
  expect(seedMessage(waiting({ asked: true, promises: [added, OTHER] }))).toBe(null);
  expect(findShare(without, true)).toBe("missing");
  expect(findShare({ ...dealt(mine, other), commitment: "d" }, true)).toBe("commitment");
});

test("nobody else can commit after the share was revealed", () => {
  const mine = shown();
  const later = { seats: [1], hash: "1".repeat(64), share: "5" };
  expect(findShare(dealt(mine, later), true)).toBe("promises");
  expect(findShare(dealt(mine), true)).toBe("promises");
  expect(findShare(dealt(later), true)).toBe("promises");
  // A user without a seat at that table has no share there.
  expect(findShare(dealt(later), false)).toBe("none");
});

test("a share that was never requested is not missed, and one of another table not looked for", () => {
  const hash = commitSeed();
  expect(
    seedMessage(waiting({ promises: [{ seats: [0], hash, added: false, void: false }] })),
  ).toBe(null);
  expect(findShare(dealt({ seats: [0], hash }), true)).toBe("unasked");
  table = "elsewhere";
  expect(findShare(dealt(OTHER), true)).toBe("none");
});

test("a share outlives the page, also without storage", () => {
  const mine = shown();
  const stored = localStorage.getItem("zashiki.shares")!;
  expect(stored).toContain(mine.share);
  localStorage.setItem("zashiki.shares", "no JSON");
  expect(findShare(dealt(mine, OTHER), true)).toBe("among");
  for (let more = 0; more < 70; more++) commitSeed();
  expect(JSON.parse(localStorage.getItem("zashiki.shares")!)).toHaveLength(60);
});

test("a table session reveals its share automatically", async () => {
  const world = new FakeWorld();
  const session = new TableSession("ws://here", { frameMs: () => 100 }, () => {}, world);
  session.start();
  world.last.accept();
  const say = (said: TableState) => world.last.say({ type: "state", state: said });
  say(waiting({}, { you: null }));
  session.sit(0, "Ada");
  session.sit(1, "Ada");
  await vi.waitFor(() => expect(world.last.sent).toHaveLength(1));
  const [sit] = world.last.sent as { id: string; hash: Bytes32 }[];
  expect(sit).toMatchObject({ type: "sit", seat: 0, name: "Ada" });
  const own = { seats: [0], hash: sit!.hash, added: false, void: false };
  say(waiting({ promises: [own] }));
  say(waiting({ asked: true, promises: [own, OTHER] }));
  await vi.waitFor(() => expect(world.last.sent).toHaveLength(2));
  const share = world.last.sent[1] as { id: string; share: Bytes32 };
  expect(hashOf(share.share)).toBe(sit!.hash);
  // The message is sent once, and its refusal is not shown to the user.
  say(waiting({ asked: true, promises: [own, { ...OTHER, added: true }] }));
  await import("./seedShares");
  expect(world.last.sent).toHaveLength(2);
  world.last.say({
    type: "refused",
    id: share.id,
    rule: null,
    message: { ja: "遅い", en: "Late" },
  });
  expect(session.refused).toBe(null);
});

test("a void share is never revealed, and another is committed", () => {
  const first = shown();
  const lapsed = { seats: [0], hash: first.hash, added: false, void: true };
  const order = seedMessage(waiting({ promises: [lapsed, { ...OTHER, void: true }] }));
  const hash = order?.type === "promise" ? order.hash : "";
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hash).not.toBe(first.hash);
  const renewed = { seats: [0], hash, added: false, void: false };
  expect(seedMessage(waiting({ promises: [renewed, OTHER] }))).toBe(null);
  const second = seedMessage(waiting({ asked: true, promises: [renewed, OTHER] }));
  expect(second).toMatchObject({ type: "share" });
  const share = second?.type === "share" ? second.share : "";
  expect(share).not.toBe(first.share);
  expect(
    findShare(dealt({ seats: [0], hash, share }, { seats: [1], hash: OTHER.hash }), true),
  ).toBe("among");
});

test("a user who did not renew a commitment in time sees that", () => {
  const first = shown();
  const lapsed = { seats: [0], hash: first.hash, added: false, void: true };
  expect(seedMessage(waiting({ asked: true, promises: [lapsed, OTHER] }))).toBe(null);
  const deal = dealt(
    { seats: [0], hash: first.hash, void: true },
    { seats: [1], hash: OTHER.hash, share: "5" },
  );
  expect(findShare(deal, true)).toBe("void");
});

test("standing up repeatedly removes no share of other tables", () => {
  const elsewhere = shown();
  const then = table;
  table = `${then}b`;
  let own = commitSeed();
  for (let times = 0; times < 100; times++) {
    seedMessage(waiting({ promises: [{ seats: [0], hash: own, added: false, void: false }] }));
    const order = seedMessage(
      waiting({ promises: [{ seats: [0], hash: own, added: false, void: true }] }),
    );
    own = order?.type === "promise" ? order.hash : "";
  }
  expect(findShare({ ...dealt(elsewhere, OTHER), table: then }, true)).toBe("among");
});

/** A random generator with the same numbers in every run. */
function whim(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
}

test("whatever a dishonest server says, a page that reports success had its share in a deal that was fixed before", () => {
  let content = 0;
  for (let run = 0; run < 400; run++) {
    const pick = whim(run + 1);
    table = `dishonest${run}`;
    const commitments = ["c", "d"];
    /**
     * The hashes to which this page has committed. `told` contains the shares that it has
     * revealed, each with all listed hashes and the server's commitment at that time.
     */
    const promised: Bytes32[] = [commitSeed(pick(2) ? waiting({}).deal : null)];
    const told: { share: Bytes32; beside: string; commitment: string }[] = [];
    const others = () =>
      Array.from({ length: pick(3) }, (_, place) => ({
        seats: [place + 1],
        hash: String(pick(3)).repeat(64),
        added: pick(2) === 1,
        void: pick(4) === 0,
      }));
    let last: { promises: Dealing["promises"]; commitment: string } = {
      promises: [],
      commitment: "c",
    };
    for (let step = 0; step < 12; step++) {
      const kept = pick(3) > 0;
      const own = { seats: [0], added: pick(3) === 0, void: pick(5) === 0 };
      const hash = promised[pick(3) > 0 ? promised.length - 1 : pick(promised.length)]!;
      const mine = pick(5) > 0 ? [{ ...own, hash }] : [];
      const promises = kept && step > 0 ? last.promises : [...mine, ...others()];
      const commitment = pick(8) > 0 ? last.commitment : commitments[pick(2)]!;
      last = { promises, commitment };
      const order = seedMessage(waiting({ asked: pick(2) === 1, promises, commitment }));
      if (order?.type === "promise") promised.push(order.hash);
      if (order?.type === "share") {
        const beside = promises.map((each) => each.hash).join();
        // The page reveals no share that is void. Revealing a share twice under different
        // commitments is detected below.
        expect(promises.find(({ seats }) => seats.includes(0))?.void).toBe(false);
        told.push({ share: order.share, beside, commitment });
      }
    }
    const shares = last.promises.map((each) => {
      const { hash, seats } = each;
      const shown = told.find(({ share }) => hashOf(share) === hash);
      const share = seats.includes(0) ? shown?.share : pick(2) ? "f".repeat(64) : undefined;
      return { seats, hash, ...(share ? { share } : {}), ...(each.void ? { void: true } : {}) };
    });
    const deal = { table, commitment: last.commitment, secret: "s", shares };
    if (findShare(deal, true) !== "among") continue;
    content++;
    const own = deal.shares.find(({ seats }) => seats.includes(0))!;
    const first = told.find(({ share }) => share === own.share)!;
    expect(first.beside).toBe(deal.shares.map(({ hash }) => hash).join());
    expect(first.commitment).toBe(deal.commitment);
    expect(own.void).toBeUndefined();
  }
  expect(content).toBeGreaterThan(5);
});
