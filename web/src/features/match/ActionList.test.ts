// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { language } from "../../lib/i18n/i18n.svelte";
import { manyChoices } from "../../lib/testing/fakeGame";
import ActionList from "./ActionList.svelte";

const legal = ["a", "b", "c"].map((action) => ({
  action,
  label: { ja: `${action}をする`, en: `Do ${action}` },
}));

test("a number selects from anywhere, Enter's click takes the action, and the focus stays in the list", async () => {
  const act = vi.fn();
  const { rerender } = render(ActionList, { legal, act, over: false });
  await fireEvent.keyDown(document.body, { key: "2" });
  const second = screen.getByRole("button", { name: /b/ });
  await waitFor(() => expect(document.activeElement).toBe(second));
  // Browsers turn Enter on a button into a click without a pointer.
  await fireEvent.click(second, { detail: 0 });
  expect(act).toHaveBeenCalledWith("b");
  await rerender({ legal: [] });
  await rerender({ legal: legal.slice(1) });
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole("button")[0]));
});

test("keys in a field stay in the field", async () => {
  const field = document.body.appendChild(document.createElement("input"));
  render(ActionList, { legal, act: () => {}, over: false });
  field.focus();
  await fireEvent.keyDown(field, { key: "2" });
  expect(document.activeElement).toBe(field);
  field.remove();
});

test("the labels follow the language at once", async () => {
  language.set("ja");
  render(ActionList, { legal, act: () => {}, over: false });
  expect(screen.getByText("aをする")).toBeTruthy();
  language.set("en");
  await waitFor(() => expect(screen.getByText("Do a")).toBeTruthy());
});

test("a thousand actions are shown in parts, filtered by words, and chosen by keyboard", async () => {
  language.set("en");
  const act = vi.fn();
  const many = manyChoices(960);
  const { container } = render(ActionList, { legal: many, act, over: false });
  const shown = () => [...container.querySelectorAll<HTMLElement>("button[data-action]")];
  expect(shown()).toHaveLength(60);
  await fireEvent.click(screen.getByRole("button", { name: "Show 60 more" }));
  expect(shown()).toHaveLength(120);
  await waitFor(() => expect(document.activeElement).toBe(shown()[60]));

  const field = screen.getByRole("searchbox", { name: "Search the list" });
  await fireEvent.input(field, { target: { value: "a5 tile 11" } });
  const wanted = many.filter(({ action }) => / 11 A5$/.test(action));
  expect(shown().map((each) => each.dataset.action)).toEqual(wanted.map(({ action }) => action));
  screen.getByText(`${wanted.length} of 960`);
  // The arrow key moves the focus from the field into the list, and then down.
  await fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(document.activeElement).toBe(shown()[0]);
  await fireEvent.keyDown(shown()[0]!, { key: "ArrowDown" });
  await waitFor(() => expect(document.activeElement).toBe(shown()[1]));
  await fireEvent.click(shown()[1]!, { detail: 0 });
  expect(act).toHaveBeenCalledWith(wanted[1]!.action);
});

test("a list without matches says so", async () => {
  language.set("en");
  const { container } = render(ActionList, { legal: manyChoices(100), act: () => {}, over: false });
  await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "elephant" } });
  expect(container.querySelector("button[data-action]")).toBeNull();
  screen.getByText("0 of 100");
});
