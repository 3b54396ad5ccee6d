// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { TableState } from "../../generated/session";
import type { Event, View } from "../../generated/hostile";
import type { LegalAction } from "../../generated/core";
import type { ActionPreview } from "../types";
import { bubble } from "../../lib/dom/bubble.svelte";
import { INTENT_MS } from "../../lib/dom/tip";
import { NO_DRAFTS } from "../../lib/testing/fixtures";
import Board from "./Board.svelte";
import { FILES, RANKS } from "./geometry";
import { components, midgame, speak, view } from "./dev/positions";

const choice = (action: string): LegalAction => ({
  action,
  label: { ja: `行う ${action}`, en: `Do ${action}` },
});
const told = (...events: Event[]): ActionPreview => ({
  told: events.map((event) => ({ event, text: { ja: "", en: "" }, rule: null })),
  refused: null,
});

function show(props: {
  legal?: string[];
  view?: View;
  lang?: "ja" | "en";
  busy?: boolean;
  you?: number | null;
  previewed?: Record<string, ActionPreview>;
}) {
  const act = vi.fn();
  const previewAction = vi.fn((action: string) =>
    Promise.resolve(props.previewed?.[action] ?? { told: [], refused: null }),
  );
  const out = render(Board, {
    props: {
      view: props.view ?? midgame(),
      components,
      state: { options: {} } as unknown as TableState,
      legal: (props.legal ?? []).map(choice),
      you: props.you === undefined ? 0 : props.you,
      names: ["Anna", "Ben", "Cleo", "Dora"],
      act,
      previewAction,
      ...NO_DRAFTS,
      busy: props.busy ?? false,
      lang: props.lang ?? "en",
      events: [],
      lastEvents: new Map(),
      reducedMotion: true,
    },
  });
  return { act, previewAction, ...out };
}

// Queries by role and name would be right as well, but far too slow for 64 squares.
function square(name: string): HTMLButtonElement {
  const found = document.querySelector<HTMLButtonElement>(`button[data-square="${name}"]`);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}
const button = (words: string) => screen.getByText(words, { selector: "button" });
const enabled = () =>
  FILES.flatMap((file) => RANKS.map((rank) => `${file}${rank}`)).filter(
    (name) => square(name).getAttribute("aria-disabled") === "false",
  );
const handTile = (name: string) =>
  within(screen.getByRole("region", { name: "Red: Anna" })).getByRole("button", { name });

const slides = (...squares: string[]) =>
  squares.flatMap((at) => ["n", "e", "s", "w"].map((to) => `place slide ${at} ${to}`));

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

describe("moving", () => {
  it("highlights the squares the pawn may step to and steps with one click", async () => {
    const { act } = show({ legal: ["move n", "move e", "end"] });
    expect(enabled()).toEqual(["A3", "B2"]);
    await fireEvent.click(square("A3"));
    expect(act).toHaveBeenCalledExactlyOnceWith("move n");
  });

  it("shows a finger the path first and moves with the second tap", async () => {
    const { act, previewAction } = show({
      legal: ["move e", "end"],
      previewed: {
        "move e": told(
          { event: "moved", seat: 0, from: "A2", to: "B2", by: "step" },
          { event: "moved", seat: 0, from: "B2", to: "C2", by: "ice" },
          { event: "halted", seat: 0, square: "C2", by: "pawn", effect: "slide" },
        ),
      },
    });
    const tap = async (name: string) => {
      await fireEvent(
        square(name),
        Object.assign(new Event("pointerdown", { bubbles: true }), { pointerType: "touch" }),
      );
      await fireEvent.click(square(name));
    };
    await tap("B2");
    expect(act).not.toHaveBeenCalled();
    expect(previewAction).toHaveBeenCalledWith("move e");
    expect(
      await screen.findByText(/A2 → B2 → C2 \(ice\).*another pawn is in the way/),
    ).toBeTruthy();
    expect(button("Do move e")).toBeTruthy();
    await tap("B2");
    expect(act).toHaveBeenCalledExactlyOnceWith("move e");
  });

  it("explains an illegal press, with the rule", async () => {
    const { act } = show({
      legal: ["move e", "end"],
      previewed: {
        "move n": {
          told: [],
          refused: { message: { ja: "壁です", en: "A wall." }, rule: "X-131" },
        },
      },
    });
    await fireEvent.click(square("A3"));
    expect(await screen.findByText("A wall.")).toBeTruthy();
    expect(screen.getByText("X-131")).toBeTruthy();
    expect(act).not.toHaveBeenCalled();
  });
});

