// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Notice } from "../generated/server";
import { monotonic } from "../lib/clock";
import { language } from "../lib/i18n/i18n.svelte";
import { Notices } from "../lib/api/notices.svelte";
import { tableOf, text } from "../lib/testing/fakeGame";
import { stage, type Stage } from "../lib/testing/stage";
import NoticeBanner from "./NoticeBanner.svelte";

const HOUR = 3_600_000;
const SERVER = Date.UTC(2026, 10, 27, 9);
const QUIET: Notice = {
  id: "",
  text: null,
  closes_at: null,
  now: SERVER,
  mode: "open",
  may_open: true,
};
const NEWS = text("今夜は大会です。", "There is a tournament tonight.");

let server: Stage;
let notices: Notices;
let end: () => void;
const bar = () => screen.queryByRole("region", { name: "Notice of this server" });
const asked = () => server.asked.filter(({ path }) => path === "/api/notice").length;
/** Makes the server answer with this notice, and shows the banner. */
async function come(notice: Notice) {
  server.answer("GET /api/notice", () => notice);
  notices = new Notices();
  end = notices.watch();
  render(NoticeBanner, { from: notices });
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers({ now: SERVER });
  server = stage(tableOf(2));
  localStorage.removeItem("zashiki.notice");
});
afterEach(() => {
  end();
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.removeItem("zashiki.notice");
});

test("an announcement is shown in the page's language until it is withdrawn", async () => {
  await come({ ...QUIET, id: "1", text: NEWS });
  expect(bar()!.textContent).toContain(NEWS.en);
  language.set("ja");
  await tick();
  expect(screen.getByRole("region", { name: "サーバーからのお知らせ" }).textContent).toContain(
    NEWS.ja,
  );
  language.set("en");
  server.answer("GET /api/notice", () => QUIET);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bar()).toBeNull();
});

test("without a notice there is no banner, and no server is needed", async () => {
  await come(QUIET);
  expect(bar()).toBeNull();
  server.answers.delete("GET /api/notice");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bar()).toBeNull();
});

test("the last notice stays while the server does not answer", async () => {
  await come({ ...QUIET, id: "1", text: NEWS });
  server.answers.delete("GET /api/notice");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bar()!.textContent).toContain(NEWS.en);
});

test("a dismissed notice stays hidden, after a reload too, until there is another", async () => {
  await come({ ...QUIET, id: "1", text: NEWS });
  await fireEvent.click(screen.getByRole("button", { name: "Hide this notice" }));
  expect(bar()).toBeNull();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(bar()).toBeNull();
  end();
  cleanup();
  await come({ ...QUIET, id: "1", text: NEWS });
  expect(bar()).toBeNull();
  server.answer("GET /api/notice", () => ({ ...QUIET, id: "2", text: text("次", "Next") }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bar()!.textContent).toContain("Next");
});

test.each([1, 0, -1])(
  "the time until the shutdown is the page's own, on a device %d h off",
  async (off) => {
    vi.setSystemTime(SERVER + off * HOUR);
    const since = monotonic();
    const closing: Notice = { ...QUIET, id: "1", closes_at: SERVER + 600_000 };
    await come(closing);
    server.answer("GET /api/notice", () => ({ ...closing, now: SERVER + monotonic() - since }));
    const left = () => screen.getByRole("timer").textContent!.match(/[\d:]+$/)![0];
    expect(left()).toBe("10:00");
    expect(bar()!.textContent).toContain("closes at");
    vi.setSystemTime(Date.now() - off * HOUR);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(left()).toBe("9:00");
  },
);

test("a dismissed notice is shown again shortly before the shutdown", async () => {
  const closing: Notice = { ...QUIET, id: "1", closes_at: SERVER + 600_000 };
  await come(closing);
  server.answer("GET /api/notice", () => ({ ...closing, now: Date.now() }));
  const dismiss = () => fireEvent.click(screen.getByRole("button", { name: "Hide this notice" }));
  await dismiss();
  await vi.advanceTimersByTimeAsync(290_000);
  expect(bar()).toBeNull();
  await vi.advanceTimersByTimeAsync(15_000);
  expect(bar()).not.toBeNull();
  await dismiss();
  await vi.advanceTimersByTimeAsync(280_000);
  expect(bar()).toBeNull();
});

test("the banner says if new tables cannot be opened, or only by invited users", async () => {
  await come({ ...QUIET, mode: "read_only", may_open: false });
  expect(bar()!.textContent).toContain("No new game can begin");
  server.answer("GET /api/notice", () => ({ ...QUIET, mode: "invited", may_open: false }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bar()!.textContent).toContain("Only invited people");
  server.answer("GET /api/notice", () => ({ ...QUIET, mode: "invited" }));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bar()).toBeNull();
});

test("an invitation is accepted, or the reason against it is shown", async () => {
  await come({ ...QUIET, mode: "invited", may_open: false });
  server.answer("POST /api/invite", () =>
    Response.json({ message: text("使えません。", "It is used up.") }, { status: 404 }),
  );
  await notices.accept("old");
  await tick();
  expect(bar()!.textContent).toContain("It is used up.");
  server.answer("POST /api/invite", () => ({ ...QUIET, mode: "invited" }));
  await notices.accept("CODE");
  await tick();
  expect(server.asked.at(-1)).toMatchObject({ method: "POST", body: { code: "CODE" } });
  expect(bar()!.textContent).toContain("Your invitation is valid");
  await fireEvent.click(screen.getByRole("button", { name: "Hide this notice" }));
  expect(bar()).toBeNull();
});

test("a hidden page sends no requests, and one at once when it is visible again", async () => {
  await come(QUIET);
  expect(asked()).toBe(1);
  const sight = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked()).toBe(1);
  sight.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  expect(asked()).toBe(2);
  end();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked()).toBe(2);
});
