// @vitest-environment jsdom
import {
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  waitFor,
  within,
} from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import type { TableState } from "../../generated/session";
import type { Event as GameEvent, Reading, View } from "../../generated/shinra";
import type { LegalAction, DescribedEvent } from "../../generated/core";
import { monotonic } from "../../lib/clock";
import type { DraftResult, ActionPreview } from "../types";
import Board from "./Board.svelte";
import { components, midgame, reach, thing, view } from "./dev/positions";
import { indexOf, rows } from "./geometry";
import { parse } from "./layout";

const choice = (action: string): LegalAction => ({
  action,
  label: { ja: `行う ${action}`, en: `Do ${action}` },
});
const refused = (rule: string, en: string): ActionPreview => ({
  told: [],
  refused: { message: { ja: en, en }, rule },
});

const told = (event: GameEvent): DescribedEvent => ({
  event,
  text: { ja: "", en: "" },
  rule: null,
});

interface Given {
  legal?: string[];
  view?: View;
  lang?: "ja" | "en";
  busy?: boolean;
  you?: number | null;
  previewed?: Record<string, ActionPreview>;
  drafted?: (text: string) => DraftResult;
  draft?: string | null;
  others?: [number, Reading][];
  deadline?: number | null;
  event?: GameEvent;
  lastEvents?: [number, GameEvent][];
}

function show(given: Given) {
  const act = vi.fn();
  const draft = vi.fn((text: string) => Promise.resolve(given.drafted?.(text) ?? null));
  const previewAction = vi.fn((action: string) =>
    Promise.resolve(given.previewed?.[action] ?? { told: [], refused: null }),
  );
  const props = {
    view: given.view ?? midgame(),
    components,
    state: { version: 1, draft: given.draft ?? null, outcome: null } as unknown as TableState,
    legal: (given.legal ?? []).map(choice),
    you: given.you === undefined ? 0 : given.you,
    names: ["Anna", "Ben"],
    act,
    previewAction,
    draft,
    others: new Map(given.others),
    deadline: given.deadline ?? null,
    decision: (given.legal ?? []).length > 0 ? 0 : null,
    busy: given.busy ?? false,
    lang: given.lang ?? "en",
    events: given.event ? [told(given.event)] : [],
    lastEvents: new Map((given.lastEvents ?? []).map(([seat, event]) => [seat, [told(event)]])),
    reducedMotion: true,
    rule: () => undefined,
  };
  return { act, draft, previewAction, ...render(Board, { props }) };
}

function square(name: string): HTMLButtonElement {
  const found = document.querySelector<HTMLButtonElement>(`button[data-square="${name}"]`);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}
const press = (name: string) => fireEvent.click(square(name));
const says = (name: string) => square(name).getAttribute("aria-label") ?? "";
const lit = () =>
  rows(false)
    .flat()
    .filter((name) => square(name).getAttribute("aria-disabled") === "false")
    .sort();
const button = (words: string | RegExp) => screen.getByRole("button", { name: words });
const item = (name: string) => document.querySelector<HTMLElement>(`[data-item="${name}"]`)!;
const commands = () => screen.getByRole("region", { name: "Commands" });

// The server's answers come at once; a busy machine may still need time to show them.
configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 20_000 });

