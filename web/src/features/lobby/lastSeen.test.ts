// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import type { Catalogue, TableCard } from "../../generated/session";
import { keep, lastSeen } from "./lastSeen";

const table = {
  table: "t1",
  game: "go",
  names: [{ ja: "きまぐれ", en: "Whim" }],
} as unknown as TableCard;
const name = { ja: "碁", en: "Go" };
const catalogue = { games: [{ id: "go", name }], bots: [] } as unknown as Catalogue;

describe("stored tables", () => {
  beforeEach(() => localStorage.clear());

  it("are empty on a new device", () => {
    expect(lastSeen()).toBeNull();
  });
  it("are restored with the names of their games", () => {
    keep([table], catalogue);
    expect(lastSeen()).toEqual({ tables: [table], names: { go: name } });
    keep([], catalogue);
    expect(lastSeen()?.tables).toEqual([]);
  });
  it("are empty where other data was stored", () => {
    for (const kept of ["{", "[]", "null", '{"tables":{}}', '{"tables":[]}']) {
      localStorage.setItem("zashiki.last-seen", kept);
      expect(lastSeen(), kept).toBeNull();
    }
  });
});
