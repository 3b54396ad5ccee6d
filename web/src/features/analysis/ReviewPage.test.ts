// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { GAME, tableOf, text } from "../../lib/testing/fakeGame";
import { stage } from "../../lib/testing/stage";
import ReviewPage from "./ReviewPage.svelte";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a running game has no review, and the reason is shown", async () => {
  const server = stage(tableOf(2));
  server.answer("GET /api/tables/x", () => ({ game: GAME.id, names: [], you: 0 }));
  const message = text("まだ終わっていません。", "This game is not over yet.");
  server.answer("GET /api/tables/x/review", () =>
    Response.json({ rule: null, message }, { status: 409 }),
  );
  render(ReviewPage, { table: "x" });
  await screen.findByText("This game is not over yet.");
  expect(screen.queryByRole("progressbar")).toBeNull();
});
