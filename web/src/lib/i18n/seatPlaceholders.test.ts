// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import cases from "../../../../crates/core/src/seat_placeholders.json?raw";
import { beforeEach, expect, test } from "vitest";
import type { Seat, LocalizedText } from "../../generated/core";
import { language, say } from "./i18n.svelte";
import { fillPlaceholders } from "./seatPlaceholders";
import { rulebook } from "./rulebook.svelte";
import SeatNames from "../testing/SeatNames.svelte";

interface Case {
  text: LocalizedText;
  names: LocalizedText[];
  you: Seat | null;
  said: LocalizedText;
}

const CASES = JSON.parse(cases) as Case[];

beforeEach(() => {
  language.set("en");
  rulebook.use({ glossary: {} });
});

test.each(CASES)("placeholders are filled as the engine fills them: $text.en", (each) => {
  for (const lang of ["ja", "en"] as const) {
    const names = each.names.map((name) => name[lang]);
    expect(fillPlaceholders(each.text[lang], lang, () => ({ names, you: each.you }))).toBe(
      each.said[lang],
    );
  }
});

const TOOK = { ja: "⟦1⟧が取りました。", en: "⟦1⟧ ⟦takes|take⟧ it." };

test("without players, the seats have the game's names", () => {
  const seat_names = [
    { ja: "青", en: "Blue" },
    { ja: "赤", en: "Red" },
  ];
  rulebook.use({ glossary: {}, info: { id: "made-up", seat_names } });
  expect(say(TOOK)).toBe("Red takes it.");
  language.set("ja");
  expect(say(TOOK)).toBe("赤が取りました。");
});

test("a table on screen sets the names, until it is gone", () => {
  rulebook.use({
    glossary: {},
    info: { id: "made-up", seat_names: [TOOK, { ja: "赤", en: "Red" }] },
  });
  const props = { those: () => ({ names: ["Iris", "Mika <b>"], you: 0 }) };
  const table = mount(SeatNames, { target: document.body, props });
  flushSync();
  expect(say(TOOK)).toBe("Mika <b> takes it.");
  const mine = mount(SeatNames, {
    target: document.body,
    props: { those: () => ({ names: ["Iris", "Mika"], you: 1 }) },
  });
  flushSync();
  expect(say(TOOK)).toBe("You take it.");
  void unmount(mine);
  expect(say(TOOK)).toBe("Mika <b> takes it.");
  void unmount(table);
  expect(say(TOOK)).toBe("Red takes it.");
});
