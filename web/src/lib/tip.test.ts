import { afterEach, expect, test } from "vitest";
import { bubble, tip } from "./tip.svelte";

afterEach(() => bubble.hide());

function attached(): { node: HTMLElement; detach: () => void } {
  const node = document.createElement("button");
  const detach = tip(() => ({ title: "Gate", text: "opens at dawn" }))(node) ?? (() => {});
  return { node, detach };
}

test("the element is described, and shows its bubble while it is pointed at", () => {
  const { node } = attached();
  expect(node.getAttribute("aria-description")).toBe("Gate opens at dawn");
  node.dispatchEvent(new Event("pointerenter"));
  expect(bubble.now?.anchor).toBe(node);
  node.dispatchEvent(new Event("pointerleave"));
  expect(bubble.now).toBeNull();
});

test("losing the focus hides the bubble, but not in the middle of a removal", async () => {
  const { node } = attached();
  bubble.show(node, { title: "Gate" });
  // What a browser does to a focused element that is removed while the page is updated.
  let during: unknown;
  node.addEventListener("focusout", () => (during = bubble.now));
  node.dispatchEvent(new Event("focusout"));
  expect(during).not.toBeNull();
  await Promise.resolve();
  expect(bubble.now).toBeNull();
});

test("an element that is gone takes its bubble with it, and nobody else's", () => {
  const [one, other] = [attached(), attached()];
  bubble.show(other.node, { title: "Gate" });
  one.detach();
  expect(bubble.now?.anchor).toBe(other.node);
  other.detach();
  expect(bubble.now).toBeNull();
});
