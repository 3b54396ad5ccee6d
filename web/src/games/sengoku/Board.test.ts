// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { TableState } from "../../generated/session";
import type { LegalAction } from "../../generated/core";
import type { View } from "../../generated/sengoku";
import type { ActionPreview } from "../types";
import { NO_DRAFTS } from "../../lib/testing/fixtures";
import Board from "./Board.svelte";
import { components, settle, track, view } from "./dev/positions";

const choice = (action: string): LegalAction => ({
  action,
  label: { ja: `行う ${action}`, en: `Do ${action}` },
});

const NOTHING: ActionPreview = { told: [], refused: null };

function show(given: {
  view: View;
  legal?: string[];
  lang?: "ja" | "en";
  busy?: boolean;
  you?: number | null;
  previewed?: ActionPreview;
}) {
  const act = vi.fn();
  const previewAction = vi.fn(() => Promise.resolve(given.previewed ?? NOTHING));
  const seats = given.view.hands.length;
  const props = {
    view: given.view,
    components,
    state: { options: {} } as unknown as TableState,
    legal: (given.legal ?? []).map(choice),
    you: given.you === undefined ? 0 : given.you,
    names: ["Anna", "Ben", "Cho", "Dan"].slice(0, seats),
    act,
    previewAction,
    ...NO_DRAFTS,
    busy: given.busy ?? false,
    lang: given.lang ?? "en",
    events: [],
    lastEvents: new Map(),
    reducedMotion: true,
    rule: () => undefined,
  };
  // Svelte has an option called `events` of its own.
  const out = render(Board, { props });
  return { act, previewAction, ...out };
}

// Queries by role are slow with a hundred squares.
const square = (name: string) =>
  document.querySelector<HTMLButtonElement>(`button[data-square="${name}"]`)!;
const buttons = (name: string | RegExp) => {
  const words = (button: HTMLElement) =>
    (button.getAttribute("aria-label") ?? button.textContent ?? "").replace(/\s+/g, " ").trim();
  const found = [...document.querySelectorAll<HTMLButtonElement>("button:not(.square)")].filter(
    (button) => (typeof name === "string" ? words(button) === name : name.test(words(button))),
  );
  return found;
};
const named = (name: string | RegExp) => {
  const found = buttons(name);
  if (found.length !== 1) throw new Error(`${found.length} buttons are called ${name}`);
  return found[0]!;
};
/**
 * The only element with the role or tag `what` whose label (for a table: its caption) begins with
 * `name`.
 */
const labelled = (what: string, name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>(what)].filter((each) =>
    (each.getAttribute("aria-label") ?? each.querySelector("caption")?.textContent)?.startsWith(
      name,
    ),
  );
  if (found.length !== 1) throw new Error(`${found.length} ${what} are called ${name}`);
  return found[0]!;
};
const isOpen = (button: HTMLElement) => button.getAttribute("aria-disabled") === "false";

const DECLARING = ["declare 16", "declare 24", "declare 35", "declare 56", "declare general"];
const declaring = () =>
  view(["1 46 D2 C2"], (v) => {
    v.fits = [
      {
        tile: "16",
        places: [
          ["E1", "F1"],
          ["E2", "D3"],
        ].map(([a, b]) => [a!, b!]),
        sure: true,
      },
      { tile: "24", places: [], sure: false },
    ];
    v.track = track([1, "34"]).map((token) => ({ ...token, place: null }));
  });
const PLACING = ["place D3 D4", "place D4 D3", "place D3 E3", "place E2 F2"];
const placing = () =>
  view(["1 46 D2 C2"], (v) => {
    v.track = track([0, "16"], [1, "35"]);
    v.stage = { kind: "place", seat: 0, tile: "16" };
  });

