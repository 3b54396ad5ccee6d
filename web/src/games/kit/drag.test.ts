// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Drag, SLACK } from "./drag.svelte";

/** A row of squares, each ten pixels wide; there is no drop target beyond the fifth. */
const find = (x: number) => (x < 50 ? Math.floor(x / 10) : null);
const fall = vi.fn<(item: string, target: number | null) => void>();
let drag: Drag<string, number>;
let grip: HTMLButtonElement;
const captured = vi.fn();
const clicked = vi.fn();

/** Sends a pointer event as a mouse event, since jsdom has no pointer events. */
function pointer(type: string, x: number, more: Partial<PointerEvent> = {}): void {
  const { button = 0, ...rest } = more;
  const event = new MouseEvent(type, { clientX: x, button, bubbles: true, cancelable: true });
  grip.dispatchEvent(Object.assign(event, { pointerId: 1, isPrimary: true, ...rest }));
}
const escape = () =>
  grip.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));

beforeEach(() => {
  drag = new Drag<string, number>(find, fall);
  grip = document.createElement("button");
  grip.setPointerCapture = captured;
  grip.addEventListener("pointerdown", (event) => drag.grab("pawn", event));
  grip.addEventListener("click", clicked);
  document.body.append(grip);
});
afterEach(() => {
  drag.destroy();
  grip.remove();
  vi.clearAllMocks();
});

describe("a drag", () => {
  it("begins only after a movement", () => {
    pointer("pointerdown", 5);
    pointer("pointermove", 5 + SLACK - 1);
    expect(drag.item).toBeNull();
    pointer("pointerup", 5 + SLACK - 1);
    grip.click();
    expect(fall).not.toHaveBeenCalled();
    expect(captured).not.toHaveBeenCalled();
    expect(clicked).toHaveBeenCalledOnce();
  });

  it("highlights the target under the finger and drops there", () => {
    pointer("pointerdown", 5);
    pointer("pointermove", 25);
    expect(captured).toHaveBeenCalledWith(1);
    expect([drag.item, drag.x, drag.over]).toEqual(["pawn", 25, 2]);
    pointer("pointermove", 60);
    expect(drag.over).toBeNull();
    pointer("pointermove", 45);
    pointer("pointerup", 45);
    expect(fall).toHaveBeenCalledExactlyOnceWith("pawn", 4);
    expect([drag.item, drag.over]).toEqual([null, null]);
    grip.click();
    expect(clicked).not.toHaveBeenCalled();
  });

  it("reports a drop without a target", () => {
    pointer("pointerdown", 5);
    pointer("pointermove", 45);
    pointer("pointerup", 90);
    expect(fall).toHaveBeenCalledExactlyOnceWith("pawn", null);
  });

  it("has no target when the system cancels the pointer", () => {
    pointer("pointerdown", 5);
    pointer("pointermove", 45);
    pointer("pointercancel", 45);
    expect(fall).toHaveBeenCalledExactlyOnceWith("pawn", null);
  });

  it("is cancelled by Escape, which has no other effect then", () => {
    const elsewhere = vi.fn();
    document.body.addEventListener("keydown", elsewhere);
    pointer("pointerdown", 5);
    pointer("pointermove", 45);
    escape();
    expect([drag.item, drag.over]).toEqual([null, null]);
    expect(elsewhere).not.toHaveBeenCalled();
    pointer("pointermove", 35);
    pointer("pointerup", 35);
    grip.click();
    expect([drag.item, fall.mock.calls.length, clicked.mock.calls.length]).toEqual([null, 0, 0]);
    escape();
    expect(elsewhere).toHaveBeenCalledOnce();
    document.body.removeEventListener("keydown", elsewhere);
  });

  it("follows one pointer alone", () => {
    pointer("pointerdown", 5, { isPrimary: false });
    pointer("pointermove", 45, { isPrimary: false });
    pointer("pointerdown", 5, { button: 2 });
    pointer("pointermove", 45);
    expect(drag.item).toBeNull();
    pointer("pointerdown", 5);
    pointer("pointermove", 25);
    pointer("pointermove", 45, { pointerId: 2 });
    pointer("pointerup", 45, { pointerId: 2 });
    expect([drag.item, drag.over]).toEqual(["pawn", 2]);
    pointer("pointerup", 25);
    expect(fall).toHaveBeenCalledExactlyOnceWith("pawn", 2);
  });

  it("ends when its board is removed", () => {
    pointer("pointerdown", 5);
    pointer("pointermove", 45);
    drag.destroy();
    pointer("pointermove", 25);
    pointer("pointerup", 25);
    expect([drag.item, fall.mock.calls.length]).toEqual([null, 0]);
  });
});
