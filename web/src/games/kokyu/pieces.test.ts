import { describe, expect, it } from "vitest";
import type { Board } from "../../generated/kokyu";
import { board } from "./dev/positions";
import { follow, followPoints, type Piece } from "./pieces";

const placeOf = (pieces: Piece[], key: string) => pieces.find((p) => p.key === key)?.place;
const at = (pieces: Piece[], zone: string) => pieces.filter((p) => p.place.zone === zone);

describe("follow", () => {
  it("gives each eunuch its own key", () => {
    const pieces = follow(null, board());
    expect(pieces).toHaveLength(6);
    expect(new Set(pieces.map(({ key }) => key)).size).toBe(6);
  });

  it("moves one piece when one is placed", () => {
    const first = follow(null, board());
    const after = board((b) => {
      b.hands[0] = { weak: 2, strong: 0 };
      b.cards[4].eunuchs = [{ seat: 0, strong: false }];
    });
    const next = follow(first, after);
    const moved = next.filter(
      (p) => JSON.stringify(p.place) !== JSON.stringify(placeOf(first, p.key)),
    );
    expect(moved).toHaveLength(1);
    expect(moved[0]).toMatchObject({ seat: 0, place: { zone: "card", card: 5 } });
  });

  it("moves the dragged one", () => {
    const first = follow(null, board());
    const after = board((b) => {
      b.hands[0] = { weak: 2, strong: 0 };
      b.cards[4].eunuchs = [{ seat: 0, strong: false }];
    });
    for (const { key } of first.filter(({ seat }) => seat === 0)) {
      const next = follow(first, after, key);
      expect(placeOf(next, key)).toEqual({ zone: "card", card: 5, order: 0 });
      expect(next.map((piece) => piece.key)).toEqual(first.map((piece) => piece.key));
    }
  });

  it("keeps the others still when one of three cards is emptied", () => {
    const three = board((b) => {
      b.hands[0] = { weak: 0, strong: 0 };
      for (const i of [1, 4, 7] as const) b.cards[i].eunuchs = [{ seat: 0, strong: false }];
    });
    const first = follow(null, three);
    const two = structuredClone(three);
    two.cards[1].eunuchs = [];
    two.hands[0].weak = 1;
    const next = follow(first, two);
    for (const piece of at(next, "card")) expect(piece.place).toEqual(placeOf(first, piece.key));
    const home = at(next, "hand").filter((p) => p.seat === 0);
    expect(home).toHaveLength(1);
    expect(placeOf(first, home[0]!.key)).toMatchObject({ card: 2 });
  });

  it("lets all in the palace take one step, not one take two", () => {
    const before = board((b) => {
      b.hands[1] = { weak: 1, strong: 0 };
      b.palace[1]![1].weak = 1;
      b.palace[2]![1].weak = 1;
    });
    const first = follow(null, before);
    const after = structuredClone(before);
    after.palace[1]![1].weak = 0;
    after.palace[3]![1].weak = 1;
    const next = follow(first, after);
    for (const piece of at(next, "palace")) {
      const old = placeOf(first, piece.key);
      const place = piece.place;
      if (old?.zone !== "palace" || place.zone !== "palace") throw new Error("not in the palace");
      expect(place.square - old.square).toBe(1);
    }
  });

  it("sends the foremost home and moves the one behind", () => {
    const before = board((b) => {
      b.hands[0] = { weak: 1, strong: 0 };
      b.palace[3]![0].weak = 1;
      b.palace[5]![0].weak = 1;
    });
    const first = follow(null, before);
    const after = structuredClone(before);
    after.palace[3]![0].weak = 0;
    after.palace[4]![0].weak = 1;
    after.palace[5]![0].weak = 0;
    after.hands[0].weak = 2;
    const next = follow(first, after);
    const inside = at(next, "palace");
    expect(inside).toHaveLength(1);
    expect(placeOf(first, inside[0]!.key)).toEqual({ zone: "palace", square: 3 });
  });

  it("takes the executed one from its own square, and turns it over", () => {
    const before = board((b) => {
      b.hands[0] = { weak: 1, strong: 0 };
      b.palace[1]![0].weak = 1;
      b.palace[4]![0].weak = 1;
    });
    const first = follow(null, before);
    const executing = structuredClone(before);
    executing.palace[4]![0].weak = 0;
    executing.executing = { eunuch: { seat: 0, strong: false }, square: 4 };
    const second = follow(first, executing);
    const key = at(second, "executing")[0]!.key;
    expect(placeOf(first, key)).toEqual({ zone: "palace", square: 4 });

    const turned = structuredClone(executing);
    turned.executing = { eunuch: { seat: 0, strong: true }, square: 4 };
    const third = follow(second, turned);
    expect(at(third, "executing")[0]).toMatchObject({ key, strong: true });

    const home = structuredClone(turned);
    home.executing = null;
    home.hands[0] = { weak: 1, strong: 1 };
    const fourth = follow(third, home);
    expect(fourth.find((p) => p.key === key)).toMatchObject({
      strong: true,
      place: { zone: "hand" },
    });
  });

  it("lets the flyer join the one on the target card", () => {
    const before = board((b) => {
      b.hands[1] = { weak: 1, strong: 0 };
      b.cards[0] = { open: true, eunuchs: [{ seat: 1, strong: false }] };
      b.cards[5].eunuchs = [{ seat: 1, strong: false }];
    });
    const first = follow(null, before);
    const flyer = first.find((p) => p.place.zone === "card" && p.place.card === 1)!;
    const after = structuredClone(before);
    after.cards[0].eunuchs = [];
    after.cards[5].eunuchs.push({ seat: 1, strong: false });
    const next = follow(first, after);
    expect(placeOf(next, flyer.key)).toEqual({ zone: "card", card: 6, order: 1 });
  });
});

describe("followPoints", () => {
  it("moves exactly the points that were gained", () => {
    const first = followPoints(null, board());
    expect(first).toHaveLength(7);
    const after = board((b) => {
      b.stock = 4;
      b.points = [2, 0];
    });
    const next = followPoints(first, after);
    const moved = next.filter((j) => first.find((f) => f.key === j.key)?.purse !== j.purse);
    expect(moved.map(({ purse }) => purse)).toEqual(["seat0", "seat0"]);
    expect(new Set(next.map(({ key }) => key)).size).toBe(7);
  });

  it("follows a point taken from 香妃", () => {
    const before = board((b: Board) => {
      b.stock = 0;
      b.kohi = 2;
      b.points = [3, 0];
    });
    const first = followPoints(null, before);
    const after = structuredClone(before);
    after.kohi = 1;
    after.points = [3, 1];
    const next = followPoints(first, after);
    const mine = next.find(({ purse }) => purse === "seat1")!;
    expect(first.find(({ key }) => key === mine.key)?.purse).toBe("kohi");
  });
});