describe("a turn", () => {
  const answers = (text: string): DraftResult =>
    text === "c3>" ? { reading: reach, completed: null, refused: null } : null;

  it("shows why every square is reached, and acts with the second press", async () => {
    const { act, draft } = show({
      legal: ["c3>c4", "c3>c2", "c3>b2", "c3>a1", "retreat c3"],
      drafted: answers,
    });
    expect(lit()).toEqual(["c3"]);
    await press("c3");
    expect(draft).toHaveBeenLastCalledWith("c3>");
    await waitFor(() => expect(says("c4")).toContain("attacks Guard + Base + Striker: 6 → 3 left"));
    expect(says("a1")).toContain("jumps over b2");
    expect(lit()).toEqual(["a1", "b2", "c2", "c3", "c4"]);
    await press("c2");
    expect(act).toHaveBeenCalledExactlyOnceWith("c3>c2");
  });

  it("shows an attacker's options afterwards", async () => {
    show({ legal: ["c3>c4"], drafted: answers });
    await press("c3");
    await waitFor(() => expect(says("c4")).toContain("6 → 3"));
    square("c4").focus();
    await fireEvent.focusIn(square("c4"));
    expect(commands().textContent).toContain("Then it can:");
    expect(commands().textContent).toContain("join a piece of yours");
  });

  it("tells what an action would do before it is taken, as the engine previews it", async () => {
    const sentence = "Ben loses 3: 3 of 6 life points remain. Ben's King is in check.";
    const { act } = show({
      legal: ["c3>c4"],
      drafted: answers,
      previewed: {
        "c3>c4": {
          told: [],
          episodes: [{ events: 2, seat: 0, text: { ja: sentence, en: sentence } }],
          refused: null,
        },
      },
    });
    await press("c3");
    await waitFor(() => expect(says("c4")).toContain("6 → 3"));
    square("c4").focus();
    await fireEvent.focusIn(square("c4"));
    await waitFor(() => expect(commands().textContent).toContain(sentence));
    expect(act).not.toHaveBeenCalled();
  });

  it("asks before it joins, by the button or a second press", async () => {
    const { act } = show({ legal: ["c3>b2"], drafted: answers });
    await press("c3");
    await press("b2");
    expect(act).not.toHaveBeenCalled();
    await fireEvent.click(within(commands()).getByText("Do c3>b2"));
    expect(act).toHaveBeenCalledExactlyOnceWith("c3>b2");
  });

  it("explains an illegal press, from the view or by a request", async () => {
    const { previewAction } = show({
      legal: ["c3>c2"],
      drafted: answers,
      previewed: { "c3>e2": refused("K-2", "Too far.") },
    });
    await press("c3");
    await waitFor(() => expect(says("c4")).toContain("6 → 3"));
    await press("e1");
    expect(await screen.findByText(/There is no arrow that way/)).toBeTruthy();
    expect(previewAction).not.toHaveBeenCalled();
    await press("e2");
    expect(await screen.findByText(/Too far/)).toBeTruthy();
    expect(screen.getByText("K-2")).toBeTruthy();
    // Another press takes the reason away.
    await fireEvent.pointerDown(screen.getByRole("region", { name: "Commands" }));
    expect(screen.queryByText(/Too far/)).toBeNull();
  });

  it("shows an enemy piece's reach without any effect", async () => {
    const study: Reading = { ...reach, seat: 1, from: "d4" } as Reading;
    const { act, draft } = show({
      legal: ["c3>c2"],
      drafted: () => ({ reading: study, completed: null, refused: null }),
    });
    await press("d4");
    expect(draft).toHaveBeenLastCalledWith("d4>");
    await waitFor(() => expect(says("c2")).toContain("to an empty square"));
    expect(lit()).toEqual(["c3"]);
    expect(act).not.toHaveBeenCalled();
    expect(commands().textContent).toContain("Ben's");
  });

  it("shows the reach of an own piece that cannot be moved now", async () => {
    show({ legal: [], drafted: answers });
    await press("c3");
    await waitFor(() => expect(commands().textContent).toContain("Where it can go"));
    expect(lit()).toEqual([]);
  });

  it("moves the keyboard focus to the next choice", async () => {
    const { act, rerender } = show({ legal: ["to hand", "back c2"] });
    const hand = screen.getByText("Into the hand");
    hand.focus();
    await fireEvent.keyDown(hand, { key: "Enter" });
    await fireEvent.click(hand);
    expect(act).toHaveBeenCalledExactlyOnceWith("to hand");
    await rerender({ legal: [] });
    expect(document.activeElement).toBe(document.body);
    await rerender({ legal: ["put dai a2", "put shu a2"].map(choice) });
    await waitFor(() => expect(document.activeElement).toBe(item("shu")));
  });

  it("moves the keyboard focus from the sheet to the hand, where only that can be used", async () => {
    const { rerender } = show({ legal: ["c3>c2"] });
    square("c3").focus();
    await fireEvent.keyDown(square("c3"), { key: "Enter" });
    await press("c3");
    await press("c2");
    await rerender({ legal: [] });
    await rerender({ legal: [choice("put shu a2")] });
    await waitFor(() => expect(document.activeElement).toBe(item("shu")));
  });

  it("retreats by a button, and Escape deselects", async () => {
    const { act } = show({ legal: ["c3>c2", "retreat c3"] });
    await press("c3");
    await fireEvent.keyDown(document.body, { key: "Escape" });
    expect(screen.queryByText("Take back")).toBeNull();
    await press("c3");
    await fireEvent.click(screen.getByText("Take back"));
    expect(act).toHaveBeenCalledExactlyOnceWith("retreat c3");
  });
});

