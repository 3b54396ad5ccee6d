// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bubble } from "./bubble.svelte";
import { INTENT_MS, tip } from "./tip";

let at = 0;
const undo: (() => void)[] = [];

function attached(
  title = "Gate",
  parent: Element = document.body,
  as: "button" | "span" = "button",
): HTMLElement {
  const node = document.createElement(as);
  parent.append(node);
  const detach = tip(() => ({ title, text: "opens at dawn" }))(node) ?? (() => {});
  undo.push(() => {
    detach();
    node.remove();
  });
  return node;
}

/**
 * Sends the event of a browser when the pointer enters or moves over an element, at the current
 * position.
 */
function point(node: Element, name: string, given: Partial<PointerEventInit> = {}): void {
  const { pointerType = "mouse", ...init } = given;
  const event = new MouseEvent(name, { bubbles: true, screenX: at, screenY: 0, ...init });
  // jsdom has no pointer events.
  node.dispatchEvent(Object.assign(event, { pointerType }));
}

/** Moves the pointer onto the element. */
function hover(node: Element): void {
  at += 5;
  point(node, "pointermove");
}

beforeEach(() => {
  vi.useFakeTimers();
  hover(document.body);
});

afterEach(async () => {
  undo.splice(0).forEach((each) => each());
  await Promise.resolve();
  bubble.hide();
  vi.useRealTimers();
});

test("the element has a description, and a tooltip for a pointer that comes to rest on it", () => {
  const node = attached();
  expect(node.getAttribute("aria-description")).toBe("Gate opens at dawn");
  hover(node);
  vi.advanceTimersByTime(INTENT_MS - 1);
  expect(bubble.now).toBeNull();
  // The pointer is still moving, so the waiting time starts again.
  hover(node);
  vi.advanceTimersByTime(INTENT_MS - 1);
  expect(bubble.now).toBeNull();
  vi.advanceTimersByTime(1);
  expect(bubble.now?.anchor).toBe(node);
  hover(document.body);
  expect(bubble.now).toBeNull();
});

test("an element that appears under a resting pointer shows no tooltip", () => {
  const node = attached();
  // Browsers report that the pointer is over the new element; some also report a move to the same
  // position.
  point(node, "pointerover");
  point(node, "pointerenter", { bubbles: false });
  point(node, "pointermove");
  vi.advanceTimersByTime(10 * INTENT_MS);
  expect(bubble.now).toBeNull();
  hover(node);
  vi.advanceTimersByTime(INTENT_MS);
  expect(bubble.now?.anchor).toBe(node);
});

test("a press closes the tooltip, and it stays closed until the pointer has left", () => {
  const node = attached();
  hover(node);
  vi.advanceTimersByTime(INTENT_MS);
  point(node, "pointerdown");
  expect(bubble.now).toBeNull();
  hover(node);
  vi.advanceTimersByTime(INTENT_MS);
  expect(bubble.now).toBeNull();
  hover(document.body);
  hover(node);
  vi.advanceTimersByTime(INTENT_MS);
  expect(bubble.now?.anchor).toBe(node);
});

test("Escape closes the tooltip and keeps it closed", () => {
  const node = attached();
  hover(node);
  vi.advanceTimersByTime(INTENT_MS);
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(bubble.now).toBeNull();
  hover(node);
  vi.advanceTimersByTime(INTENT_MS);
  expect(bubble.now).toBeNull();
});

test("of two nested elements the inner one shows its tooltip", () => {
  const outer = attached("Wall");
  const inner = attached("Gate", outer);
  hover(inner);
  vi.advanceTimersByTime(10 * INTENT_MS);
  expect(bubble.now?.anchor).toBe(inner);
  hover(outer);
  vi.advanceTimersByTime(10 * INTENT_MS);
  expect(bubble.now?.anchor).toBe(outer);
});

test("a long press of a finger shows the tooltip and does nothing else; a slide does neither", () => {
  const node = attached();
  const acted = vi.fn();
  node.addEventListener("click", acted);
  const finger = { pointerType: "touch", screenX: 0, screenY: 0 };
  point(node, "pointerdown", finger);
  vi.advanceTimersByTime(1_000);
  expect(bubble.now?.anchor).toBe(node);
  point(node, "pointerup", finger);
  node.click();
  expect(acted).not.toHaveBeenCalled();
  node.click();
  expect(acted).toHaveBeenCalledTimes(1);
  bubble.hide();
  point(node, "pointerdown", finger);
  point(node, "pointermove", { ...finger, screenX: 40 });
  vi.advanceTimersByTime(1_000);
  expect(bubble.now).toBeNull();
});

test("a press without an effect shows the tooltip at once, and one with an effect does not", () => {
  const [pile, gate] = [attached("Pile", document.body, "span"), attached()];
  for (const pointerType of ["mouse", "touch"]) {
    point(pile, "pointerdown", { pointerType });
    pile.click();
    expect(bubble.now?.anchor).toBe(pile);
    point(gate, "pointerdown", { pointerType });
    gate.click();
    expect(bubble.now).toBeNull();
  }
});

test("losing the focus hides the tooltip, but not in the middle of a removal", async () => {
  const node = attached();
  bubble.show(node, { title: "Gate" });
  // Browsers send this event when a focused element is removed during an update.
  let during: unknown;
  node.addEventListener("focusout", () => (during = bubble.now));
  node.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  expect(during).not.toBeNull();
  await Promise.resolve();
  expect(bubble.now).toBeNull();
});

test("a removed element takes its own tooltip with it, and no other", async () => {
  const [one, other] = [attached(), attached()];
  bubble.show(other, { title: "Gate" });
  expect(one).not.toBe(other);
  undo.shift()!();
  await Promise.resolve();
  expect(bubble.now?.anchor).toBe(other);
  undo.shift()!();
  await Promise.resolve();
  expect(bubble.now).toBeNull();
});

test("an element whose tip changes keeps showing it", async () => {
  const node = attached("Gate");
  bubble.show(node, { title: "Gate" });
  undo.splice(0).forEach((each) => each());
  document.body.append(node);
  undo.push(tip(() => ({ title: "Door" }))(node) ?? (() => {}));
  await Promise.resolve();
  expect(bubble.now?.tip.title).toBe("Door");
});

test("an equal description is not written again, and an old one is removed", async () => {
  const node = attached("Gate");
  const written: string[] = [];
  const watch = new MutationObserver((changes) => {
    written.push(...changes.map(() => node.getAttribute("aria-description") ?? ""));
  });
  watch.observe(node, { attributes: true });
  const says = (title: string) => {
    undo.splice(0).forEach((each) => each());
    document.body.append(node);
    undo.push(
      tip(
        () => ({ title }),
        ({ title }) => title ?? "",
      )(node) ?? (() => {}),
    );
    return Promise.resolve();
  };
  await says("Gate");
  await says("Gate");
  expect(written).toEqual(["Gate"]);
  await says("Door");
  expect(written).toEqual(["Gate", "Door"]);
  await says("");
  expect(node.hasAttribute("aria-description")).toBe(false);
  undo.splice(0).forEach((each) => each());
  await Promise.resolve();
  expect(node.hasAttribute("aria-description")).toBe(false);
  watch.disconnect();
});
