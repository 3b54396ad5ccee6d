import { describe, expect, it } from "vitest";
import type { Event, Ride } from "../../generated/hostile";
import { view } from "./dev/positions";
import { preview } from "./preview";
import { wayWord } from "./texts";

const told = (...events: Event[]) =>
  events.map((event) => ({ event, text: { ja: "", en: "" }, rule: null }));
const seen = (...events: Event[]) => preview({ told: told(...events) }, view());

describe("preview", () => {
  it("follows a pawn square by square, with its gems, to the reason why it stops", () => {
    const out = seen(
      { event: "moved", seat: 1, from: "A2", to: "B2", by: "step" },
      { event: "gained", seat: 1, square: "B2", gems: 2, total: 5, by: "walked" },
      { event: "moved", seat: 1, from: "B2", to: "C2", by: "ice" },
      { event: "halted", seat: 1, square: "C2", by: "wall", effect: "slide" },
    );
    expect(out?.way).toEqual({
      seat: 1,
      steps: [
        { from: "A2", square: "B2", by: "step", gems: 2 },
        { from: "B2", square: "C2", by: "ice", gems: 0 },
      ],
      reason: "wall",
    });
    expect(wayWord(out!.way!, "en")).toBe(
      "A2 → B2 → C2 (ice): stops there, a wall is in the way; picks up 2 gems",
    );
    expect(wayWord(out!.way!, "ja")).toContain("ウォールの手前");
  });

  it("contains the other reasons", () => {
    const step: Event = { event: "moved", seat: 0, from: "A1", to: "A2", by: "step" };
    const at = { seat: 0, square: "A2" };
    expect(seen(step)?.way?.reason).toBe("arrives");
    expect(seen(step, { event: "stopped", ...at })?.way?.reason).toBe("stop");
    expect(seen(step, { event: "caught", ...at })?.way?.reason).toBe("caught");
    for (const by of ["edge", "pawn", "start"] as const)
      expect(seen(step, { event: "halted", ...at, by, effect: "ice" })?.way?.reason).toBe(by);
  });

  it("warns of endless loops and full hands", () => {
    expect(
      seen(
        { event: "placed", seat: 0, square: "D4", kind: "slide", facing: "n" },
        { event: "endless", square: "D4", kind: "slide", judged: "without_pawns", seats: [0, 1] },
      ),
    ).toMatchObject({ way: null, endless: { square: "D4" }, handFull: false });
    expect(seen({ event: "hand_full", seat: 0, tile: "ice" })?.handFull).toBe(true);
  });

  it("contains the gains of others without a move", () => {
    const out = seen(
      { event: "used", seat: 0, square: "C5" },
      { event: "gem_appeared", square: "C5", count: 1, used: true },
      { event: "gained", seat: 2, square: "C5", gems: 1, total: 1, by: "walked" },
    );
    expect(out).toMatchObject({ way: null, gains: [{ seat: 2, gems: 1 }] });
  });

  it("contains the movements by tiles that a placed tile makes possible, of every seat", () => {
    const ride = (...to: string[]): Ride => ({
      moves: to.map((square, index) => ({ to: square, by: index === 0 ? "step" : "slide" })),
      gems: 0,
    });
    const before = view((v) => (v.seats[1]!.rides = [ride("A7", "A6")]));
    const after = view((v) => {
      v.seats[0]!.rides = [ride("A2", "A3", "A4")];
      v.seats[1]!.rides = [ride("A7", "A6"), ride("B8", "C8")];
    });
    const events = told(
      { event: "placed", seat: 0, square: "A2", kind: "slide", facing: "n" },
      { event: "turn_ended", seat: 0 },
    );
    const [placed, ended] = events;
    expect(preview({ told: [{ ...placed!, view: after }, ended!] }, before)?.rides).toEqual([
      { ...ride("A2", "A3", "A4"), seat: 0, from: "A1" },
      { ...ride("B8", "C8"), seat: 1, from: "A8" },
    ]);
    // A tile that is discarded at once changes nothing.
    expect(preview({ told: [{ ...placed!, view: before }] }, before)?.rides).toEqual([]);
    const step = told({ event: "moved", seat: 0, from: "A1", to: "A2", by: "step" });
    expect(preview({ told: [{ ...step[0]!, view: after }] }, before)?.rides).toEqual([]);
  });

  it("is empty without events", () => {
    expect(seen()).toBeNull();
  });
});