describe("the hand", () => {
  it("highlights where a thing may be placed", async () => {
    const { act, draft } = show({ legal: ["put shu a2", "put shu d1", "put dai a2"] });
    await fireEvent.click(item("shu"));
    expect(draft).toHaveBeenLastCalledWith("put shu>");
    expect(lit()).toEqual(["a2", "d1"]);
    await press("d1");
    expect(act).toHaveBeenCalledExactlyOnceWith("put shu d1");
  });

  it("starts a stack of two with a remainder", async () => {
    const { act } = show({ legal: ["put shu~ a2", "put dai a2", "pair shu~ dai c2"] });
    await fireEvent.click(item("shu~"));
    await fireEvent.click(item("dai"));
    expect(lit()).toEqual(["c2"]);
    expect(commands().textContent).toContain("Guard + Base");
    await press("c2");
    expect(act).toHaveBeenCalledExactlyOnceWith("pair shu~ dai c2");
  });

  it("explains why a thing cannot be used", async () => {
    const { act } = show({ legal: ["c3>c2"] });
    expect(item("joker").getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(item("joker"));
    expect(await screen.findByText(/The king has more than 6/)).toBeTruthy();
    expect(screen.getByText("K-80")).toBeTruthy();
    expect(act).not.toHaveBeenCalled();
  });

  it("returns a queen that was kept", async () => {
    const { act } = show({ legal: ["return queen queen+ko!", "c3>c2"] });
    await fireEvent.click(item("queen+ko!"));
    await fireEvent.click(button(/^Give the Queen back \(King \+3\)/));
    expect(act).toHaveBeenCalledExactlyOnceWith("return queen queen+ko!");
  });

  it("is described in words", () => {
    show({ legal: [] });
    expect(item("shu+ko@2").getAttribute("aria-label")).toBe("Guard + Striker, 2 points, keeps 2");
    expect(item("dai").getAttribute("aria-label")).toBe("Base, ×2");
    expect(screen.getByRole("meter", { name: "The King's life points: 5 / 15" })).toBeTruthy();
  });
});

describe("dragging", () => {
  /** Drags by mouse; jsdom has neither pointer events nor layout. */
  async function drag(from: Element, to: Element) {
    document.elementFromPoint = () => to;
    const pointer = (target: Element, type: string, x: number) =>
      fireEvent(
        target,
        Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x }), {
          pointerId: 1,
          isPrimary: true,
        }),
      );
    await pointer(from, "pointerdown", 0);
    await pointer(from, "pointermove", 40);
    expect(document.querySelectorAll(".over, .dropping")).toHaveLength(1);
    await pointer(from, "pointerup", 40);
    // A browser clicks after it, without an effect.
    await fireEvent.click(from);
    expect(document.querySelectorAll(".over, .dropping")).toHaveLength(0);
  }
  const hand = () => screen.getByRole("region", { name: "Hand of Anna" });

  it("moves a piece, joins without a second press, and retreats to the hand", async () => {
    const { act } = show({ legal: ["c3>c2", "c3>b2", "retreat c3"] });
    await drag(square("c3"), square("c2"));
    await drag(square("c3"), square("b2"));
    await drag(square("c3"), hand());
    expect(act.mock.calls.map(([action]) => action as string)).toEqual([
      "c3>c2",
      "c3>b2",
      "retreat c3",
    ]);
  });

  it("places a thing of the hand, and explains an illegal target with the selection kept", async () => {
    const { act } = show({
      legal: ["put shu a2"],
      previewed: { "put shu e3": refused("K-50", "Only at home.") },
    });
    await drag(item("shu"), square("e3"));
    expect(await screen.findByText(/Only at home/)).toBeTruthy();
    expect(item("shu").getAttribute("aria-pressed")).toBe("true");
    await drag(item("shu"), square("a2"));
    expect(act).toHaveBeenCalledExactlyOnceWith("put shu a2");
  });

  it("sends an attacker home", async () => {
    const { act } = show({
      view: midgame((v) => (v.stage = { kind: "follow", seat: 0, from: "c3", king: false })),
      legal: ["back c2", "to hand"],
    });
    await drag(square("c3"), square("c2"));
    await drag(square("c3"), hand());
    expect(act.mock.calls.map(([action]) => action as string)).toEqual(["back c2", "to hand"]);
  });
});

