// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { TableState } from "../../generated/session";
import type { View } from "../../generated/honnoji";
import type { DraftResult } from "../types";
import Board from "./Board.svelte";
import {
  components,
  example,
  exampleOrders,
  exampleReading,
  forecastOf,
  idleReading,
  midgame,
  speak,
  view,
} from "./dev/positions";
import { write } from "./layout";

const OFFER = write(example);

beforeAll(speak);
// jsdom has no layout.
beforeAll(() =>
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  ),
);

interface Given {
  view?: View;
  legal?: [action: string, label?: string][];
  lang?: "ja" | "en";
  busy?: boolean;
  you?: number | null;
  drafts?: (text: string) => DraftResult;
  kept?: string | null;
  decision?: number | null;
}

function show(given: Given) {
  const act = vi.fn();
  const draft = vi.fn((text: string) =>
    Promise.resolve(
      given.drafts
        ? given.drafts(text)
        : { reading: forecastOf(idleReading), completed: null, refused: null },
    ),
  );
  const props = {
    view: given.view ?? view(),
    components,
    state: { options: {}, draft: given.kept ?? null } as unknown as TableState,
    legal: (given.legal ?? []).map(([action, label]) => ({
      action,
      label: { ja: label ?? action, en: label ?? action },
      ...(action === OFFER && { reading: exampleOrders }),
    })),
    you: given.you === undefined ? 0 : given.you,
    names: ["Anna", "Ben", "Cleo", "Dora", "Emil"],
    act,
    previewAction: () => Promise.resolve({ told: [], refused: null }),
    draft,
    others: new Map(),
    deadline: null,
    decision: given.decision ?? ((given.legal ?? []).length > 0 ? 0 : null),
    busy: given.busy ?? false,
    lang: given.lang ?? ("en" as const),
    events: [],
    lastEvents: new Map(),
    reducedMotion: true,
    rule: () => undefined,
  };
  const out = render(Board, { props });
  return { act, draft, props, ...out };
}

const cell = (x: number, y: number) => {
  const found = document.querySelector<HTMLButtonElement>(`[data-cell="${x},${y}"]`);
  if (!found) throw new Error(`there is no cell ${x},${y}`);
  return found;
};
const own = (name: RegExp) =>
  within(screen.getByRole("group", { name: "Hand" })).getByRole("button", { name });
const confirm = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Confirm/ });
const later = () => midgame((v) => (v.players[0]!.hand = ["crest", "1", "2", "3", "4", "5"]));
const refuse: DraftResult = {
  reading: forecastOf({ ...idleReading, from: null, destination: null }),
  completed: null,
  refused: { message: { ja: "移動先がありません", en: "Name a destination." }, rule: "H-59" },
};

