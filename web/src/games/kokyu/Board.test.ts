// @vitest-environment jsdom
import { flushSync } from "svelte";
import { render, screen, within } from "@testing-library/svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Components, View } from "../../generated/kokyu";
import type { TableState } from "../../generated/session";
import type { LegalAction } from "../../generated/core";
import { NO_DRAFTS } from "../../lib/testing/fixtures";
import type { BoardProps } from "../types";
import Board from "./Board.svelte";
import { bubble } from "../../lib/dom/bubble.svelte";
import { settings } from "../../lib/storage/settings.svelte";
import { components, speak, view } from "./dev/positions";

const choice = (action: string): LegalAction => ({
  action,
  label: { ja: `行う ${action}`, en: `Do ${action}` },
});

function show(props: {
  legal?: string[];
  change?: Parameters<typeof view>[0];
  lang?: "ja" | "en";
  busy?: boolean;
  kohiGoal?: number;
  you?: number | null;
  previewAction?: BoardProps["previewAction"];
  components?: Components;
  lastEvents?: BoardProps["lastEvents"];
}) {
  const act = vi.fn();
  const out = render(Board, {
    props: {
      view: view(props.change),
      components: props.components ?? components,
      state: { options: { kohiGoal: props.kohiGoal ?? 3 } } as unknown as TableState,
      legal: (props.legal ?? []).map(choice),
      you: props.you === undefined ? 0 : props.you,
      names: ["Anna", "Ben"],
      act,
      previewAction: props.previewAction ?? (async () => ({ told: [], refused: null })),
      ...NO_DRAFTS,
      busy: props.busy ?? false,
      lang: props.lang ?? "en",
      events: [],
      lastEvents: props.lastEvents ?? new Map(),
      reducedMotion: true,
    },
  });
  return { act, ...out };
}

const card = (n: number) => screen.getByRole("button", { name: new RegExp(`^Card ${n},`) });

