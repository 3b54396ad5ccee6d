// @vitest-environment jsdom
/**
 * Tests of whole tables: full tables, shared victories, decided seats, clocks, endings and long
 * lists.
 */
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import type { StoredTable, TableState } from "../../generated/session";
import type { LocalizedText, ScoreChange } from "../../generated/core";
import { language } from "../../lib/i18n/i18n.svelte";
import { sidePanel } from "../../lib/storage/sidePanel.svelte";
import { settings } from "../../lib/storage/settings.svelte";
import { GAME, manyChoices, tableOf } from "../../lib/testing/fakeGame";
import { stage, type Stage, until } from "../../lib/testing/stage";
import { episodesOf } from "../../lib/testing/fixtures";
import { beginFirstGame } from "../tutorial/firstTables";
import TablePage from "./TablePage.svelte";

afterEach(() => {
  // The rendered page is removed before the fake server.
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  settings.mute.on = false;
  settings.alerts.on = false;
});

const IDLE = { legal: [], question: null };
const OVER = { ...IDLE, awaiting: [] };
const OPEN = { name: "", bot: null, online: false, deserted: false };
/** A text that is the same in both languages. */
const alike = (words: string): LocalizedText => ({ ja: words, en: words });
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const noButton = (name: string | RegExp) =>
  expect(screen.queryByRole("button", { name })).toBeNull();
const press = async (name: string | RegExp) => fireEvent.click(button(name));
const flag = "Leave or end the game";
const choices = () => [...document.querySelectorAll<HTMLElement>(".choices button[data-action]")];
const strip = () => screen.getByRole("region", { name: "Players" });
const result = async () => (await screen.findByRole("dialog")).querySelector("h2")!.textContent;
const bar = () => screen.getByRole("region", { name: "What to do now" });

/** Opens the page of a table in this state; `before` can prepare the fake server. */
async function come(
  first: TableState,
  before: (server: Stage) => void = () => {},
  table: string = "x",
) {
  const server = stage(first);
  before(server);
  const { container } = render(TablePage, { table });
  await until(() => expect(container.querySelector("[data-version], .room")).not.toBeNull());
  return server;
}

/** Waits until all pending tasks have run: whatever is not shown then will not appear. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((next) => setTimeout(next));
}

/** Opens the dialog for leaving the game. */
async function unfold(): Promise<void> {
  await press(flag);
  await screen.findByRole("button", { name: "Leave: a bot plays on…" });
}

test("the players to decide are named, and no two alike", async () => {
  const table = tableOf(5, { awaiting: [1, 3, 4], ...IDLE });
  const bot = { name: "Short sight", bot: "greedy", online: true, deserted: false };
  table.seats[3] = table.seats[4] = bot;
  await come(table);
  await screen.findByText(
    "Waiting for Robert the Third of Ely, Short sight (Mōri Motonari), Short sight (Date Masamune).",
  );
  const seats = within(strip()).getAllByRole("listitem");
  expect(seats).toHaveLength(5);
  expect(strip().querySelectorAll(".turn:not(.off)")).toHaveLength(3);
  expect(seats[3]!.textContent).toContain("Mōri Motonari");
});

test("a seat that has decided is marked, and waits for the others", async () => {
  await come(tableOf(5, { ...IDLE, awaiting: [1, 3], decided: [0, 2, 4] }));
  await until(() =>
    expect(bar().textContent).toMatch(
      /You have decided\.\s+Waiting for Robert the Third of Ely, Mika/,
    ),
  );
  expect(strip().querySelectorAll(".decided:not(.off)")).toHaveLength(3);
  expect(strip().querySelectorAll(".turn:not(.off)")).toHaveLength(2);
});

for (const [what, you, winners, title, wins] of [
  ["a victory", 0, [0], "You win", 1],
  ["a victory shared", 0, [0, 2], "You win, together with いろは", 2],
  ["a defeat by several", 0, [1, 3], "Winners: Robert the Third of Ely, Mika", 2],
  ["others' victory", null, [3], "Mika wins", 1],
  ["no victory", 0, [], "Nobody wins", 0],
] as const)
  test(`the result says ${what}`, async () => {
    const outcome = { winners: [...winners], reason: "thirteen" };
    await come(tableOf(4, { ...OVER, you, outcome, scores: [5, 13, 7, 13] }));
    await until(async () => expect(await result()).toBe(title));
    const lines = within(screen.getByRole("list", { name: "Score" })).getAllByRole("listitem");
    expect(lines).toHaveLength(4);
    expect(lines.filter((line) => line.textContent!.includes("wins"))).toHaveLength(wins);
    // The winners come first, the others by their points.
    const losers = lines.slice(wins).map((line) => Number(line.querySelector("b")!.textContent));
    expect(losers).toEqual([...losers].sort((a, b) => b - a));
    expect(screen.getByText("Thirteen points were reached.")).toBeTruthy();
    expect(
      within(screen.getByRole("dialog")).getByRole("button", { name: "Why: rule M-1" }),
    ).toBeTruthy();
  });

