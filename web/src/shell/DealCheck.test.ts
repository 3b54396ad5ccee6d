// @vitest-environment jsdom
import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import DealCheck from "./DealCheck.svelte";

test("two who promise the same share are shown as two", () => {
  const hash = "ab".repeat(32);
  const promises = [0, 1].map((seat) => ({ seats: [seat], hash, added: false }));
  const dealing = { commitment: "cd".repeat(32), asked: false, promises };
  const { container } = render(DealCheck, { dealing, names: ["Iris", "Mika"], arranged: false });
  const codes = [...container.querySelectorAll("dd code")].map((code) => code.textContent);
  expect(codes.filter((code) => code === hash)).toHaveLength(2);
});