describe("placing", () => {
  it("selects, aims, turns by key and confirms", async () => {
    const { act } = show({ legal: [...slides("D5", "E5"), "move n", "end"] });
    await fireEvent.click(handTile("Slide"));
    expect(enabled()).toEqual(["D5", "E5"]);
    await fireEvent.click(square("D5"));
    expect(button("Do place slide D5 n")).toBeTruthy();
    await fireEvent.keyDown(document.body, { key: "r" });
    await fireEvent.keyDown(document.body, { key: "r" });
    await fireEvent.keyDown(document.body, { key: "R", shiftKey: true });
    await fireEvent.click(button("Do place slide D5 e"));
    expect(act).toHaveBeenCalledExactlyOnceWith("place slide D5 e");
  });

  it("turns by tapping the ghost, keeps the orientation elsewhere, and Enter confirms", async () => {
    const { act } = show({ legal: [...slides("D5", "E5"), "end"] });
    await fireEvent.click(handTile("Slide"));
    await fireEvent.click(square("D5"));
    await fireEvent.click(square("D5"));
    await fireEvent.click(square("E5"));
    expect(button("Do place slide E5 e")).toBeTruthy();
    await fireEvent.keyDown(square("E5"), { key: "Enter" });
    expect(act).toHaveBeenCalledExactlyOnceWith("place slide E5 e");
  });

  it("places a tile without orientation by a second tap, and Escape deselects it", async () => {
    const { act } = show({ legal: ["place ice D5", "end"] });
    await fireEvent.click(handTile("Ice tile"));
    await fireEvent.click(square("D5"));
    await fireEvent.keyDown(document.body, { key: "Escape" });
    expect(enabled()).toEqual([]);
    await fireEvent.click(handTile("Ice tile"));
    await fireEvent.click(square("D5"));
    await fireEvent.click(square("D5"));
    expect(act).toHaveBeenCalledExactlyOnceWith("place ice D5");
  });

  it("warns of an endless loop before it is made", async () => {
    show({
      legal: [...slides("D5"), "end"],
      previewed: {
        "place slide D5 n": told(
          { event: "placed", seat: 0, square: "D5", kind: "slide", facing: "n" },
          { event: "endless", square: "D5", kind: "slide", judged: "without_pawns", seats: [0, 1] },
        ),
      },
    });
    await fireEvent.click(handTile("Slide"));
    await fireEvent.click(square("D5"));
    expect(await screen.findByText(/never end/)).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Turn right" }));
    await waitFor(() => expect(screen.queryByText(/never end/)).toBeNull());
  });
});

describe("drafting", () => {
  it("takes a skill with one click", async () => {
    const { act } = show({ view: view(), legal: ["skill crash", "skill king"] });
    await fireEvent.click(screen.getByRole("button", { name: "Do skill king" }));
    expect(act).toHaveBeenCalledExactlyOnceWith("skill king");
  });

  it("states the effect of each skill card, and only names those that are out", () => {
    show({ view: view(), legal: ["skill crash", "skill king"] });
    expect(screen.getByText("Once a turn, remove a floor tile from the board.")).toBeTruthy();
    expect(screen.getByText("Out this round: Steal and Ghost")).toBeTruthy();
    expect(screen.queryByRole("img", { name: /Ghost/ })).toBeNull();
  });

  it("asks for the use of a tile", async () => {
    const drafting = view((v) => (v.stage = { kind: "tile_draft", seat: 0, left: 2 }));
    const { act } = show({
      view: drafting,
      legal: ["draft C5 keep", "draft C5 use", "draft ice keep", "draft ice place D4"],
    });
    await fireEvent.click(screen.getByRole("button", { name: /^Gem tile C5/ }));
    expect(button("Do draft C5 use")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: /^Ice tile, 2 tiles/ }));
    expect(enabled()).toEqual(["D4"]);
    expect(screen.queryByText("Do draft C5 use", { selector: "button" })).toBeNull();
    await fireEvent.click(button("Do draft ice keep"));
    expect(act).toHaveBeenCalledExactlyOnceWith("draft ice keep");
  });
});

