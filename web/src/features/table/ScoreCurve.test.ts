// @vitest-environment jsdom
import { render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test, vi } from "vitest";
import type { GameModule } from "../../games/types";
import { language } from "../../lib/i18n/i18n.svelte";
import { scoreTimelineOf } from "./scoreTimeline";
import ScoreCurve from "./ScoreCurve.svelte";

const look = { seatColor: () => "red", seatMark: () => "●" } as unknown as GameModule;
const inWords = (score: number) => ({
  ja: `城${Math.floor(score / 100)} 花${score % 100}`,
  en: `${Math.floor(score / 100)} castles, ${score % 100} flowers`,
});

beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  language.set("en");
});

/** The labels of the graph's axis, from the lowest. */
function labels(module: GameModule): string[] {
  const story = scoreTimelineOf(
    [
      [0, 0],
      [3, 0],
      [3, 102],
    ].map((scores) => ({ scores })),
  )!;
  render(ScoreCurve, { story, turn: null, names: ["Iris", "Ada"], module });
  const graph = screen.getByRole("img", { name: /^The scores/ });
  return [...graph.querySelectorAll("text.scale")].map(({ textContent }) => textContent);
}

test("the axis has numbers", () => {
  expect(labels(look)).toEqual(["0", "102"]);
});

test("the axis has words where a game ranks seats by a number that means nothing", () => {
  expect(labels({ ...look, score: () => null, scoreInWords: inWords })).toEqual([
    "0 castles, 0 flowers",
    "1 castles, 2 flowers",
  ]);
  screen.getByRole("img", { name: /Iris 0 castles, 3 flowers/ });
});

test("without such words the axis has no labels", () => {
  expect(labels({ ...look, score: () => null })).toEqual([]);
});