test("an incomplete list says so", async () => {
  await come(tableOf(3, { legal: manyChoices(60), complete: false }));
  screen.getByText(/There are more choices than the list can show/);
  screen.getByText("60 of many");
  expect(choices()).toHaveLength(60);
});

test("an action from the list is sent once", async () => {
  const { heard } = await come(tableOf(2));
  expect(strip().querySelectorAll(".turn:not(.off)")).toHaveLength(1);
  await fireEvent.click(choices()[1]!);
  expect(heard).toMatchObject([{ type: "act", version: 1, action: "put 1 2 B2" }]);
  await until(() => expect(choices()).toHaveLength(0));
  // The user has decided, although the server has not answered yet.
  expect(strip().querySelectorAll(".turn:not(.off)")).toHaveLength(0);
});

test("the user's filter of the list stays while another seat acts", async () => {
  const legal = manyChoices(100);
  const server = await come(tableOf(3, { legal, awaiting: [0, 1] }));
  const field = screen.getByRole<HTMLInputElement>("searchbox");
  field.focus();
  await fireEvent.input(field, { target: { value: "A5" } });
  const found = choices().length;
  expect(found).toBeLessThan(60);
  const told = [{ event: {}, text: { ja: "決めた", en: "Decided." }, rule: "M-1", view: {} }];
  const steps = [{ number: 1, seat: 1, told, episodes: episodesOf(told, 1), scores: [] }];
  server.show(tableOf(3, { version: 2, legal, awaiting: [0], steps_from: 1, steps }));
  await until(() => expect(document.querySelector("[data-version='2']")).not.toBeNull());
  expect(choices()).toHaveLength(found);
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("A5");
  expect(document.activeElement).toBe(field);
});

test("the countdown is visible to all, and the last seconds are announced", async () => {
  vi.useFakeTimers();
  const clocks = [
    { seat: 0, left_ms: 65_000, running: true },
    { seat: 1, left_ms: 3_700_000, running: true },
    { seat: 2, left_ms: 600_000, running: false },
  ];
  await come(tableOf(3, { awaiting: [0, 1], clocks }));
  const timers = () => screen.getAllByRole("timer").map((timer) => timer.textContent!.trim());
  expect(timers()[0]).toMatch(/1:0\d$/);
  expect(timers()[1]).toMatch(/1:01:\d\d$/);
  expect(timers()[2]).toMatch(/10:00$/);
  expect(screen.getAllByRole("timer")[0]!.className).not.toContain("few");
  await vi.advanceTimersByTimeAsync(40_000);
  expect(timers()[0]).toMatch(/0:2\d$/);
  expect(screen.getAllByRole("timer")[0]!.className).toContain("few");
  const says = screen.getAllByRole("status").map((line) => line.textContent);
  expect(says).toContain("30 seconds left");
  await vi.advanceTimersByTimeAsync(40_000);
  expect(timers()[0]).toMatch(/0:00$/);
  expect(timers()[2]).toMatch(/10:00$/);
});

test.each([1, -1])("clocks do not follow a device that is set %d h", async (hours) => {
  vi.useFakeTimers();
  const at = (left_ms: number) =>
    tableOf(2, { awaiting: [0], clocks: [{ seat: 0, left_ms, running: true }] });
  const server = await come(at(65_000));
  const timer = () => screen.getByRole("timer").textContent!.trim();
  // A new request gets the time left at that moment.
  server.first = at(60_000);
  const says = () => screen.getAllByRole("status").map((line) => line.textContent);
  vi.setSystemTime(Date.now() + hours * 3_600_000);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(timer()).toMatch(/1:01$/);
  expect(says().join()).not.toContain("seconds left");
  await vi.advanceTimersByTimeAsync(31_000);
  expect(timer()).toMatch(/0:30$/);
  expect(says()).toContain("30 seconds left");
});

test("after sleep the table is requested again, and the clock is the server's", async () => {
  vi.useFakeTimers();
  const at = (left_ms: number) =>
    tableOf(2, { awaiting: [0], clocks: [{ seat: 0, left_ms, running: true }] });
  const server = await come(at(300_000));
  const timer = () => screen.getByRole("timer").textContent!.trim();
  expect(timer()).toMatch(/5:00$/);
  // Browsers may stop the monotonic clock while the device sleeps.
  server.first = at(12_000);
  vi.setSystemTime(Date.now() + 288_000);
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(server.opened).toBe(2);
  expect(timer()).toMatch(/0:12$/);
  // Times that passed during sleep are not announced.
  const says = screen.getAllByRole("status").map((line) => line.textContent);
  expect(says).toContain("12 seconds left");
  expect(says).not.toContain("30 seconds left");
  // A short visit to another tab keeps the connection.
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.opened).toBe(2);
});

