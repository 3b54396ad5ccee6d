// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test } from "vitest";
import type { BotInfo, SeatState } from "../../generated/session";
import { state } from "../../lib/testing/fixtures";
import { language } from "../../lib/i18n/i18n.svelte";
import Players from "./Players.svelte";

const bots: BotInfo[] = [
  {
    id: "beginner",
    name: { ja: "初級", en: "Beginner" },
    summary: { ja: "", en: "" },
    offered: true,
    engine: false,
    games: [],
  },
];

beforeEach(() => language.set("en"));

function show(seat: Partial<SeatState>) {
  const iris: SeatState = { name: "Iris", bot: null, online: true, deserted: false };
  const now = { ...state(), seats: [iris, { ...iris, name: "fish", bot: "fish", ...seat }] };
  render(Players, {
    state: now,
    newest: now,
    sitters: ["Iris", "fish"],
    info: undefined,
    bots,
    module: undefined,
    deadlines: new Map(),
    open: [],
    actor: null,
  });
}

test("a failed program keeps its name, and is marked as replaced", () => {
  show({ replaced_by: "beginner" });
  screen.getByText("Beginner plays on");
  screen.getByTitle(/has failed\. The bot Beginner plays on/);
  cleanup();
  language.set("ja");
  show({ replaced_by: "beginner" });
  screen.getByText("初級が代わりに対局中");
});

test("a working program is shown like any other bot", () => {
  show({});
  expect(screen.queryByText(/plays on/)).toBeNull();
  screen.getByText("bot");
});
