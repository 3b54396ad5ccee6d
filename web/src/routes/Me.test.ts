// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import { settings } from "../lib/settings.svelte";
import { tableOf } from "../lib/testing/made-up";
import { stage } from "../lib/testing/stage";
import Me from "./Me.svelte";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  settings.name = "";
});

test("what is typed while the finished games are fetched stays", async () => {
  const server = stage(tableOf(2));
  settings.name = "Ayame";
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  server.answer("GET /api/tables", async () => {
    await answered;
    return { tables: [] };
  });
  render(Me);
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Your name" });
  expect(field.value).toBe("Ayame");
  await fireEvent.input(field, { target: { value: "Kaede" } });
  answer();
  await new Promise((next) => setTimeout(next));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Kaede");
  expect(field.value).toBe("Kaede");
});