beforeAll(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

describe("declaring", () => {
  it("shows the possible places of a tile, and asks before it is declared", async () => {
    const { act, container } = show({ view: declaring(), legal: DECLARING });
    expect(container.querySelectorAll(".square.hint")).toHaveLength(0);
    const [first] = buttons(/^swords 1 and arquebuses 6 .*2 ways/);
    await fireEvent.click(first!);
    const hinted = [...container.querySelectorAll<HTMLElement>(".square.hint")];
    expect(hinted.map((each) => each.dataset["square"])).toEqual(["E1", "F1", "E2", "D3"]);
    expect(square("F1").classList).toContain("straddling");
    expect(square("D3").classList).not.toContain("straddling");
    expect(screen.getByText("It surely has a place.")).toBeTruthy();
    // They are shown, not offered.
    expect(isOpen(square("E1"))).toBe(false);
    await fireEvent.click(square("E1"));
    expect(
      screen.getByText("You declare first. You place 1+6 when your turn comes.", { exact: false }),
    ).toBeTruthy();
    await fireEvent.click(first!);
    await fireEvent.click(first!);
    expect(act).not.toHaveBeenCalled();
    expect(screen.getByText("Ties with Takeda: both of you go to × and place last.")).toBeTruthy();
    await fireEvent.click(named("Do declare 16"));
    expect(act).toHaveBeenCalledExactlyOnceWith("declare 16");
  });

  it("deselects the tile by a second click and by Escape", async () => {
    show({ view: declaring(), legal: DECLARING });
    const tile = named(/^spears 2 and cavalry 4 .*no place now/);
    await fireEvent.click(tile);
    expect(named("Do declare 24")).toBeTruthy();
    await fireEvent.click(tile);
    expect(buttons("Do declare 24")).toEqual([]);
    await fireEvent.click(tile);
    await fireEvent.keyDown(tile, { key: "Escape" });
    expect(buttons("Do declare 24")).toEqual([]);
  });

  it("warns of a general that would have no tile to touch", async () => {
    const { rerender } = show({ view: view(), legal: DECLARING });
    await fireEvent.click(named(/^the general/));
    expect(screen.getByText(/a general declared now is lost/)).toBeTruthy();
    await rerender({ view: view(["1 24 B3 B2"]) });
    expect(screen.queryByText(/a general declared now is lost/)).toBeNull();
  });

  it("declares the general", async () => {
    const { act } = show({ view: declaring(), legal: DECLARING });
    await fireEvent.click(named(/^the general/));
    await fireEvent.click(named("Do declare general"));
    expect(act).toHaveBeenCalledExactlyOnceWith("declare general");
  });

  it("offers nothing while busy", () => {
    show({ view: declaring(), legal: DECLARING, busy: true });
    expect(document.querySelectorAll("button:not([aria-disabled=true], .paths)")).toHaveLength(0);
  });
});

describe("placing", () => {
  it("opens exactly the squares of legal places, then those that turn the ghost", async () => {
    const { act, container } = show({ view: placing(), legal: PLACING });
    const opened = () =>
      [...container.querySelectorAll<HTMLElement>(".square")]
        .filter(isOpen)
        .map((each) => each.dataset["square"]);
    expect(opened()).toEqual(["E2", "F2", "D3", "E3", "D4"]);
    await fireEvent.click(square("D3"));
    expect(opened()).toEqual(["D3", "E3", "D4"]);
    await fireEvent.click(square("D4"));
    await fireEvent.click(named("Do place D3 D4"));
    expect(act).toHaveBeenCalledExactlyOnceWith("place D3 D4");
  });

  it("turns by R, by the button, by the wheel and by a tap", async () => {
    show({ view: placing(), legal: PLACING });
    await fireEvent.click(square("D3"));
    expect(named("Do place D3 E3")).toBeTruthy();
    await fireEvent.keyDown(window, { key: "r" });
    expect(named("Do place D3 D4")).toBeTruthy();
    await fireEvent.click(named(/^Turn/));
    expect(named("Do place D4 D3")).toBeTruthy();
    await fireEvent.keyDown(window, { key: "R", shiftKey: true });
    expect(named("Do place D3 D4")).toBeTruthy();
    await fireEvent.wheel(square("D4"), { deltaY: 100 });
    expect(named("Do place D4 D3")).toBeTruthy();
    await fireEvent.click(square("D3"));
    expect(named("Do place D3 E3")).toBeTruthy();
  });

  it("is done by Enter on the ghost and undone by Escape", async () => {
    const { act } = show({ view: placing(), legal: PLACING });
    await fireEvent.click(square("E2"));
    await fireEvent.keyDown(square("E2"), { key: "Escape" });
    expect(buttons("Do place E2 F2")).toEqual([]);
    await fireEvent.click(square("E2"));
    await fireEvent.keyDown(square("F2"), { key: "Enter" });
    expect(act).toHaveBeenCalledExactlyOnceWith("place E2 F2");
  });

  it("previews what the ghost would settle", async () => {
    const event = { event: "line", field: 0, line: 1, sums: [2, 0], winner: 0 };
    const text = { ja: "横", en: "Oda takes row 2" };
    const { previewAction, container } = show({
      view: placing(),
      legal: PLACING,
      previewed: { told: [{ event, text, rule: "S-50" }], refused: null },
    });
    await fireEvent.click(square("E2"));
    expect(await screen.findByText("Oda takes row 2")).toBeTruthy();
    expect(previewAction).toHaveBeenCalledExactlyOnceWith("place E2 F2");
    expect(container.querySelectorAll(".end.soon")).toHaveLength(1);
    await fireEvent.keyDown(window, { key: "Escape" });
    expect(container.querySelectorAll(".end.soon")).toHaveLength(0);
  });

  it("lets the general take the tile's place, and back", async () => {
    const { act } = show({ view: placing(), legal: [...PLACING, "general A1 A2"] });
    expect(isOpen(square("A1"))).toBe(false);
    await fireEvent.click(named(/Use the general$/));
    expect(isOpen(square("D3"))).toBe(false);
    expect(screen.getByText(/1\+6 then leaves the game/)).toBeTruthy();
    await fireEvent.click(named(/Back to the tile$/));
    await fireEvent.click(named(/Use the general$/));
    await fireEvent.click(square("A1"));
    await fireEvent.click(named("Do general A1 A2"));
    expect(act).toHaveBeenCalledExactlyOnceWith("general A1 A2");
  });

  it("offers to lose a tile without a place, or the general instead", async () => {
    const { act } = show({ view: placing(), legal: ["lose", "general A1 A2"] });
    expect(screen.getByText(/^There is no place for 1\+6\./)).toBeTruthy();
    // Giving up the tile is never the button that stands out.
    expect(named(/Use the general$/).classList).toContain("primary");
    expect(named("Do lose").classList).not.toContain("primary");
    await fireEvent.click(named("Do lose"));
    expect(act).toHaveBeenCalledExactlyOnceWith("lose");
  });

  it("clears the selection when the actions change", async () => {
    const { rerender } = show({ view: placing(), legal: PLACING });
    await fireEvent.click(square("E2"));
    expect(named("Do place E2 F2")).toBeTruthy();
    await rerender({ legal: ["place D3 D4"].map(choice) });
    expect(buttons(/^Do/)).toEqual([]);
  });

  it("goes from square to square by arrow keys, with one tab stop", async () => {
    const { container } = show({ view: placing(), legal: PLACING });
    const stops = () => [...container.querySelectorAll<HTMLElement>(".square[tabindex='0']")];
    expect(stops().map((each) => each.dataset["square"])).toEqual(["D3"]);
    stops()[0]!.focus();
    for (const [key, where] of [
      ["ArrowRight", "E3"],
      ["ArrowUp", "E2"],
      ["ArrowLeft", "D2"],
      ["ArrowDown", "D3"],
      ["Home", "A3"],
      ["ArrowLeft", "A3"],
      ["End", "J3"],
    ] as const) {
      await fireEvent.keyDown(document.activeElement!, { key });
      expect((document.activeElement as HTMLElement).dataset["square"]).toBe(where);
    }
    await tick();
    expect(stops().map((each) => each.dataset["square"])).toEqual(["J3"]);
  });
});

describe("illegal actions", () => {
  const refused = (rule: string, en: string): ActionPreview => ({
    told: [],
    refused: { rule, message: { ja: en, en } },
  });

  it("are explained, and the aim stays", async () => {
    const { previewAction } = show({
      view: placing(),
      legal: PLACING,
      previewed: refused("S-29", "D2 is taken already."),
    });
    await fireEvent.click(square("D3"));
    await fireEvent.click(square("D2"));
    expect(previewAction).toHaveBeenLastCalledWith("place D2 E2");
    expect((await screen.findByText(/D2 is taken already/)).textContent).toContain("S-29");
    expect(named("Do place D3 E3")).toBeTruthy();
    // Turning it is a different input.
    await fireEvent.keyDown(window, { key: "r" });
    expect(screen.queryByText(/D2 is taken already/)).toBeNull();
    expect(named("Do place D3 D4")).toBeTruthy();
  });

  it("are explained while declaring too, and in others' turns", async () => {
    const { previewAction } = show({
      view: declaring(),
      legal: [],
      previewed: refused("S-10", "It is not your turn."),
    });
    await fireEvent.click(square("J10"));
    expect(await screen.findByText(/It is not your turn/)).toBeTruthy();
    await fireEvent.click(named(/^banners 5 and arquebuses 6/));
    expect(previewAction).toHaveBeenLastCalledWith("declare 56");
  });
});

describe("dragging", () => {
  /**
   * Drags from one element over others. jsdom has neither pointer events nor layout, so both are
   * simulated: the pointer is always over the last element of the path so far.
   */
  async function drag(
    from: Element,
    path: readonly (Element | null)[],
    { turns = 0, fingers = 0, drop = "pointerup" } = {},
  ) {
    let under: Element | null = from;
    document.elementFromPoint = () => under;
    const send = (type: string, x: number, pointerId = 1) => {
      const event = new MouseEvent(type, { clientX: x, bubbles: true, cancelable: true });
      from.dispatchEvent(Object.assign(event, { pointerId, isPrimary: pointerId === 1 }));
    };
    send("pointerdown", 0);
    for (const [n, next] of path.entries()) {
      under = next;
      send("pointermove", 20 * (n + 1));
      await tick();
    }
    for (let n = 0; n < turns; n++) await fireEvent.keyDown(window, { key: "r" });
    for (let n = 0; n < fingers; n++) send("pointerdown", 0, n + 2);
    await tick();
    const lit = [...document.querySelectorAll<HTMLElement>(".square.landing")].map(
      (each) => each.dataset["square"],
    );
    send(drop, 20 * path.length);
    // A browser sends this one too; it is no press.
    from.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await tick();
    return lit;
  }
  it("highlights both squares and puts the ghost there, to be confirmed", async () => {
    const { act } = show({ view: placing(), legal: PLACING });
    const tile = document.querySelector(".tile.declared")!;
    expect(await drag(tile, [square("A1"), square("E2")])).toEqual(["E2", "F2"]);
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(named("Do place E2 F2"));
    expect(act).toHaveBeenCalledExactlyOnceWith("place E2 F2");
  });

  it("turns the dragged domino", async () => {
    show({ view: placing(), legal: PLACING });
    const tile = document.querySelector(".tile.declared")!;
    expect(await drag(tile, [square("D3")], { turns: 1 })).toEqual(["D3", "D4"]);
    expect(named("Do place D3 D4")).toBeTruthy();
    expect(await drag(tile, [square("D3")], { fingers: 2 })).toEqual(["D3", "D4"]);
    expect(named("Do place D4 D3")).toBeTruthy();
  });

  it("takes the ghost from its place, and leaves it there after a cancelled drag", async () => {
    show({ view: placing(), legal: PLACING });
    await fireEvent.click(square("D3"));
    expect(named("Do place D3 E3")).toBeTruthy();
    await drag(square("D3"), [square("E2")]);
    expect(named("Do place E2 F2")).toBeTruthy();
    await drag(square("E2"), [null], { drop: "pointercancel" });
    expect(named("Do place E2 F2")).toBeTruthy();
  });

  it("explains why it cannot be dropped on a square", async () => {
    const { previewAction } = show({ view: placing(), legal: PLACING });
    expect(await drag(document.querySelector(".tile.declared")!, [square("A1")])).toEqual([]);
    expect(previewAction).toHaveBeenLastCalledWith("place A1 B1");
  });

  it("declares a tile dropped on the track", async () => {
    const { act } = show({ view: declaring(), legal: DECLARING });
    await drag(named(/^spears 2 and cavalry 4/), [document.querySelector(".slots")!]);
    expect(act).toHaveBeenCalledExactlyOnceWith("declare 24");
  });

  it("carries the general instead", async () => {
    show({ view: placing(), legal: [...PLACING, "general A1 A2"] });
    await drag(named(/^the general/), [square("A1")]);
    expect(named("Do general A1 A2")).toBeTruthy();
    expect(named(/Back to the tile$/)).toBeTruthy();
  });
});

describe("the last moves", () => {
  it("are marked: each seat's last domino, its settlements, and new ones", async () => {
    const seen = view(["0 24 B3 B2", "1 36 E1 F1", "0 16 D4 D5"], (v) => settle(v, "0-3", 1));
    const line = { event: "line", field: 0, line: 3, sums: [2, 4], winner: 1 };
    const told = { event: line, text: { ja: "横", en: "row" }, rule: null };
    const { container, rerender } = show({ view: seen });
    expect(container.querySelectorAll(".piece .last")).toHaveLength(2);
    expect(square("D5").getAttribute("aria-label")).toContain("placed last");
    expect(square("B3").getAttribute("aria-label")).not.toContain("placed last");
    await rerender({ lastEvents: new Map([[0, [told]]]) });
    expect(container.querySelectorAll(".end.latest")).toHaveLength(1);
    expect(container.querySelectorAll(".path, .fall")).toHaveLength(0);
    const castle = { event: "castle", field: 0, flowers: [4, 6], winner: 1 };
    await rerender({ events: [told, { ...told, event: { ...line, line: 4 } }] });
    expect(container.querySelectorAll(".path.seat-1")).toHaveLength(2);
    await rerender({ events: [{ ...told, event: castle }] });
    expect(container.querySelector(".fall.seat-1")).not.toBeNull();
  });
});

describe("public information", () => {
  const late = () =>
    view(
      ["0 24 B3 B2", "3 36 E1 F1", "1 general C4 C5"],
      (v) => {
        settle(v, "0-0", 3);
        settle(v, "0-5", null);
        v.board.castles[3] = { won: 1 };
        v.castles[1] = 1;
        v.flowers = [7, 0, 12, 1];
        v.board.generals[1] = false;
        v.board.removed = [
          { seat: 0, tile: "25", why: "no_place" },
          { seat: 1, tile: "56", why: "replaced" },
        ];
        v.track = track([2, "34"], [0, "16"], [1, "24"], [3, "12"]);
        v.stage = { kind: "place", seat: 1, tile: "24" };
      },
      4,
    );

  it("is described for every square", () => {
    show({ view: late() });
    expect(document.querySelectorAll("[role=row] > [role=gridcell]")).toHaveLength(100);
    expect(square("B3").getAttribute("aria-label")).toBe(
      "B3 Battlefield 1, Oda: spears 2, placed last",
    );
    expect(square("C5").getAttribute("aria-label")).toContain("Takeda: general 0.5");
    expect(square("H8").getAttribute("aria-label")).toBe("H8 Battlefield 4, castle, Takeda");
    expect(square("A10").getAttribute("aria-label")).toBe("A10 Battlefield 3, empty");
  });

  it("is described for every line, in halves", () => {
    show({ view: late() });
    const now = labelled("table", "Battlefield 1");
    const row = within(now).getByRole("row", { name: /^Path 5/ });
    expect(
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent?.trim()),
    ).toEqual(["0", "0.5", "0", "0", "Takeda leads"]);
    expect(within(now).getByText("taken by Mōri")).toBeTruthy();
    expect(within(now).getByText("taken by nobody")).toBeTruthy();
  });

  it("is described for every clan: progress, hand, pile, general, removed tiles", () => {
    show({ view: late() });
    const takeda = labelled("section", "Takeda Shingen: Ben");
    expect(within(takeda).getByRole("img", { name: "Castles 1 / 2" })).toBeTruthy();
    expect(
      within(takeda).getByRole("img", { name: "5 in hand, 13 in the pile, general used" }),
    ).toBeTruthy();
    expect(
      within(takeda).getByRole("img", {
        name: /^banners 5 and arquebuses 6 .*general took its place/,
      }),
    ).toBeTruthy();
    const uesugi = labelled("section", "Uesugi Kenshin: Cho");
    expect(within(uesugi).getByRole("img", { name: "Flower paths 12 / 13" })).toBeTruthy();
  });

  it("contains the order of placing with its reason", () => {
    show({ view: late() });
    expect(screen.getByText(/Mōri 3 → Takeda 6 → Oda ×7 → Uesugi ×7/)).toBeTruthy();
  });

  it("is all a spectator sees, and hands stay hidden", () => {
    const seen = late();
    for (const hand of seen.hands) hand.tiles = null;
    const { container } = show({ view: seen, you: null });
    expect(screen.queryByText("Behind your screen")).toBeNull();
    expect(container.querySelectorAll(".camp span.back")).toHaveLength(20);
    expect(document.querySelectorAll("[role=row] > [role=gridcell]")).toHaveLength(100);
  });

  it("contains every hand with everything open, and none is the user's own", () => {
    const open = view([], (v) => {
      v.hands[1] = { count: 2, tiles: ["13", "46"] };
    });
    const { container } = show({ view: open, you: null });
    expect(container.querySelectorAll(".camp .face")).toHaveLength(7);
    expect(container.querySelectorAll(".own, .acts")).toHaveLength(0);
    const takeda = labelled("section", "Takeda Shingen: Ben");
    const hand = within(takeda).getByRole("img", { name: /^2 in hand/ });
    expect(hand.getAttribute("aria-label")).toMatch(/Hand: .*3.*, .*6/);
  });

  it("contains the hands when the game is over, with space for them in place of the user's", async () => {
    const over = view([], (v) => {
      v.stage = { kind: "over" };
      v.board.end = "hands";
      v.board.winners = [1];
      v.hands[1] = { count: 2, tiles: ["13", "46"] };
    });
    const { container, rerender } = show({ view: late() });
    const place = () => container.querySelectorAll(".placed > .camps, .own").length;
    expect(container.querySelector(".placed")).toBeNull();
    expect(place()).toBe(1);
    await rerender({ view: over });
    expect(container.querySelectorAll(".camp .face")).toHaveLength(7);
    expect(container.querySelector(".own")).toBeNull();
    expect(place()).toBe(1);
  });

  it("speaks Japanese", () => {
    show({ view: late(), lang: "ja" });
    expect(square("B3").getAttribute("aria-label")).toBe(
      "B3 戦場一、信長の長槍隊2、最後に置いたタイル",
    );
    expect(labelled("section", "武田信玄: Ben")).toBeTruthy();
    expect(screen.getByText(/7は重なったので×エリアに移り/)).toBeTruthy();
  });
});
