// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { settings } from "../../lib/storage/settings.svelte";
import { GAME, tableOf, text } from "../../lib/testing/fakeGame";
import { stage, until } from "../../lib/testing/stage";
import ProfilePage from "./ProfilePage.svelte";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  settings.name = "";
});

test("text typed while the finished games are loading stays", async () => {
  const server = stage(tableOf(2));
  settings.name = "Ayame";
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  server.answer("GET /api/tables", async () => {
    await answered;
    return { tables: [] };
  });
  render(ProfilePage);
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Your name" });
  expect(field.value).toBe("Ayame");
  await fireEvent.input(field, { target: { value: "Kaede" } });
  answer();
  await new Promise((next) => setTimeout(next));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Kaede");
  expect(field.value).toBe("Kaede");
});

const DAY = 86_400_000;
const ME = { code: null, devices: [], passkeys: [], played: [] };
const PROFILE = { name: "Ayame", crest: null, colour: null, rated: true };
const RATING = { game: GAME.id, seats: 2, points: 1_530, margin: 60, plays: 3, provisional: false };
const STEPS = [1_480, 1_560, 1_530].map((points, number) => ({
  at: Date.UTC(2026, 10, 20, 12) + number * DAY,
  points,
  margin: 90 - number * 15,
  provisional: number === 0,
  table: `t${number}`,
}));

/** Opens the page with one rating, whose history has these steps, and shows the history. */
async function history(steps: typeof STEPS) {
  const server = stage(tableOf(2));
  server.answer("GET /api/me", () => ({ ...ME, profile: PROFILE, ratings: [RATING] }));
  server.answer("GET /api/ratings/history", () => ({ steps }));
  render(ProfilePage);
  const section = within(await screen.findByRole("region", { name: "Your ratings" }));
  const asked = () => server.asked.filter(({ path }) => path === "/api/ratings/history");
  expect(asked()).toEqual([]);
  const fold = section.getByText(/Rating history/).closest("details")!;
  fold.open = true;
  await fireEvent(fold, new Event("toggle"));
  await until(() => expect(fold.textContent).not.toContain("One moment"));
  expect(asked()).toHaveLength(1);
  return section;
}

test("a rating shows its history, as a graph and as a table", async () => {
  const section = await history(STEPS);
  const graph = section.getByRole("img");
  expect(graph.getAttribute("aria-label")).toBe(
    "A Game for Trying, 2 players: 3 results, from 1480 on Nov 20, 2026 to 1530 now. Highest 1560, lowest 1480.",
  );
  const levels = [...graph.querySelectorAll("text.scale")].map((each) => each.textContent);
  expect(levels).toEqual(["1300", "1400", "1500", "1600", "1700"]);
  const cells = (row: HTMLElement) =>
    [...row.children].map((cell) => cell.textContent!.replace(/\s+/g, " ").trim()).join(" | ");
  const rows = section.getAllByRole("row").slice(1);
  expect(rows.map(cells)).toEqual([
    "Nov 22, 2026 | 1530 ± 60",
    "Nov 21, 2026 | 1560 ± 75",
    "Nov 20, 2026 | 1480 ± 90 provisional",
  ]);
  expect(within(rows[0]!).getByRole("link").getAttribute("href")).toBe("/t/t2");
});

test("one result makes no graph, and none is reported", async () => {
  const one = await history(STEPS.slice(0, 1));
  expect(one.queryByRole("img")).toBeNull();
  expect(one.getAllByRole("row")).toHaveLength(2);
  cleanup();
  const none = await history([]);
  expect(none.queryByRole("table")).toBeNull();
  expect(none.getByText(/No results since/)).toBeTruthy();
});

test("a user downloads their data as a file, or sees the reason against it", async () => {
  const server = stage(tableOf(2));
  const saved: { name: string; text: Promise<string> }[] = [];
  const blobs = new Map<string, Blob>();
  vi.stubGlobal(
    "URL",
    Object.assign(class extends URL {}, {
      createObjectURL: (blob: Blob) => {
        blobs.set("blob:1", blob);
        return "blob:1";
      },
      revokeObjectURL: () => {},
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push({ name: this.download, text: blobs.get(this.href)!.text() });
  });
  server.answer("GET /api/me/export", () =>
    Response.json({ message: text("あとで。", "Too often: try later.") }, { status: 429 }),
  );
  render(ProfilePage);
  const press = async () =>
    fireEvent.click(await screen.findByRole("button", { name: "Download my data" }));
  await press();
  await until(() => expect(screen.getByRole("alert").textContent).toBe("Too often: try later."));
  expect(saved).toEqual([]);
  server.answer("GET /api/me/export", () => ({ profile: PROFILE }));
  await press();
  await until(() => expect(saved).toHaveLength(1));
  expect(saved[0]!.name).toBe("zashiki-export.json");
  expect(JSON.parse(await saved[0]!.text)).toEqual({ profile: PROFILE });
  expect(screen.queryByRole("alert")).toBeNull();
});
