import { describe, expect, it } from "vitest";
import type { LegalAction } from "../../generated/core";
import { lit } from "./notation";

const choice = (action: string): LegalAction => ({ action, label: { ja: action, en: action } });
const read = (...actions: string[]) => lit(actions.map(choice));

describe("legal actions", () => {
  it("are sorted by the highlighted thing", () => {
    const out = read(
      "skill king",
      "draft slide keep",
      "draft C5 use",
      "draft slide place D4 n",
      "draft ice place D4",
      "move n",
      "take para",
      "return C5",
      "place corner E5 sw",
      "use C5",
      "crash D4",
      "rotate D4 left",
      "rotate D4 right",
      "steal A2",
      "recall",
      "end",
    );
    expect(out.other).toEqual([]);
    expect(out.skill.get("king")?.action).toBe("skill king");
    expect(out.draft.get("slide")?.keep?.action).toBe("draft slide keep");
    expect(out.draft.get("C5")?.use?.action).toBe("draft C5 use");
    expect(out.draft.get("slide")?.place.get("D4")?.get("n")?.action).toBe(
      "draft slide place D4 n",
    );
    expect(out.draft.get("ice")?.place.get("D4")?.get("")?.action).toBe("draft ice place D4");
    expect(out.move.get("n")?.action).toBe("move n");
    expect(out.take.has("para") && out.giveBack.has("C5") && out.use.has("C5")).toBe(true);
    expect(out.place.get("corner")?.get("E5")?.get("sw")?.action).toBe("place corner E5 sw");
    expect(out.crash.has("D4") && out.steal.has("A2")).toBe(true);
    expect([...(out.rotate.get("D4")?.keys() ?? [])]).toEqual(["left", "right"]);
    expect(out.recall?.action).toBe("recall");
    expect(out.end?.action).toBe("end");
    expect(out.count).toBe(16);
  });

  it("are grouped by all orientations of all squares of one tile", () => {
    const actions = ["D4", "E5"].flatMap((at) =>
      ["n", "e", "s", "w"].map((to) => `place slide ${at} ${to}`),
    );
    const squares = read(...actions).place.get("slide");
    expect([...(squares?.keys() ?? [])]).toEqual(["D4", "E5"]);
    expect(squares?.get("E5")?.size).toBe(4);
  });

  it("include unknown ones", () => {
    for (const action of ["dance", "crash Z9", "draft slide eat", "rotate D4 up", "move n now"])
      expect(read(action).other).toEqual([choice(action)]);
  });
});
