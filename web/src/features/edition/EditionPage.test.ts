// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ComponentsReport } from "../../generated/core";
import { readEdition } from "../../lib/storage/editions";
import { GAME, tableOf, text } from "../../lib/testing/fakeGame";
import { stage, until, type Stage } from "../../lib/testing/stage";
import { same, type Content } from "./content";
import EditionPage from "./EditionPage.svelte";
import { editionLink } from "./editionLink";
import { FORM } from "../../lib/testing/editionForm";

let server: Stage;

/** The engine's check in small: the size of the board is limited, and everything else is a difference. */
function check({ components }: { components: unknown }): ComponentsReport | Response {
  if (components === "broken")
    return Response.json(
      { rule: null, message: text("読めません。", "It is not TOML.") },
      { status: 400 },
    );
  const content = (typeof components === "string" ? JSON.parse(components) : components) as Record<
    string,
    unknown
  >;
  const size = (content.board as Content).size;
  const wrong = typeof size !== "number" || size < 3 || size > 9;
  const differs = !same(content, FORM.built_in);
  return {
    content,
    faults: wrong ? [{ path: "board.size", message: text("3から9まで", "3 to 9 is needed") }] : [],
    differences:
      differs && !wrong ? [{ path: "board", text: text("盤が違う", "The board differs") }] : [],
    fingerprint: wrong ? null : "0123abcd",
    text: wrong ? null : JSON.stringify(content),
  };
}

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, "", "/edition/made-up");
  server = stage(tableOf(2));
  server.answer(`GET /api/games/${GAME.id}/components`, () => FORM);
  server.answer("POST /api/components", ({ body }) => check(body as { components: unknown }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open() {
  render(EditionPage, { game: GAME.id });
  await screen.findByRole("heading", { name: "Board" });
}
const board = () => within(screen.getByRole("region", { name: "Board" }));
const size = () => board().getByLabelText<HTMLInputElement>("The size");
const set = (value: string) => fireEvent.input(size(), { target: { value } });
const stored = () => readEdition(GAME.id);

test("the form has an input for every field, and an entry for every card", async () => {
  await open();
  expect(size().value).toBe("5");
  expect(board().getByLabelText<HTMLInputElement>("English").value).toBe("board");
  const cards = within(screen.getByRole("region", { name: "Cards" }));
  expect(cards.getByText("There is one sun.")).toBeTruthy();
  expect(cards.getByText("Card: SUN")).toBeTruthy();
  const moon = cards.getByText("Card: MOON").closest("details")!;
  moon.open = true;
  await fireEvent(moon, new Event("toggle"));
  const inside = within(moon);
  expect(inside.queryByLabelText("The power")).toBeNull();
  await fireEvent.change(inside.getByLabelText("The kind"), { target: { value: "strong" } });
  expect(inside.getByLabelText<HTMLInputElement>("The power").value).toBe("1");
  expect(inside.getByLabelText<HTMLSelectElement>("The source").value).toBe("box");
  await fireEvent.click(inside.getByRole("button", { name: "F" }));
  expect(inside.getByRole("button", { name: "F" }).getAttribute("aria-pressed")).toBe("true");
});

test("a fault is shown at its field, and what tables use stays the last edition without faults", async () => {
  await open();
  await set("7");
  await until(() => expect(stored()).toMatchObject({ fingerprint: "0123abcd", differences: 1 }));
  const usable = stored()!.text;
  await set("12");
  await until(() => expect(board().getByText("3 to 9 is needed")).toBeTruthy());
  expect(size().getAttribute("aria-invalid")).toBe("true");
  expect(size().getAttribute("aria-describedby")).toContain("fault");
  expect(screen.getByRole("status").textContent).toContain("1 entry needs correction");
  expect(stored()).toMatchObject({ text: usable, content: { board: { size: 12 } } });
  const save = screen.getByRole<HTMLButtonElement>("button", { name: "Save as a file" });
  expect(save.disabled).toBe(true);
});

test("edits are undone and redone, those of one field together", async () => {
  await open();
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  await set("6");
  await set("7");
  await press("Undo");
  expect(size().value).toBe("5");
  await until(() => expect(stored()).toBeNull());
  await press("Redo");
  expect(size().value).toBe("7");
  await press("Reset");
  expect(size().value).toBe("5");
  await press("Undo");
  expect(size().value).toBe("7");
  await until(() => expect(stored()?.text).toContain('"size":7'));
});

test("an edition from a link is shown, and kept only if the user wants it", async () => {
  const theirs = {
    ...FORM.built_in,
    board: { size: 8, label: text("盤", "board"), source: "box" },
  };
  const link = await editionLink(GAME.id, JSON.stringify(theirs));
  history.replaceState(null, "", new URL(link!).pathname + new URL(link!).hash);
  await open();
  const offer = within(
    await screen.findByRole("region", { name: "This link contains an edition." }),
  );
  expect(offer.getByText("The board differs")).toBeTruthy();
  expect(size().value).toBe("5");
  expect(location.hash).toBe("");
  await fireEvent.click(offer.getByRole("button", { name: "Keep it" }));
  expect(size().value).toBe("8");
  await until(() => expect(stored()).toMatchObject({ content: theirs, differences: 1 }));
});

test("a damaged link and a file that is none say so and change nothing", async () => {
  history.replaceState(null, "", "/edition/made-up#damaged");
  await open();
  expect((await screen.findByRole("alert")).textContent).toContain("damaged");
  const input = screen.getByLabelText<HTMLInputElement>("Open a file", { selector: "input" });
  const file = { name: "box.toml", size: 6, text: () => Promise.resolve("broken") };
  await fireEvent.change(input, { target: { files: [file] } });
  await until(() => expect(screen.getByRole("alert").textContent).toContain("It is not TOML."));
  expect(stored()).toBeNull();
});
