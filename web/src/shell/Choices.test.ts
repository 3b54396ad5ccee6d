// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { language } from "../lib/i18n.svelte";
import Choices from "./Choices.svelte";

const legal = ["a", "b", "c"].map((action) => ({
  action,
  label: { ja: `${action}をする`, en: `Do ${action}` },
}));

test("a number picks from anywhere, Enter's click does it, and the focus stays in the list", async () => {
  const act = vi.fn();
  const { rerender } = render(Choices, { legal, act, over: false });
  await fireEvent.keyDown(document.body, { key: "2" });
  const second = screen.getByRole("button", { name: /b/ });
  await waitFor(() => expect(document.activeElement).toBe(second));
  // What browsers make of Enter on a button: a click without a pointer.
  await fireEvent.click(second, { detail: 0 });
  expect(act).toHaveBeenCalledWith("b");
  await rerender({ legal: [] });
  await rerender({ legal: legal.slice(1) });
  await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole("button")[0]));
});

test("keys in a field stay in the field", async () => {
  const field = document.body.appendChild(document.createElement("input"));
  render(Choices, { legal, act: () => {}, over: false });
  field.focus();
  await fireEvent.keyDown(field, { key: "2" });
  expect(document.activeElement).toBe(field);
  field.remove();
});

test("the labels follow the language at once", async () => {
  language.set("ja");
  render(Choices, { legal, act: () => {}, over: false });
  expect(screen.getByText("aをする")).toBeTruthy();
  language.set("en");
  await waitFor(() => expect(screen.getByText("Do a")).toBeTruthy());
});
