// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { language } from "../i18n/i18n.svelte";
import { tableOf } from "../testing/fakeGame";
import { stage, type Stage, until } from "../testing/stage";
import NameInput from "./NameInput.svelte";

let server: Stage;
beforeEach(() => {
  server = stage(tableOf(2));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Your name" });
const type = (value: string) => fireEvent.input(field(), { target: { value } });
const says = () => screen.getByRole("status").textContent!.trim();

test("the cut part of a name is shown while it is typed, and can still be edited", async () => {
  render(NameInput, { label: "Your name", value: "" });
  await type("a".repeat(23) + "🇯🇵");
  await until(() => expect(server.asked).toHaveLength(1));
  expect(says()).toBe("");
  await type("a".repeat(23) + "🇯🇵bc");
  await until(() => expect(says()).toContain("Only the first 24 letters are kept:"));
  expect(document.querySelector("bdi")!.textContent).toBe("a".repeat(23) + "🇯🇵");
  expect(document.querySelector("s")!.textContent).toBe("bc");
  expect(field().getAttribute("aria-describedby")).toContain(screen.getByRole("status").id);
  // Letters beyond the limit stay in the field while the user types.
  expect(field().value).toBe("a".repeat(23) + "🇯🇵bc");
  language.set("ja");
  await until(() => expect(says()).toContain("残るのは最初の24文字です"));
  await type("abc");
  expect(says()).toBe("");
});

test("the server sets the limit, and without it nothing is claimed", async () => {
  const shelf = await server.answers.get("GET /api/games")!({ method: "", path: "", body: null });
  server.answer("GET /api/games", () => ({ ...(shelf as object), name_length: 3 }));
  render(NameInput, { label: "Your name", value: "abcd" });
  await until(() => expect(says()).toContain("first 3 letters"));
  cleanup();
  server = stage(tableOf(2));
  server.answers.delete("GET /api/games");
  render(NameInput, { label: "Your name", value: "a".repeat(60) });
  await until(() => expect(server.asked).toHaveLength(1));
  expect(says()).toBe("");
});
