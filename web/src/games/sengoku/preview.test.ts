// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import type { Event } from "../../generated/sengoku";
import { components } from "./dev/positions";
import { forecast } from "./preview";

const en = { lang: "en" as const, components };
const ja = { lang: "ja" as const, components };

const told = (event: Event, en: string) => ({ event, text: { ja: `和${en}`, en }, rule: null });
const placed = (seat: number): Event => ({
  event: "placed",
  seat,
  tile: "16",
  low: "A1",
  high: "A2",
  straddles: false,
  forced: false,
});
const line = (line: number, winner: number | null): Event => ({
  event: "line",
  field: 0,
  line,
  sums: [2, 4],
  winner,
});

describe("the preview", () => {
  it("contains settlements, in the server's words", () => {
    const out = forecast(
      {
        told: [
          told(placed(0), "placed"),
          told({ event: "drew", seat: 0, tile: null }, "drew"),
          told(line(3, 1), "line 4"),
          told(line(7, null), "line 8"),
          told({ event: "castle", field: 0, flowers: [4, 5], winner: 1 }, "castle"),
          told({ event: "field", field: 1 }, "on"),
        ],
        refused: null,
      },
      en,
    );
    expect(out.news).toEqual([
      { text: "line 4", short: "Path 4 Takeda (1:2)", winner: 1 },
      { text: "line 8", short: "Path C nobody (1:2)", winner: null },
      { text: "castle", short: "Castle Takeda (4:5)", winner: 1 },
      { text: "on", short: "", winner: null },
    ]);
    expect([...out.lines]).toEqual([
      ["0-3", 1],
      ["0-7", null],
    ]);
  });
  it("leaves out settlements by another seat's forced answer", () => {
    const out = forecast(
      {
        told: [told(placed(0), "placed"), told(placed(1), "forced"), told(line(3, 1), "line 4")],
        refused: null,
      },
      ja,
    );
    expect(out.news).toEqual([]);
  });
  it("is empty for a refused action", () => {
    const out = forecast({ told: [], refused: null }, en);
    expect(out.news).toEqual([]);
    expect(out.lines.size).toBe(0);
  });
});