test("a seat's timeout is announced to all, each time, and is in the log", async () => {
  const made = (number: number, seat: number) => ({
    number,
    seat,
    told: [{ event: {}, text: alike(`step ${number}`), rule: "M-1" }],
    episodes: episodesOf([{ text: alike(`step ${number}`) }]),
    scores: [],
  });
  const first = tableOf(2, { ...IDLE, awaiting: [1], version: 1 });
  const server = await come(first);
  sidePanel.show("log");
  const line = (number: number) =>
    [...document.querySelectorAll("ol > li")].find((each) =>
      each.textContent!.includes(`step ${number}`),
    )?.textContent;
  const opening = first.steps[0]!;
  const at = (version: number, steps: ReturnType<typeof made>[], expired: number[]) =>
    server.show({ ...first, version, steps: [opening, ...steps], expired });
  const heard = () =>
    within(strip())
      .getAllByRole("status")
      .map((line) => line.textContent!.trim())
      .join(" ");
  const late = () => within(strip()).queryAllByTitle("Time ran out for Robert the Third of Ely.");
  expect(heard()).not.toContain("Time ran out");
  at(2, [made(1, 1)], [1]);
  await until(() => expect(heard()).toContain("Time ran out for Robert the Third of Ely."));
  const [before] = late();
  await until(() => expect(line(1)).toContain("Time ran out: a bot played for Robert"));
  // The same text is announced again, as a new element.
  at(3, [made(1, 1), made(2, 1)], [1, 2]);
  await until(() => expect(late()[0]).not.toBe(before));
  at(4, [made(1, 1), made(2, 1), made(3, 1)], [1, 2]);
  await until(() => expect(late()).toEqual([]));
  await until(() => expect(line(3)).toBeDefined());
  expect(line(3)).not.toContain("time ran out");
});

test("a seat that was lost on time says so", async () => {
  await come(tableOf(2, { ...IDLE, awaiting: [1], lost: [1] }));
  expect(within(strip()).getByTitle("lost on time")).toBeTruthy();
});

