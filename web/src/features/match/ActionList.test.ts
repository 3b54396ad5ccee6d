// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
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

/** Groups the fake actions by tile; the twelfth tile has no group. */
const byTile = ({ action }: { action: string }) => {
  const tile = action.split(" ")[2]!;
  return tile === "12" ? null : { id: tile, name: { ja: `タイル${tile}`, en: `Tile ${tile}` } };
};

test("a chip narrows a long list to its group, another one replaces it, and pressed again it widens the list", async () => {
  language.set("en");
  const act = vi.fn();
  const many = manyChoices(738);
  const { container, rerender } = render(ActionList, {
    legal: many,
    groupOf: byTile,
    act,
    over: false,
  });
  const shown = () =>
    [...container.querySelectorAll<HTMLElement>("button[data-action]")].map(
      (each) => each.dataset.action,
    );
  const chips = () =>
    within(screen.getByRole("group", { name: "Show only" })).getAllByRole("button");
  const of = (tile: number) =>
    many.filter(({ action }) => action.split(" ")[2] === `${tile}`).map(({ action }) => action);
  const pressed = () => chips().filter((chip) => chip.getAttribute("aria-pressed") === "true");

  await screen.findByRole("group", { name: "Show only" });
  expect(chips().map((chip) => chip.textContent.trim())[0]).toBe(`Tile 1 ${of(1).length}`);
  expect(chips().at(-1)!.textContent.trim()).toBe(`Other ${of(12).length}`);
  expect(chips()).toHaveLength(12);
  expect(pressed()).toEqual([]);
  expect(shown()).toHaveLength(60);

  const [, , third, fourth] = chips();
  await fireEvent.click(third!);
  expect(pressed()).toEqual([third]);
  expect(shown()).toEqual(of(3).slice(0, 60));
  screen.getByText(`${of(3).length} of 738`);
  // The search and the numbers apply to what is shown.
  await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "G1" } });
  expect(shown().length).toBeLessThan(of(3).length);
  expect(shown().every((action) => of(3).includes(action!))).toBe(true);
  await fireEvent.input(screen.getByRole("searchbox"), { target: { value: "" } });
  await fireEvent.keyDown(document.body, { key: "2" });
  await waitFor(() =>
    expect((document.activeElement as HTMLElement).dataset.action).toBe(of(3)[1]),
  );

  await fireEvent.click(fourth!);
  expect(pressed()).toEqual([fourth]);
  expect(shown()).toEqual(of(4).slice(0, 60));
  await fireEvent.click(fourth!);
  expect(pressed()).toEqual([]);
  expect(shown()).toEqual(many.slice(0, 60).map(({ action }) => action));

  // The next decision begins with the whole list.
  await fireEvent.click(chips()[4]!);
  await rerender({ legal: many.slice(0, 30) });
  expect(pressed()).toEqual([]);
  expect(shown()).toHaveLength(30);
});

test("a short list and a list of one group have no chips", async () => {
  const props = { groupOf: byTile, act: () => {}, over: false };
  const { rerender } = render(ActionList, { legal: manyChoices(21), ...props });
  // Once the chips have loaded, they appear and disappear with the list.
  await screen.findByRole("group");
  const one = manyChoices(300).filter((choice) => byTile(choice)?.id === "3");
  expect(one.length).toBeGreaterThan(20);
  await rerender({ legal: one });
  expect(screen.queryByRole("group")).toBeNull();
  // Actions without a group do not make a second one.
  await rerender({ legal: [...one, manyChoices(12).at(-1)!] });
  expect(screen.queryByRole("group")).toBeNull();
  await rerender({ legal: manyChoices(22) });
  expect(screen.getByRole("group")).toBeTruthy();
  await rerender({ legal: manyChoices(20) });
  expect(screen.queryByRole("group")).toBeNull();
});