describe("laying out", () => {
  it("lays card by card, moves, takes back, and confirms one action", async () => {
    const { act } = show({ view: later(), legal: [["lay nothing"]] });
    expect(cell(0, 0).getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(own(/^Crest/));
    expect(own(/^Crest/).getAttribute("aria-pressed")).toBe("true");
    expect(cell(0, 0).getAttribute("aria-disabled")).toBe("false");
    await fireEvent.click(cell(0, 0));
    await fireEvent.click(own(/^Number 2/));
    await fireEvent.click(cell(1, 1));
    await fireEvent.click(cell(1, 1));
    await fireEvent.click(cell(0, 1));
    await fireEvent.click(own(/^Number 5/));
    await fireEvent.click(cell(2, 2));
    await fireEvent.click(cell(2, 2));
    await fireEvent.click(screen.getByRole("button", { name: "Back to hand" }));
    expect(own(/^Number 5/)).toBeTruthy();
    // A laid card can also be taken back by its place in the hand.
    await fireEvent.click(own(/^Number 1/));
    await fireEvent.click(cell(-3, 0));
    expect(document.querySelectorAll(".hand .gone")).toHaveLength(3);
    await fireEvent.click(own(/^Take back from left 3: Number 1/));
    await fireEvent.click(confirm());
    expect(act).toHaveBeenCalledExactlyOnceWith("lay crest@0:0 2@0:1");
  });

  it("passes by a button of its own, never by the one that confirms", async () => {
    const { act } = show({ view: later(), legal: [["lay nothing"]] });
    await fireEvent.click(confirm());
    expect(act).not.toHaveBeenCalled();
    const pass = screen.getByRole("button", { name: "Pass this round" });
    expect(pass.classList).not.toContain("primary");
    await fireEvent.click(pass);
    expect(act).toHaveBeenCalledExactlyOnceWith("lay nothing");
  });

  it("says what a layout gains if nobody interferes", async () => {
    const gains = {
      ...forecastOf(exampleReading),
      picks_up: ["seitaka" as const, "gun" as const],
      points: 5,
      company: [3],
      targets: [{ icon: "sword" as const, square: 1, seats: [1, 2] }],
    };
    show({
      legal: [[OFFER]],
      kept: OFFER,
      drafts: () => ({ reading: gains, completed: null, refused: null }),
    });
    expect((await screen.findAllByText(/^Alone on 5: \+5 /)).length).toBeGreaterThan(0);
    expect(screen.getAllByText("Dora is there now").length).toBeGreaterThan(0);
    expect(screen.getAllByText("On 1 now: Ben, Cleo").length).toBeGreaterThan(0);
  });

  it("confirms a ready-made layout in two presses", async () => {
    const { act } = show({ legal: [[OFFER, "…"]], drafts: () => refuse });
    expect(confirm().getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(screen.getByRole("button", { name: /ove to 5/ }));
    expect(confirm().getAttribute("aria-disabled")).toBe("false");
    await fireEvent.click(confirm());
    expect(act).toHaveBeenCalledExactlyOnceWith(OFFER);
  });

  it("takes a ready-made layout away again when it is pressed again", async () => {
    show({ legal: [[OFFER, "…"]] });
    const chip = () => screen.getByRole("button", { name: /ove to 5/ });
    await fireEvent.click(chip());
    expect(chip().getAttribute("aria-pressed")).toBe("true");
    await fireEvent.click(chip());
    expect(chip().getAttribute("aria-pressed")).toBe("false");
    expect(own(/^Crest/)).toBeTruthy();
  });

  it("reads the layout aloud", async () => {
    const { draft } = show({
      legal: [[OFFER, "…"]],
      drafts: () => ({ reading: forecastOf(exampleReading), completed: null, refused: null }),
    });
    await fireEvent.click(screen.getByRole("button", { name: /ove to 5/ }));
    expect(await screen.findByText("2+3=5")).toBeTruthy();
    expect(screen.getByText(/moves to 5/)).toBeTruthy();
    expect(draft).toHaveBeenLastCalledWith(OFFER);
    // On the ring: the pawn's destination and its attacks.
    expect(screen.getByRole("img", { name: "you will stand here" })).toBeTruthy();
    const status = screen.getAllByRole("status").map((each) => each.textContent);
    expect(status.join()).toContain("to 5, sword attack on 1, takes back up to 4 cards");
  });

  it("claims nothing about a layout before its reading has arrived", async () => {
    const { draft } = show({ legal: [[OFFER]], kept: OFFER, drafts: () => null });
    await waitFor(() => expect(draft).toHaveBeenCalledWith(OFFER));
    await Promise.resolve();
    const orders = screen.getByRole("region", { name: "What this layout orders" });
    expect(orders.textContent).not.toMatch(/nothing happens|Lay a card/);
    expect(orders.textContent).toContain("being read");
  });

  it.each([
    ["en", "moves to 5 (with the next it would be six or more)"],
    ["ja", "5のマスへ移動(次を足すと6以上なので、ここまで)"],
  ] as const)("says in brackets why a chain was cut short, in %s", async (lang, said) => {
    const cut = { ...exampleReading.icons[0]!, end: "six" as const };
    const reading = { ...exampleReading, icons: [cut] };
    show({
      legal: [[OFFER]],
      kept: OFFER,
      lang,
      drafts: () => ({ reading: forecastOf(reading), completed: null, refused: null }),
    });
    const ended = await screen.findByText(/^ ?\(/, { selector: "em", trim: false });
    expect(ended.parentElement?.textContent).toContain(said);
  });

  it("explains why a layout cannot be confirmed, with the rule", async () => {
    show({ legal: [[OFFER, "…"]], drafts: () => refuse });
    await fireEvent.click(own(/^Crest/));
    await fireEvent.click(cell(0, 0));
    expect(await screen.findAllByText(/Name a destination/)).toBeTruthy();
    expect(screen.getByText("H-59")).toBeTruthy();
    expect(confirm().getAttribute("aria-disabled")).toBe("true");
  });

  it("begins with the draft of the server", async () => {
    show({ legal: [[OFFER, "…"]], kept: OFFER });
    expect(cell(0, 0).getAttribute("aria-label")).toMatch(/^middle: Crest/);
    await fireEvent.click(screen.getByRole("button", { name: "Take all back" }));
    expect(cell(0, 0).getAttribute("aria-label")).toBe("middle: free");
  });

  it("goes by keys over the cells", async () => {
    show({ view: later(), legal: [["lay nothing"]] });
    const board = document.querySelector(".honnoji-board")!;
    await fireEvent.keyDown(board, { key: "Enter" });
    await fireEvent.click(own(/^Number 3/));
    await vi.waitFor(() => expect(document.activeElement).toBe(cell(0, 0)));
    await fireEvent.keyDown(cell(0, 0), { key: "ArrowUp" });
    await vi.waitFor(() => expect(document.activeElement).toBe(cell(0, 1)));
    expect(cell(0, 1).tabIndex).toBe(0);
    expect(cell(0, 0).tabIndex).toBe(-1);
    await fireEvent.click(cell(0, 1));
    expect(cell(0, 1).getAttribute("aria-label")).toBe("up 1: Number 3");
    await fireEvent.keyDown(cell(0, 1), { key: "Delete" });
    expect(cell(0, 1).getAttribute("aria-label")).toBe("up 1: free");
    await fireEvent.click(own(/^Number 3/));
    await fireEvent.keyDown(cell(0, 0), { key: "Escape" });
    expect(own(/^Number 3/).getAttribute("aria-pressed")).toBe("false");
  });

  it("is dragged, too", async () => {
    show({ view: later(), legal: [["lay nothing"]] });
    const drag = async (from: Element, to: Element) => {
      document.elementFromPoint = () => to;
      // jsdom knows no pointer events.
      const pointer = (type: string, clientX: number) =>
        fireEvent(
          from,
          Object.assign(new MouseEvent(type, { bubbles: true, button: 0, clientX, clientY: 0 }), {
            pointerId: 1,
            isPrimary: true,
          }),
        );
      await pointer("pointerdown", 0);
      await pointer("pointermove", 40);
      if (to.matches("[data-cell]")) expect(to.classList).toContain("over");
      await pointer("pointerup", 40);
      // The click with which a browser ends it is no press.
      await fireEvent.click(from);
    };
    await drag(own(/^Number 4/), cell(1, 0));
    expect(cell(1, 0).getAttribute("aria-label")).toBe("right 1: Number 4");
    await drag(cell(1, 0), cell(-2, 1));
    expect(cell(-2, 1).getAttribute("aria-label")).toBe("up 1, left 2: Number 4");
    await drag(cell(-2, 1), screen.getByRole("group", { name: "Hand" }));
    expect(own(/^Number 4/)).toBeTruthy();
  });

  it("stays, with the selection, while others confirm", async () => {
    const { props, rerender } = show({ view: later(), legal: [["lay nothing"]] });
    await fireEvent.click(own(/^Number 2/));
    await fireEvent.click(cell(1, 1));
    await fireEvent.click(own(/^Crest/));
    const grid = screen.getByRole("grid");
    // Another seat declares; while that is shown there is no prompt.
    const shown = later();
    shown.asked = null;
    shown.players[1]!.laid = { kind: "declared" };
    await rerender({ ...props, view: shown, busy: true });
    expect(screen.getByRole("grid")).toBe(grid);
    expect(own(/^Crest/).getAttribute("aria-pressed")).toBe("true");
    expect(cell(1, 1).getAttribute("aria-label")).toMatch(/Number 2/);
    await rerender({ ...props, view: { ...shown, asked: { kind: "lay", seats: [0, 2] } } });
    expect(screen.getByRole("grid")).toBe(grid);
    expect(own(/^Crest/).getAttribute("aria-pressed")).toBe("true");
    // The next decision begins empty.
    await rerender({ ...props, view: later(), decision: 1 });
    expect(own(/^Crest/).getAttribute("aria-pressed")).toBe("false");
    expect(cell(1, 1).getAttribute("aria-label")).toBe("up 1, right 1: free");
  });

  it("can be confirmed only when the table accepts it, and is gone when others decide", () => {
    show({ view: later(), decision: 0 });
    expect(confirm().getAttribute("aria-disabled")).toBe("true");
    cleanup();
    show({ view: midgame((v) => (v.asked = { kind: "lay", seats: [1] })) });
    expect(screen.queryByRole("grid")).toBeNull();
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
});

describe("other choices", () => {
  const asked = (asked: View["asked"], legal: [string][]) => {
    const v = midgame((each) => (each.asked = asked));
    return show({ view: v, legal });
  };

  it("takes a card of the shared square, on the square itself", async () => {
    const { act } = asked({ kind: "take", seat: 0, square: 1 }, [["take gun"], ["take miyao"]]);
    const square = screen.getByRole("region", { name: /^square 1/ });
    expect(within(square).getAllByRole("button")).toHaveLength(2);
    await fireEvent.click(within(square).getByRole("button", { name: /Gun/ }));
    expect(act).toHaveBeenCalledExactlyOnceWith("take gun");
    // A card with the same face elsewhere is not one of these.
    expect(document.querySelectorAll("button[data-face=gun]")).toHaveLength(2);
  });

  it("steals from the victim, the same face once", async () => {
    const { act } = asked(
      { kind: "steal", seat: 0, victim: 2, square: 3, icon: "sword", attack: 0 },
      [["steal katana"], ["steal seitaka"]],
    );
    const chooser = screen.getByRole("region", { name: "Steal a card from Cleo" });
    expect(within(chooser).getAllByRole("button")).toHaveLength(2);
    await fireEvent.click(within(chooser).getByRole("button", { name: /Katana/ }));
    expect(act).toHaveBeenCalledExactlyOnceWith("steal katana");
    // In the victim's strip, where cards are small, they are only marked.
    const victim = screen.getByRole("region", { name: "Yellow: Cleo" });
    expect(within(victim).queryAllByRole("button")).toEqual([]);
    expect(victim.querySelectorAll(".lit")).toHaveLength(2);
  });

  it("burns an exposed card of one's own", async () => {
    const { act } = asked({ kind: "burn", seat: 0, square: 3 }, [["burn koban"], ["burn tsukumo"]]);
    const chooser = screen.getByRole("region", { name: /^Give up a card to the fire/ });
    await fireEvent.click(within(chooser).getByRole("button", { name: /Koban/ }));
    expect(act).toHaveBeenCalledExactlyOnceWith("burn koban");
  });

  it("recovers a set up to the limit, or nothing", async () => {
    const { act } = asked({ kind: "recover", seat: 0, up_to: 1 }, [
      ["recover nothing"],
      ["recover 3"],
      ["recover 5"],
    ]);
    const chooser = screen.getByRole("region", { name: "Take back up to 1 card" });
    const card = (name: RegExp) => within(chooser).getByRole<HTMLButtonElement>("button", { name });
    expect(card(/^Take no cards back/)).toBeTruthy();
    await fireEvent.click(card(/Number 5/));
    expect(card(/Number 5/).getAttribute("aria-pressed")).toBe("true");
    expect(card(/Number 3/).disabled).toBe(true);
    await fireEvent.click(card(/^Take back 1 card: number 5$/));
    expect(act).toHaveBeenCalledExactlyOnceWith("recover 5");
  });
});

describe("known information", () => {
  it("shows backs of hidden and faces of open cards", () => {
    show({ view: midgame((v) => (v.asked = null)), you: null });
    expect(screen.getByRole("img", { name: /^4 cards face down/ })).toBeTruthy();
    expect(screen.getByRole("img", { name: /^to 5, sword attack on 1/ })).toBeTruthy();
    expect(screen.getByText("is ready; the cards stay hidden until the reveal")).toBeTruthy();
    const fire = screen.getByRole("region", { name: /^square 3, Fire square/ });
    expect(within(fire).getAllByRole("img", { name: /face down/ })).toHaveLength(4);
  });
  it("shows every layout and the rest of the hands with everything open", () => {
    const open = view((v) => {
      v.asked = { kind: "lay", seats: [2] };
      for (const player of v.players.slice(0, 2)) {
        player.laid = { kind: "open", layout: example, reading: exampleReading };
        player.hand = ["crest", "5"];
      }
    }, 3);
    const { container } = show({ view: open, you: null });
    expect(screen.getAllByRole("img", { name: /^to 5, sword attack on 1/ })).toHaveLength(2);
    expect(container.querySelectorAll(".rest.own")).toHaveLength(0);
    for (const name of ["Anna", "Ben"]) {
      const panel = screen.getByRole("region", { name: new RegExp(name) });
      expect(within(panel).getByText("Hand")).toBeTruthy();
      expect(within(panel).queryByText("Hand/laid")).toBeNull();
    }
  });
  it("turns cards up once, however often they are shown", async () => {
    const open = midgame((v) => {
      v.phase = "recovery";
      v.asked = null;
      v.players[1]!.laid = { kind: "open", layout: example, reading: exampleReading };
    });
    const { props, rerender } = show({ view: open });
    const turned = () => document.querySelectorAll(".hn-turned").length;
    expect(turned()).toBeGreaterThanOrEqual(example.length);
    // A prompt arrives: the layouts are shown again, without animation.
    const asking = { ...open, asked: { kind: "recover" as const, seat: 0, up_to: 1 } };
    const legal = ["recover nothing", "recover 3"].map((action) => ({
      action,
      label: { ja: action, en: action },
    }));
    await rerender({ ...props, view: asking, legal, decision: 0 });
    expect(screen.getByRole("region", { name: "Take back up to 1 card" })).toBeTruthy();
    expect(turned()).toBe(0);
    await rerender({ ...props, view: open, legal: [], decision: null });
    expect(turned()).toBe(0);
  });
  it("reinserts its parts when the scene changes, and keeps everything in them", async () => {
    const { props, rerender, container } = show({ view: later(), legal: [["lay nothing"]] });
    const parts = () => [...container.querySelectorAll(".ring .square, .players .panel")];
    const before = parts();
    expect(before).toHaveLength(5 + 5);
    const taken = new Set<Node>();
    const watch = new MutationObserver((changes) =>
      changes.forEach(({ removedNodes }) => removedNodes.forEach((node) => taken.add(node))),
    );
    watch.observe(container, { subtree: true, childList: true });
    const players = container.querySelector(".players")!;
    await rerender({ ...props, view: midgame((v) => (v.phase = "movement")), legal: [] });
    expect(parts().every((part, index) => part === before[index])).toBe(true);
    // A reinserted element is not animated.
    expect(taken.has(players)).toBe(true);
    taken.clear();
    await rerender({ ...props, view: midgame((v) => (v.phase = "pick_up")), legal: [] });
    await Promise.resolve();
    expect(taken.has(players)).toBe(false);
    watch.disconnect();
  });
  it("says it in Japanese", () => {
    show({ view: midgame((v) => (v.asked = null)), lang: "ja" });
    expect(screen.getByText("第4ラウンド(全6)")).toBeTruthy();
    expect(screen.getAllByText("一番槍").length).toBeGreaterThan(0);
    expect(screen.getByRole("region", { name: /^3のマス、火ノ手マス/ })).toBeTruthy();
  });
});