test("resigning needs a confirmation, and the safe answer comes first", async () => {
  const server = await come(tableOf(2, { ...IDLE, awaiting: [1] }));
  const { heard } = server;
  await unfold();
  // Escape cancels, and the focus returns to the button.
  await fireEvent.keyDown(document.body, { key: "Escape" });
  noButton(/^Resign/);
  expect(document.activeElement).toBe(button(flag));
  await press(flag);
  await press("Resign…");
  const asked = within(screen.getByRole("dialog"));
  expect(asked.getAllByRole("button")[0]!.textContent).toBe("Play on");
  await fireEvent.click(asked.getByRole("button", { name: "Play on" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(heard).toEqual([]);

  await press(flag);
  await press("Resign…");
  await press("Resign");
  expect(heard).toMatchObject([{ type: "resign", version: 1 }]);
  const told = [
    {
      event: { kind: "resigned", seat: 0 },
      text: { ja: "⟦0⟧の投了", en: "⟦0⟧ ⟦resigns|resign⟧." },
      rule: "M-2",
      view: {},
    },
  ];
  server.carryOut(
    tableOf(2, {
      ...OVER,
      version: 2,
      outcome: { winners: [1], reason: "resigned" },
      steps_from: 1,
      steps: [{ number: 1, seat: 0, told, episodes: episodesOf(told, 0), scores: [] }],
    }),
  );
  await until(async () => expect(await result()).toBe("You lose"));
  screen.getByText("Somebody resigned.");
  await fireEvent.click(screen.getByRole("button", { name: "Close" }));
  sidePanel.show("log");
  const log = await screen.findByRole("region", { name: "What happened" });
  within(log).getByText("You resign.");
  noButton(flag);
});

test("a draw is offered once, waits, and may be withdrawn", async () => {
  const server = await come(tableOf(3, { can_offer: true }));
  await unfold();
  await press("Offer a draw");
  expect(server.heard.at(-1)).toMatchObject({ type: "talk", version: 1, word: "offer" });
  const offer = { matter: "draw" as const, rule: "M-1", by: 0, agreed: [0, 2] };
  server.carryOut(tableOf(3, { version: 2, offer, steps_from: 1, steps: [] }));
  await screen.findByText("You offer a draw. Waiting for Robert the Third of Ely.");
  // The offer does not interrupt the decision.
  sidePanel.show("choices");
  await until(() => expect(choices()[0]).toHaveProperty("disabled", false));
  await press("Withdraw the offer");
  expect(server.heard.at(-1)).toMatchObject({ type: "talk", version: 2, word: "withdraw" });
  server.carryOut(tableOf(3, { version: 3, steps_from: 1, steps: [] }));
  await until(() => expect(screen.queryByText(/You offer a draw/)).toBeNull());
  await unfold();
  expect(button("Offer a draw")).toHaveProperty("disabled", true);
  screen.getByText(/You may offer a draw again/);
});

test("the offering player sees that a draw was declined", async () => {
  const offer = { matter: "draw" as const, rule: "M-1", by: 0, agreed: [0] };
  const server = await come(tableOf(2, { ...IDLE, awaiting: [1], offer }));
  await screen.findByText(/You offer a draw\./);
  server.show(tableOf(2, { ...IDLE, awaiting: [1], version: 2, steps_from: 1, steps: [] }));
  await screen.findByText("Your offer of a draw was not accepted.");
  server.show(tableOf(2, { version: 3, steps_from: 1, steps: [] }));
  await until(() =>
    expect(screen.queryByText("Your offer of a draw was not accepted.")).toBeNull(),
  );
});

for (const [answer, name] of [
  ["accept", "Agree to the draw"],
  ["decline", "Decline"],
] as const)
  test(`an offered draw is answered: ${answer}`, async () => {
    const offer = { matter: "draw" as const, rule: "M-1", by: 1, agreed: [1] };
    const server = await come(tableOf(2, { offer }));
    await screen.findByText("Robert the Third of Ely offers a draw.");
    await press(name);
    expect(server.heard).toMatchObject([{ type: "talk", word: answer }]);
    const over = { ...OVER, outcome: { winners: [], reason: "agreed" } };
    const next = answer === "accept" ? over : {};
    server.carryOut(tableOf(2, { version: 2, steps_from: 1, steps: [], ...next }));
    await until(() => expect(screen.queryByText(/offers a draw/)).toBeNull());
    if (answer === "accept") await until(async () => expect(await result()).toBe("A draw"));
    else noButton(name);
  });

test("a spectator sees an offer and cannot answer it", async () => {
  const offer = { matter: "draw" as const, rule: "M-1", by: 1, agreed: [1] };
  await come(tableOf(3, { ...IDLE, you: null, yours: [], offer }));
  await screen.findByText("Robert the Third of Ely offers a draw.");
  noButton(/draw|Decline/);
  noButton(flag);
});

test("a player who has left may return, and another may end the game with the others", async () => {
  const table = tableOf(2, { ...IDLE, awaiting: [1] });
  const server = await come(table);
  await unfold();
  await press("Leave: a bot plays on…");
  await press("Leave: a bot plays on");
  expect(server.heard.at(-1)).toMatchObject({ type: "leave", gives_up: false });
  const seats = table.seats.map((seat, at) => ({ ...seat, deserted: at === 0 }));
  server.carryOut(tableOf(2, { ...IDLE, awaiting: [1], version: 2, seats }));
  await screen.findByText("You have left. A bot plays for you.");
  expect(strip().querySelectorAll(".away .word")).toHaveLength(1);
  await press("Come back");
  expect(server.heard.at(-1)).toMatchObject({ type: "return" });
  server.carryOut(tableOf(2, { ...IDLE, awaiting: [1], version: 3 }));
  await until(() => noButton("Come back"));
  await unfold();
  await press("Offer to stop (no result)");
  expect(server.heard.at(-1)).toMatchObject({ type: "talk", version: 3, word: "abandon" });
  const offer = { matter: "abandon" as const, rule: "T-17", by: 1, agreed: [1] };
  server.carryOut(tableOf(2, { ...IDLE, awaiting: [1], version: 4, offer }));
  await fireEvent.click(await screen.findByRole("button", { name: "Stop the game" }));
  expect(server.heard.at(-1)).toMatchObject({ type: "talk", version: 4, word: "accept" });
});

test("a seat is given up, and a spectator may take it", async () => {
  const server = await come(tableOf(2, { ...IDLE, awaiting: [1] }));
  await unfold();
  await press("Leave: a bot plays on…");
  await press("Give up my seat");
  expect(server.heard.at(-1)).toMatchObject({ type: "leave", gives_up: true });
  const seats = tableOf(2).seats;
  seats[0] = { name: "", bot: null, online: false, deserted: true };
  const given = { ...IDLE, awaiting: [1], you: null, yours: [], onlookers: 1, seats };
  server.carryOut(tableOf(2, { ...given, version: 2 }));
  await screen.findByText("You are watching.");
  expect(strip().querySelector(".onlookers")!.textContent).toContain("1");
  await screen.findByText(/^The seat Oda Nobunaga is free/);
  await press("Sit here");
  await until(() => expect(server.heard.at(-1)).toMatchObject({ type: "sit", seat: 0 }));
});

test("a decision is taken back, and the log with it", async () => {
  const steps = [
    {
      number: 1,
      seat: 0,
      told: [{ event: {}, text: alike("I lay it."), rule: null }],
      episodes: episodesOf([{ text: alike("I lay it.") }], 0),
      scores: [],
    },
  ];
  const laid = { ...IDLE, version: 2, awaiting: [1], can_undo: true };
  const first = tableOf(2);
  const server = await come({ ...first, ...laid, steps: [...first.steps, ...steps] });
  sidePanel.show("log");
  await screen.findByText("I lay it.");
  await press("Take back");
  expect(server.heard.at(-1)).toMatchObject({ type: "undo", version: 2 });
  server.carryOut(tableOf(2, { version: 3, steps_from: 1, steps: [] }));
  await until(() => expect(screen.queryByText("I lay it.")).toBeNull());
  sidePanel.show("choices");
  await until(() => expect(choices()).toHaveLength(3));
});

test("two users who share a device hand it over, and hidden information stays hidden until then", async () => {
  const both = { yours: [0, 1], host: true };
  const server = await come(tableOf(2, { ...both, ...IDLE, awaiting: [1] }));
  const curtain = await screen.findByRole("dialog", {
    name: "Hand the device to Robert the Third of Ely",
  });
  const board = () => document.querySelector<HTMLElement>(".table > .board")!;
  expect(board().inert).toBe(true);
  expect(choices()).toHaveLength(0);
  // For the other viewpoint, the page opens another connection.
  server.first = tableOf(2, { ...both, you: 1, awaiting: [1] });
  await fireEvent.click(within(curtain).getByRole("button", { name: /^I am Robert/ }));
  await until(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(board().inert).toBe(false);
  await until(() => expect(choices()).toHaveLength(3));
});

test("phrases are said and shown, and can be muted", async () => {
  const server = await come(tableOf(2));
  await press("Say something");
  await fireEvent.click(await screen.findByRole("button", { name: "Hello!" }));
  expect(server.heard.at(-1)).toMatchObject({ type: "phrase", phrase: "hello" });
  const said = () => [...document.querySelectorAll("p.said")].map((line) => line.textContent!);
  server.say({ type: "said", seat: 1, phrase: "hello" });
  await until(() => expect(said()).toHaveLength(1));
  expect(said()[0]).toContain("Robert the Third of Ely");
  language.set("ja");
  await until(() => expect(said()[0]).toContain("よろしくお願いします。"));
  language.set("en");
  await tick();
  await press("Say something");
  await fireEvent.click(screen.getByLabelText("Hide the phrases of others"));
  await until(() => expect(said()).toHaveLength(0));
});

test("a waiting room of five distinguishes the seats and offers the open ones", async () => {
  const waiting = { ...OVER, you: null, yours: [], started: false, steps: [], view: null };
  const table = tableOf(5, waiting);
  table.seats[1] = table.seats[4] = OPEN;
  const { heard } = await come(table);
  const sit = await screen.findAllByRole("button", { name: "Sit here" });
  expect(sit).toHaveLength(2);
  await fireEvent.click(sit[1]!);
  // The message is sent once the page has chosen its share for the deal.
  await until(() => expect(heard).toMatchObject([{ type: "sit", seat: 4 }]));
});

test("no seat is offered before it has its place", async () => {
  const waiting = { ...OVER, you: null, yours: [], started: false, steps: [], view: null };
  const table = tableOf(2, waiting);
  table.seats[1] = OPEN;
  // The game's names and marks load late, and would move everything below them.
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await come(table, (server) => {
    const page = server.answers.get(`GET /api/games/${GAME.id}`)!;
    server.answer(`GET /api/games/${GAME.id}`, async (asked) => {
      await arrived;
      return page(asked);
    });
  });
  // The code of the waiting room has loaded, but the room is not shown.
  await import("./WaitingRoom.svelte");
  await settled();
  noButton("Sit here");
  arrive();
  await screen.findByRole("button", { name: "Sit here" });
});

test("a table is cancelled after the host's confirmation", async () => {
  const waiting = { ...OVER, host: true, started: false, steps: [], view: null };
  const table = tableOf(2, waiting);
  table.seats[1] = OPEN;
  const server = await come(table);
  await fireEvent.click(await screen.findByRole("button", { name: "Cancel the table…" }));
  await press("Keep it");
  expect(server.heard).toEqual([]);
  await press("Cancel the table…");
  await press("Cancel the table");
  expect(server.heard).toMatchObject([{ type: "arrange", change: { what: "cancel" } }]);
  server.carryOut({ ...table, version: 2, cancelled: true });
  await screen.findByRole("heading", { name: "This table was cancelled" });
});

test("the host of a table arranges it, and a guest reads the settings", async () => {
  const waiting = { ...OVER, host: true, started: false, steps: [], view: null };
  const table = tableOf(3, waiting);
  table.seats[2] = OPEN;
  const { terms } = table;
  const server = await come(table);
  const carriedOut = () => {
    server.say({ type: "done", id: server.heard.at(-1)!.id });
    return tick();
  };
  await fireEvent.click(await screen.findByRole("button", { name: "Add a seat" }));
  expect(server.heard.at(-1)).toMatchObject({ type: "arrange", change: { what: "add_seat" } });
  await carriedOut();
  const [taken, open] = screen.getAllByRole("combobox", { name: /^Who sits at / });
  // The host may remove a player, and may give an open seat to a bot or remove it.
  await fireEvent.change(taken!, { target: { value: "open" } });
  expect(server.heard.at(-1)).toMatchObject({ change: { what: "seat", seat: 1, bot: null } });
  await carriedOut();
  await fireEvent.change(open!, { target: { value: "novice" } });
  expect(server.heard.at(-1)).toMatchObject({ change: { what: "seat", seat: 2, bot: "novice" } });
  await carriedOut();
  await fireEvent.change(open!, { target: { value: "remove" } });
  expect(server.heard.at(-1)).toMatchObject({ change: { what: "remove_seat", seat: 2 } });
  await carriedOut();
  await fireEvent.click(screen.getByText("5 minutes for each decision"));
  const time = { kind: "decision", seconds: 300 } as const;
  expect(server.heard.at(-1)).toMatchObject({ change: { what: "terms", terms: { time } } });
  await carriedOut();
  await press("Stand up");
  expect(server.heard.at(-1)).toMatchObject({ type: "stand" });
  await carriedOut();

  const agreed = { ...terms, time, late: "lost" as const };
  server.show({ ...table, version: 2, host: false, you: 1, yours: [1], terms: agreed });
  await until(() => expect(screen.queryByRole("combobox")).toBeNull());
  const read = screen.getByRole("region", { name: "Time and guests" }).textContent;
  expect(read).toContain("5 minutes for each decision");
  expect(read).toContain("the seat is lost");
  // A guest may take another open seat.
  await press("Move here");
  await until(() => expect(server.heard.at(-1)).toMatchObject({ type: "sit", seat: 2 }));
});

test("a table that does not exist says so", async () => {
  const server = stage(tableOf(2));
  server.shut = true;
  render(TablePage, { table: "nothing" });
  await screen.findByRole("heading", { name: "This table does not exist" });
});

test("a table with unsupported rules can be read", async () => {
  const kept = {
    table: "x",
    game: GAME.id,
    rules_version: 1,
    playable: false,
    advice: { ja: "別の版で。", en: "Open it with Zashiki 0.1.0 to play on." },
    options: {},
    from_position: false,
    names: ["Iris", "Mika"].map(alike),
    you: 0,
    started: true,
    cancelled: false,
    awaiting: [],
    outcome: { winners: [0], reason: "thirteen", text: null, rule: "M-1" },
    scores: [13, 4],
    log: [{ number: 0, seat: null, words: [{ text: alike("It begins."), rule: "M-1" }] }],
    created: 0,
    changed: 0,
  } satisfies StoredTable;
  const server = stage(tableOf(2));
  // A table that cannot be continued has no live connection.
  server.shut = true;
  server.answer("GET /api/tables/x", () => kept);
  render(TablePage, { table: "x" });
  await screen.findByText("Open it with Zashiki 0.1.0 to play on.");
  screen.getByRole("heading", { name: "You win" });
  screen.getByText("It begins.");
});

test("hints are offered beside the prompt where the table allows them, and nowhere else", async () => {
  const { terms } = tableOf(2);
  const hint = () =>
    within(bar()).queryByRole<HTMLButtonElement>("button", { name: "Ask for a hint" });
  const advised = { version: 1, advice: { choices: [], concealed: false }, refused: null };
  const asked = { count: 0 };
  const server = await come(tableOf(2, { terms: { ...terms, advice: true } }), (server) =>
    server.answer("GET /api/tables/x/advice", () => {
      asked.count += 1;
      return advised;
    }),
  );
  sidePanel.tab = "log";
  await fireEvent.click(hint()!);
  // The panel shows the answer without another press.
  await screen.findByText("There is no hint for this.");
  expect(sidePanel.tab).toBe("choices");
  expect(asked.count).toBe(1);
  // While others decide, the button keeps its place.
  server.show(
    tableOf(2, { ...IDLE, version: 2, awaiting: [1], terms: { ...terms, advice: true } }),
  );
  await until(() => expect(hint()!.disabled).toBe(true));
  cleanup();
  await come(tableOf(2));
  await until(() => expect(choices()).toHaveLength(3));
  await settled();
  noButton("Ask for a hint");
});

test("a hint that a shortened list leaves out can be taken too", async () => {
  const { terms } = tableOf(2);
  const label = alike("Lay all three");
  const choice = {
    action: "lay 1 2 3",
    label,
    chances: [0.5, 0.5],
    why: alike("Good."),
    plan: [],
    equal: [],
  };
  const advice = { choices: [choice], concealed: false };
  const table = tableOf(2, { complete: false, terms: { ...terms, advice: true } });
  const { heard } = await come(table, (server) =>
    server.answer("GET /api/tables/x/advice", () => ({ version: 1, advice, refused: null })),
  );
  await fireEvent.click(within(bar()).getByRole("button", { name: "Ask for a hint" }));
  await fireEvent.click(await screen.findByRole("button", { name: /^Lay all three/ }));
  await until(() => expect(bar().textContent).toContain("Do this? Lay all three"));
  await press("Do it");
  expect(heard).toMatchObject([{ type: "act", version: 1, action: "lay 1 2 3" }]);
});

test("phrases are offered where a person may read them", async () => {
  const table = tableOf(2);
  await come(table);
  button("Say something");
  cleanup();
  table.seats[1] = { name: "Fox", bot: "novice", online: true, deserted: false };
  await come(table);
  noButton("Say something");
  cleanup();
  // A bot plays for a person who has left and may come back.
  table.seats[1] = { ...table.seats[1], deserted: true };
  await come(table);
  button("Say something");
});

test("a user of another tab is notified of their decision, once", async () => {
  const shown: unknown[] = [];
  class Notified {
    static permission = "granted";
    static requestPermission = () => Promise.resolve("granted");
    constructor(title: string, { body }: NotificationOptions) {
      shown.push({ title, body });
    }
  }
  vi.stubGlobal("Notification", Notified);
  let sight: DocumentVisibilityState = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => sight);
  settings.alerts.on = true;
  const server = await come(tableOf(2));
  await until(() => expect(document.title).toContain("Your turn"));
  expect(shown).toEqual([]);
  sight = "hidden";
  const told = [{ event: {}, text: alike("Mika lays one."), rule: null, view: {} }];
  const steps = [
    { number: 1, seat: 0, told, episodes: episodesOf(told, 0), scores: [] },
    { number: 2, seat: 1, told, episodes: episodesOf(told, 1), scores: [] },
  ];
  server.show(tableOf(2, { version: 3, steps_from: 1, steps }));
  await until(() => expect(shown).toHaveLength(1));
  expect(shown).toEqual([{ title: "A Game for Trying", body: "Put one tile." }]);
  server.show(tableOf(2, { version: 3, steps_from: 3, steps: [], onlookers: 1 }));
  await until(() => expect(strip().querySelector(".onlookers")).not.toBeNull());
  expect(shown).toHaveLength(1);
});

test("a game offers its introduction at the user's first table, once, and covers nothing by itself", async () => {
  await come(tableOf(2), () => localStorage.removeItem("zashiki.met"));
  const offer = await screen.findByRole("complementary", { name: /^New to/ });
  expect(screen.queryByRole("dialog")).toBeNull();
  await fireEvent.click(within(offer).getByRole("button", { name: "In one minute" }));
  const dialog = await screen.findByRole("dialog", { name: /^New to/ });
  // jsdom does not submit forms with the method `dialog`.
  dialog.dispatchEvent(new Event("close"));
  expect(localStorage.getItem("zashiki.met")).toBe(GAME.id);
  cleanup();
  await come(tableOf(2));
  await until(() => expect(choices()).toHaveLength(3));
  expect(screen.queryByRole("complementary", { name: /^New to/ })).toBeNull();
});

test("a table that began from a position offers no introduction", async () => {
  await come({ ...tableOf(2), from_position: true }, () => localStorage.removeItem("zashiki.met"));
  await until(() => expect(choices()).toHaveLength(3));
  expect(screen.queryByRole("complementary", { name: /^New to/ })).toBeNull();
  localStorage.setItem("zashiki.met", GAME.id);
});

/** A step of the first seat with one sentence, and what it won and lost. */
const sentence = (number: number, en: string, scores: number[], changes: ScoreChange[]) => {
  const told = [{ event: {}, text: alike(`event ${number}`), rule: "M-1", view: {} }];
  const episodes = [{ events: 1, seat: 0, text: alike(en), changes }];
  return { number, seat: 0, told, episodes, scores };
};
const won = (seat: number, amount: number, cause: string) => ({ seat, amount, cause });
const STORY = [
  sentence(1, "Robert lays a tile.", [0, 4], [won(1, 4, "laid")]),
  sentence(2, "You lay three tiles.", [6, 4], [won(0, 6, "laid")]),
  sentence(3, "Fire takes a tile of yours.", [5, 4], [won(0, -1, "fire")]),
];
const played = (given: Partial<TableState> = {}) => {
  const { steps } = tableOf(2);
  return tableOf(2, { scores: [5, 4], steps: [...steps, ...STORY], ...given });
};

test("the result says who won, why, and where the points came from, with the rematch first", async () => {
  const outcome = { winners: [0], reason: "thirteen" };
  await come(played({ ...OVER, outcome }));
  await until(async () => expect(await result()).toBe("You win 5–4"));
  const dialog = within(screen.getByRole("dialog"));
  dialog.getByText("Fire takes a tile of yours.");
  const row = dialog.getByText("you").closest("li")!;
  expect(row.querySelector(".rows")!.textContent.trim()).toBe("+6 tiles laid, −1 lost to fire");
  // The turning point has one sentence.
  const turn = dialog.getByText("Turning point (step 2):").parentElement!;
  expect(turn.textContent).toContain("You lay three tiles.");
  expect(turn.textContent).not.toContain("Fire");
  expect(dialog.getAllByRole("button")[0]!.textContent).toBe("Rematch");
  await fireEvent.click(dialog.getByRole("button", { name: "Close" }));
  await until(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a game that turned with its last sentence has this sentence once in its result", async () => {
  const steps = [...tableOf(2).steps, ...STORY.slice(0, 2)];
  const outcome = { winners: [0], reason: "thirteen" };
  await come(played({ ...OVER, outcome, scores: [6, 4], steps }));
  await until(async () => expect(await result()).toBe("You win 6–4"));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getAllByText(/You lay three tiles\./)).toHaveLength(1);
  expect(dialog.queryByText(/^Turning point/)).toBeNull();
});

test("the end of a game is told by its sentences first, and then by the coach", async () => {
  beginFirstGame("x");
  const server = await come(tableOf(2));
  settings.speed = "slow";
  await until(() =>
    expect(screen.getByRole("region", { name: "Tips for your first game" })).toBeTruthy(),
  );
  const outcome = { winners: [0], reason: "thirteen" };
  server.show(tableOf(2, { ...OVER, version: 2, steps_from: 1, steps: STORY, outcome }));
  await until(() => expect(document.body.textContent).toContain("Robert lays a tile."));
  await settled();
  expect(screen.queryByText(/That was your first game/)).toBeNull();
  await press(/^Skip/);
  await screen.findByText(/That was your first game/);
  settings.speed = "off";
});

test("a press on a score shows where its points come from", async () => {
  await come(played());
  await fireEvent.click(within(strip()).getByRole("button", { name: /5/ }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText("+6 tiles laid");
  dialog.getByText("−1 lost to fire");
});

test("the log has one line for each sentence, which unfolds to its events and their rules", async () => {
  await come(played());
  sidePanel.show("log");
  const line = await screen.findByText("Fire takes a tile of yours.");
  expect(line.textContent).toContain("You −1");
  expect(screen.queryByText("event 3")).toBeNull();
  const details = line.closest("details")!;
  details.open = true;
  await fireEvent(details, new Event("toggle"));
  await screen.findByText("event 3");
  within(details).getByRole("button", { name: "M-1" });
});

test("the log begins with the people by seat", async () => {
  await come(played());
  sidePanel.show("log");
  await screen.findByText("Fire takes a tile of yours.");
  expect(screen.getAllByText(/^Seats: /)).toHaveLength(1);
});

test("a rematch says once which seat the user has now", async () => {
  const outcome = { winners: [0], reason: "thirteen" };
  const rematch = { table: "y", coming: [0], declined: [] };
  await come(played({ ...OVER, outcome, rematch }));
  await until(async () => expect(await result()).toBe("You win 5–4"));
  const line = "You are Takeda Shingen now; you were Oda Nobunaga.";
  cleanup();
  const arrive = () => come(tableOf(2, { table: "y", you: 1 }), undefined, "y");
  await arrive();
  await screen.findByText(line);
  cleanup();
  await arrive();
  await until(() => expect(choices()).toHaveLength(3));
  await settled();
  expect(screen.queryByText(line)).toBeNull();
});