describe("last moves", () => {
  it("are described on their squares, by name", () => {
    const moved: GameEvent = { event: "moved", seat: 1, from: "e4", to: "d4", cards: ["ko"] };
    show({ legal: [], lastEvents: [[1, moved]] });
    expect(says("e4")).toContain("Ben left it in the last move");
    expect(says("d4")).toContain("Ben's last move");
    expect(square("d4").querySelector(".trace.seat-1")).toBeTruthy();
  });
});

describe("follow-ups", () => {
  it("sends the attacker home, onto a piece of its side or to the hand", async () => {
    const { act } = show({
      view: midgame((v) => (v.stage = { kind: "follow", seat: 0, from: "c3", king: false })),
      legal: ["back c2", "join b2", "to hand"],
      previewed: { "back e3": refused("K-66", "Only home.") },
    });
    expect(lit()).toEqual(["b2", "c2"]);
    await press("e3");
    expect(await screen.findByText(/Only home/)).toBeTruthy();
    await fireEvent.click(screen.getByText("Into the hand"));
    await press("c2");
    expect(act.mock.calls.map(([action]) => action as string)).toEqual(["to hand", "back c2"]);
  });

  it("shows the piece onto which the king has moved and puts it down", async () => {
    const { act } = show({
      view: midgame(
        (v) => (v.stage = { kind: "settle", seat: 0, cards: ["shu", "ko"], points: 3 }),
      ),
      legal: ["settle c2"],
    });
    expect(screen.getByText(/Guard \+ Striker: to an empty square of your territory/)).toBeTruthy();
    await press("c2");
    expect(act).toHaveBeenCalledExactlyOnceWith("settle c2");
  });

  it("switches two pieces, or declines", async () => {
    const { act } = show({
      view: midgame((v) => (v.stage = { kind: "switch", seat: 0, place: null })),
      legal: ["switch a1 b1", "switch a1 c1", "no switch"],
    });
    expect(lit()).toEqual(["a1", "b1", "c1"]);
    await press("c1");
    expect(lit()).toEqual(["a1", "b1", "c1"]);
    await press("a1");
    await fireEvent.click(screen.getByText("Do not switch"));
    expect(act.mock.calls.map(([action]) => action as string)).toEqual([
      "switch a1 c1",
      "no switch",
    ]);
  });

  it("asks about a captured queen", async () => {
    const { act } = show({
      view: midgame((v) => (v.stage = { kind: "queen", seat: 0, item: "queen!" })),
      legal: ["return queen", "keep queen"],
    });
    await fireEvent.click(screen.getByText("Keep the Queen"));
    expect(act).toHaveBeenCalledExactlyOnceWith("keep queen");
  });
});