beforeAll(() => {
  speak();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

describe("Board", () => {
  it("highlights exactly the legal cards and places with one click", () => {
    const { act } = show({ legal: ["place 5", "place 7"] });
    const open = Array.from({ length: 9 }, (_, i) => i + 1).filter(
      (n) => card(n).getAttribute("aria-disabled") === "false",
    );
    expect(open).toEqual([5, 7]);
    card(7).click();
    expect(act).toHaveBeenCalledExactlyOnceWith("place 7");
    card(4).click();
    expect(act).toHaveBeenCalledTimes(1);
  });

  it("asks for the eunuch where both sides may be placed", async () => {
    const { act } = show({
      legal: ["place 5", "place 5 strong"],
      change: (b) => (b.hands[0] = { weak: 1, strong: 1 }),
    });
    card(5).click();
    expect(act).not.toHaveBeenCalled();
    const asked = await screen.findByRole("group", { name: "Which eunuch?" });
    within(asked).getByRole("button", { name: "Do place 5 strong" }).click();
    expect(act).toHaveBeenCalledExactlyOnceWith("place 5 strong");
  });

  it("goes from card to card by arrow keys, with one tab stop", () => {
    show({ legal: ["place 5"] });
    const stops = () =>
      [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((n) => card(n).getAttribute("tabindex") === "0");
    expect(stops()).toEqual([5]);
    card(5).focus();
    card(5).dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    expect(document.activeElement).toBe(card(6));
    card(6).dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    expect(document.activeElement).toBe(card(6));
    card(6).dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true }));
    expect(document.activeElement).toBe(card(3));
  });

  it("offers flights, other actions, palace eunuchs and sources", () => {
    const { act } = show({
      legal: ["fly 6", "move", "draw", "activate 2 strong", "take player", "take kohi"],
      change: (b) => {
        b.hands[0] = { weak: 2, strong: 0 };
        b.palace[2]![0] = { weak: 0, strong: 1 };
      },
    });
    card(6).click();
    for (const action of ["move", "draw", "activate 2 strong", "take player", "take kohi"])
      screen.getAllByRole("button", { name: `Do ${action}` })[0]?.click();
    expect(act.mock.calls.map(([action]) => action)).toEqual([
      "fly 6",
      "move",
      "draw",
      "activate 2 strong",
      "take player",
      "take kohi",
    ]);
  });

  it("highlights nothing while busy", () => {
    show({ legal: ["place 5", "move"], busy: true });
    expect(card(5).getAttribute("aria-disabled")).toBe("true");
    expect(screen.queryByRole("button", { name: "Do move" })).toBeNull();
  });

  it("describes all positions in words", () => {
    show({
      change: (b) => {
        b.round = 4;
        b.initiative = 1;
        b.hands[1] = { weak: 1, strong: 1 };
        b.cards[3].eunuchs = [{ seat: 1, strong: false }];
        b.consorts[1] = { square: 6, laps: 1 };
        b.kohi = 1;
        b.stock = 4;
        b.discards = [1];
      },
      kohiGoal: 2,
    });
    expect(card(4).getAttribute("aria-label")).toContain("Red's weak eunuch");
    expect(screen.getByText("Round 4")).toBeTruthy();
    expect(screen.getByRole("img", { name: "Red's consort: The tea square, 1 lap" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "Xiang Fei 1 / 2" })).toBeTruthy();
    expect(
      screen.getByRole("img", { name: /^Slander\. Your opponent's consort goes back/ }),
    ).toBeTruthy();
    const red = screen.getByRole("region", { name: "Red: Ben" });
    expect(within(red).getByRole("img", { name: "The first-move tile" })).toBeTruthy();
    expect(
      within(red).getByRole("img", { name: "Eunuchs in hand: weak 1, strong 1" }),
    ).toBeTruthy();
  });

  it("speaks Japanese", () => {
    show({ lang: "ja", legal: ["place 5"] });
    expect(screen.getByRole("button", { name: "5番 前進。行う place 5" })).toBeTruthy();
    expect(screen.getByText("太監配置")).toBeTruthy();
  });

  it("explains why a card cannot be chosen, in the engine's words", async () => {
    const text = { ja: "もう太監がいます。", en: "Card 5 already holds a eunuch." };
    const previewAction = vi.fn(async () => ({
      told: [],
      refused: { rule: "Q-12", message: text },
    }));
    const { act } = show({
      legal: ["place 7"],
      change: (b) => (b.cards[4].eunuchs = [{ seat: 1, strong: false }]),
      previewAction,
    });
    card(5).click();
    await vi.waitFor(() =>
      expect(bubble.now?.tip.text).toBe(
        `${components.card[4]!.does.en}\nTaken by Ben.\n${text.en}`,
      ),
    );
    expect(previewAction).toHaveBeenCalledExactlyOnceWith("place 5");
    expect(bubble.now?.tip.rules).toEqual(["Q-12", components.card[4]!.rule]);
    expect(act).not.toHaveBeenCalled();
  });

  /** Drags the only strong eunuch to a card, without dropping it. */
  function drag(container: HTMLElement, n: number) {
    const home = container.querySelector(".near .grab:has(.strong)")!;
    document.elementFromPoint = () => card(n);
    // The DOM of these tests has no pointer events, but their properties can be added.
    const at = (type: string, clientX: number) =>
      Object.assign(new MouseEvent(type, { bubbles: true, clientX }), {
        isPrimary: true,
        pointerId: 1,
      });
    home.dispatchEvent(at("pointerdown", 0));
    window.dispatchEvent(at("pointermove", 40));
    flushSync();
    return () => window.dispatchEvent(at("pointerup", 40));
  }

  it("places the eunuch that is dragged to a card, and highlights the card under it", () => {
    const { act, container } = show({
      legal: ["place 5", "place 5 strong"],
      change: (b) => (b.hands[0] = { weak: 1, strong: 1 }),
    });
    const drop = drag(container, 5);
    expect(card(5).closest(".over")).toBeTruthy();
    drop();
    expect(act).toHaveBeenCalledExactlyOnceWith("place 5 strong");
  });

  it("explains why a card does not accept a dragged eunuch", async () => {
    const message = { ja: "裏向きです。", en: "Card 3 lies face down." };
    const previewAction = vi.fn(async () => ({ told: [], refused: { rule: "Q-13", message } }));
    const { act, container } = show({
      legal: ["place 5", "place 5 strong"],
      change: (b) => (b.hands[0] = { weak: 1, strong: 1 }),
      previewAction,
    });
    drag(container, 3)();
    await vi.waitFor(() => expect(bubble.now?.tip.text).toBe(message.en));
    expect(previewAction).toHaveBeenCalledExactlyOnceWith("place 3 strong");
    expect(act).not.toHaveBeenCalled();
  });

  it("asks for the eunuch of a palace square with both sides", async () => {
    const { act } = show({
      legal: ["activate 2", "activate 2 strong"],
      change: (b) => {
        b.hands[0] = { weak: 1, strong: 0 };
        b.palace[2]![0] = { weak: 1, strong: 1 };
      },
    });
    screen.getByRole("button", { name: "Do activate 2. Do activate 2 strong" }).click();
    const asked = await screen.findByRole("group", { name: "Which eunuch?" });
    within(asked).getByRole("button", { name: "Do activate 2 strong" }).click();
    expect(act).toHaveBeenCalledExactlyOnceWith("activate 2 strong");
  });

  it("marks the last moves and names their seats", () => {
    const event = { event: "placed", eunuch: { seat: 1, strong: false }, card: 4, forced: false };
    const told = { event, text: { ja: "", en: "" }, rule: null };
    show({ lastEvents: new Map([[1, [told]]]) });
    expect(card(4).getAttribute("aria-label")).toBe("Card 4, Advance. Last move: Red");
    expect(card(5).getAttribute("aria-label")).toBe("Card 5, Advance");
  });

  it("takes names, signs and rules from the components", () => {
    const palace = components.palace.slice(1);
    palace[0] = { ...palace[0]!, name: { ja: "初（+1）", en: "the entry square (+1)" } };
    show({ components: { ...components, palace } });
    expect(screen.getByRole("img", { name: /^0 The entry square \(\+1\): none/ })).toBeTruthy();
    expect(screen.getByText("Entry")).toBeTruthy();
  });

  it("needs no kanji with pieces in Latin letters, and has signs and words with kanji", () => {
    const han = /\p{Script=Han}/u;
    const change = (b: View["board"]) => {
      b.discards = [0, 1, 2];
      b.hands[0] = { weak: 2, strong: 1 };
    };
    const { container } = show({ change });
    expect(container.textContent).not.toMatch(han);
    settings.pieces = "kanji";
    flushSync();
    expect(container.textContent).toMatch(han);
    expect(screen.getByText("権")).toBeTruthy();
    expect(screen.getByText("First move")).toBeTruthy();
    settings.pieces = "latin";
  });

  it("says what a choice leads to, and where a consort then stands", async () => {
    const after = view((b) => (b.consorts[0] = { square: 3, laps: 0 }));
    const text = { ja: "貴妃が3マス進みます。", en: "Your consort advances 3 squares." };
    const previewAction = vi.fn(async () => ({
      told: [{ event: { event: "advances" }, text, rule: null, view: after }],
      episodes: [{ events: 1, seat: 0, text }],
      refused: null,
    }));
    const { container } = show({ legal: ["move", "draw"], previewAction });
    const move = screen.getByRole("button", { name: "Do move" });
    move.dispatchEvent(new MouseEvent("pointerenter"));
    await vi.waitFor(() => expect(container.querySelector(".ahead.seat-0")).toBeTruthy());
    expect(previewAction).toHaveBeenCalledExactlyOnceWith("move");
    move.dispatchEvent(new MouseEvent("pointerleave"));
    await vi.waitFor(() => expect(container.querySelector(".ahead")).toBeNull());
  });

  it("numbers the squares of the bedroom", () => {
    show({});
    const room = screen.getByRole("region", { name: "The bedroom" });
    expect(within(room).getByRole("img", { name: "Square 3 of the bedroom" })).toBeTruthy();
    expect(within(room).getByRole("img", { name: "The tea square" })).toBeTruthy();
  });

  it("shows a spectator the same table", () => {
    show({ you: null });
    expect(screen.getByRole("region", { name: "Blue: Anna" })).toBeTruthy();
    expect(card(1).getAttribute("aria-label")).toBe("Card 1, face down");
  });
});