describe("skills", () => {
  it("highlights the targets and turns them either way", async () => {
    const { act } = show({ legal: ["rotate B2 left", "rotate B2 right", "move n", "end"] });
    await fireEvent.click(screen.getByRole("button", { name: /^Rotate 2 left/ }));
    expect(enabled()).toEqual(["B2"]);
    await fireEvent.click(screen.getByRole("button", { name: "Turn left" }));
    await fireEvent.click(button("Do rotate B2 left"));
    expect(act).toHaveBeenCalledExactlyOnceWith("rotate B2 left");
  });

  it("explains why a skill cannot be used", async () => {
    const { previewAction } = show({
      legal: ["end"],
      previewed: {
        "rotate B2 left": {
          told: [],
          refused: { message: { ja: "使い切りました", en: "Used twice." }, rule: "X-138" },
        },
      },
    });
    const button = screen.getByRole("button", { name: /^Rotate/ });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await waitFor(() => expect(previewAction).toHaveBeenCalledWith("rotate B2 left"));
    await fireEvent.click(button);
    expect(await screen.findByText("Used twice.")).toBeTruthy();
  });
});

describe("the table", () => {
  it("takes from the line, and ends the turn", async () => {
    const { act } = show({ legal: ["take para", "end"] });
    await fireEvent.click(screen.getByRole("button", { name: /^Para wall, 1 tile/ }));
    await fireEvent.click(button("End your turn"));
    expect(act.mock.calls.map(([action]) => action)).toEqual(["take para", "end"]);
  });

  it("says in the tip of a tile in the line what a press does", () => {
    vi.useFakeTimers();
    const { unmount } = show({ legal: ["take para", "end"] });
    // jsdom has no pointer events.
    const hover = (node: Element, screenX: number) =>
      node.dispatchEvent(
        Object.assign(new MouseEvent("pointermove", { bubbles: true, screenX }), {
          pointerType: "mouse",
        }),
      );
    hover(document.body, 5);
    hover(document.querySelector('[data-anchor="line-para"]')!, 10);
    vi.advanceTimersByTime(INTENT_MS);
    expect(bubble.now?.tip.title).toBe("Do take para");
    bubble.hide();
    unmount();
    vi.useRealTimers();
  });

  it("goes from square to square by arrow keys, with one tab stop", async () => {
    show({ legal: ["move n"] });
    const stops = () =>
      FILES.flatMap((file) => RANKS.map((rank) => `${file}${rank}`)).filter(
        (name) => square(name).tabIndex === 0,
      );
    expect(stops()).toEqual(["A2"]);
    square("A2").focus();
    await fireEvent.keyDown(square("A2"), { key: "ArrowUp" });
    expect(document.activeElement).toBe(square("A3"));
    await fireEvent.keyDown(square("A3"), { key: "ArrowLeft" });
    expect(document.activeElement).toBe(square("A3"));
    await fireEvent.keyDown(square("A3"), { key: "End" });
    expect(document.activeElement).toBe(square("H3"));
    expect(stops()).toEqual(["H3"]);
  });

  it("describes the contents in words", () => {
    show({ legal: [] });
    expect(square("E3").getAttribute("aria-label")).toBe("E3, Slide pointing up");
    expect(square("E4").getAttribute("aria-label")).toBe("E4, Slide pointing left, 1 gem");
    expect(square("A2").getAttribute("aria-label")).toContain("pawn of Anna (Red)");
    expect(square("H8").getAttribute("aria-label")).toContain("start of Cleo (Yellow)");
    expect(screen.getByRole("meter", { name: "Anna, Ben: 10 gems / 20" })).toBeTruthy();
    expect(screen.getByRole("list", { name: "Hand: 3 tiles / 4" })).toBeTruthy();
  });

  it("names an unused start", () => {
    show({ view: midgame(undefined, 2), you: null });
    expect(square("A8").getAttribute("aria-label")).toBe("A8, unused start");
  });

  it("highlights nothing while busy", () => {
    show({ legal: ["move n", "end"], busy: true });
    expect(enabled()).toEqual([]);
    expect(screen.queryByText("End your turn", { selector: "button:enabled" })).toBeNull();
  });

  it("announces the last round, in Japanese", () => {
    show({ lang: "ja", view: midgame((v) => (v.last_round = true)) });
    expect(screen.getByText("最終ラウンド")).toBeTruthy();
    expect(screen.getByText("第4ラウンド")).toBeTruthy();
  });
});