describe("arranging", () => {
  const FULL = view().formations[0]!.actions[0];
  /**
   * A simulated answer of the server: the arrangement is complete if it equals the first formation.
   */
  function answer(text: string): DraftResult {
    const layout = parse(text);
    const reading: Reading = {
      kind: "arrange",
      seat: 0,
      squares: [...layout].map(([at, cards]) => ({
        square: at,
        cards: [...cards],
        points: thing(cards.join("+")).points,
      })),
      left: [],
      missing: { king: 0, single: 9 - layout.size, stack2: 0, stack3: 0 },
      problems: layout.get("a1")?.[1]
        ? [{ square: "a1", why: { rule: "K-18", message: { ja: "重複", en: "A name twice." } } }]
        : [],
      warnings: [
        { square: null, why: { rule: "K-10", message: { ja: "注意", en: "It may jump." } } },
      ],
    };
    const done = text === FULL;
    return {
      reading,
      completed: FULL,
      refused: done ? null : { rule: "K-33", message: { ja: "", en: "" } },
    };
  }
  const kind = (name: string) => document.querySelector<HTMLElement>(`[data-kind="${name}"]`)!;
  const setup = (given: Given = {}) =>
    show({ view: view(), legal: [FULL], drafted: answer, ...given });
  const confirm = () => screen.getByText("Confirm") as HTMLButtonElement;

  it("lays cards one after the other and sends each draft", async () => {
    const { draft } = setup();
    expect(lit()).toEqual([]);
    await fireEvent.click(kind("shu"));
    expect(lit()).toHaveLength(10);
    await press("a1");
    await press("b2");
    await waitFor(() => expect(draft).toHaveBeenLastCalledWith("arrange a1=shu b2=shu"));
    expect(kind("shu").getAttribute("aria-label")).toBe("Guard: 4 left");
    expect(await screen.findByText("singles: 7")).toBeTruthy();
    expect(screen.getByText(/It may jump/)).toBeTruthy();
    expect(confirm().getAttribute("aria-disabled")).toBe("true");
  });

  it("marks errors on their squares", async () => {
    setup({ draft: "arrange a1=shu+shu" });
    expect(await screen.findByText(/A name twice/)).toBeTruthy();
    expect(says("a1")).toContain("A name twice.");
  });

  it("moves, removes by key and by button", async () => {
    const { draft } = setup({ draft: "arrange a1=shu b1=ko+dai" });
    await press("a1");
    await press("b1");
    await waitFor(() => expect(draft).toHaveBeenLastCalledWith("arrange b1=ko+dai+shu"));
    square("b1").focus();
    await fireEvent.keyDown(square("b1"), { key: "Delete" });
    await waitFor(() => expect(draft).toHaveBeenLastCalledWith("arrange b1=ko+dai"));
    await press("b1");
    await fireEvent.click(screen.getByText("Back to the box"));
    await waitFor(() => expect(draft).toHaveBeenLastCalledWith("arrange"));
  });

  it("lays a formation and its mirror image, fills in the rest, and confirms", async () => {
    const { act, draft } = setup();
    await fireEvent.click(screen.getByText("Vanguard"));
    await waitFor(() => expect(says("d1")).toContain("Anna's Base"));
    await fireEvent.click(button("Mirror"));
    await waitFor(() =>
      expect(draft).toHaveBeenLastCalledWith(expect.stringContaining("arrange a1=shu b1=dai")),
    );
    await fireEvent.click(screen.getByText("Fill in the rest"));
    await waitFor(() => expect(confirm().getAttribute("aria-disabled")).toBe("false"));
    await fireEvent.click(confirm());
    expect(act).toHaveBeenCalledExactlyOnceWith(FULL);
  });

  it("confirms nothing that the server has not answered", async () => {
    setup({ draft: FULL, drafted: (text) => (text === FULL ? answer(text) : null) });
    await waitFor(() => expect(confirm().getAttribute("aria-disabled")).toBe("false"));
    square("e2").focus();
    await fireEvent.keyDown(square("e2"), { key: "Delete" });
    expect(says("e2")).toContain("empty");
    expect(confirm().getAttribute("aria-disabled")).toBe("true");
  });

  it("shows the other side's draft as it grows, and the time left", () => {
    const theirs = answer("arrange c5=king")!.reading as Reading;
    setup({ others: [[1, theirs]], deadline: monotonic() + 65_000 });
    expect(says("c5")).toContain("Ben's King");
    expect(screen.getByText(/^Time left 1:0[45]$/)).toBeTruthy();
    expect(screen.getByText(/When time is up/)).toBeTruthy();
  });

  it("counts the time left by a clock that cannot be set", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    const deadline = monotonic() + 65_000;
    vi.setSystemTime(Date.now() + 3_600_000);
    setup({ deadline });
    expect(screen.getByText(/^Time left 1:0[45]$/)).toBeTruthy();
    vi.useRealTimers();
  });

  it("lays on one's own rows only, for the second seat at the bottom as well", async () => {
    const { draft } = setup({ you: 1 });
    await fireEvent.click(kind("king"));
    expect(lit()).toEqual(["a4", "a5", "b4", "b5", "c4", "c5", "d4", "d5", "e4", "e5"]);
    await press("e5");
    await waitFor(() => expect(draft).toHaveBeenLastCalledWith("arrange e5=king"));
    expect(document.querySelectorAll("[data-square]")[24]).toBe(square("a5"));
  });
});

describe("the sheet", () => {
  it("goes from square to square by arrow keys, with one tab stop", async () => {
    show({ legal: ["c3>c2"] });
    const stops = () =>
      rows(false)
        .flat()
        .filter((name) => square(name).tabIndex === 0);
    expect(stops()).toEqual(["c1"]);
    square("c1").focus();
    await fireEvent.keyDown(square("c1"), { key: "ArrowUp" });
    await fireEvent.keyDown(square("c2"), { key: "ArrowLeft" });
    expect(document.activeElement).toBe(square("b2"));
    await fireEvent.keyDown(square("b2"), { key: "End" });
    expect(stops()).toEqual(["e2"]);
    await fireEvent.keyDown(square("e2"), { key: "ArrowRight" });
    expect(document.activeElement).toBe(square("e2"));
  });

  it("describes the contents in words", () => {
    show({ legal: [] });
    expect(says("e2")).toBe("e2, Anna's Guard + Base, life 2 of 8, attack 2, your territory");
    expect(says("e5")).toBe("e5, Ben's Joker, attack 4, enemy territory");
    expect(says("c1")).toContain("Anna's King, life 8 of 15, attack ∞");
    expect(says("e3")).toBe("e3, empty, middle ground");
  });

  it("shows a check, and the loss from an attack", () => {
    show({
      view: midgame((v) => Object.assign(v.kings[1]!, { check: true, attackers: ["c3"] })),
      event: {
        event: "hit",
        seat: 0,
        from: "c3",
        to: "c4",
        cards: ["shu", "ko"],
        target: ["dai"],
        loss: 3,
        points: 3,
      },
    });
    expect(screen.getAllByText(/^Ben's King is in check from .* on c3$/).length).toBeGreaterThan(0);
    expect(screen.getByText("−3")).toBeTruthy();
  });

  it("names and marks the pieces that attack a king", () => {
    show({
      view: midgame((v) => {
        Object.assign(v.kings[0]!, { check: true, attackers: ["c2"] });
        v.squares[indexOf("c2")] = { ...v.squares[indexOf("e5")]! };
      }),
    });
    const alarm = within(screen.getByRole("region", { name: "Commands" }));
    expect(alarm.getByText(/^Your King is in check from .*Joker on c2/)).toBeTruthy();
    expect(document.querySelectorAll("[data-square=c2] .attacker")).toHaveLength(1);
  });

  it("warns the owner, and nobody else, of the pieces that would capture the king", () => {
    const threats = { check: true, attackers: ["d4", "e5"], captors: ["d4"] };
    const endangered = midgame((v) => Object.assign(v.kings[0]!, threats));
    const alarm = () => commands().textContent;
    show({ view: endangered });
    expect(alarm()).toMatch(/Your King can be captured next by .* on d4/);
    expect(alarm()).not.toContain("on e5");
    expect(document.querySelectorAll(".attacker")).toHaveLength(2);
    cleanup();
    show({ view: endangered, you: 1 });
    expect(alarm()).toMatch(/Anna's King is in check from .* on d4, .* on e5/);
  });

  it("highlights nothing while busy, and nothing for spectators", () => {
    show({ legal: ["c3>c2", "put shu a2"], busy: true });
    expect(lit()).toEqual([]);
    cleanup();
    show({ legal: [], you: null, lang: "ja" });
    expect(lit()).toEqual([]);
    expect(screen.getByRole("region", { name: "Annaの手持ち" })).toBeTruthy();
  });
});
