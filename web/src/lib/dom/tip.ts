/**
 * Tooltips on hover, focus, long press or tap. Boards put `{@attach tip(() => …)}` on any element,
 * HTML or SVG; the shell shows the tooltip and opens the rule.
 * A tooltip opens on intent: for a pointer that has come to rest on the element after it moved
 * there, or for a focus that stays. What appears under a resting pointer shows no tooltip, and
 * after a press that has an effect the element stays silent until the pointer has left it. An
 * element on which a press has no effect shows its tooltip at once.
 */
import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";
import { bubble, type Tip } from "./bubble.svelte";

export type { Tip } from "./bubble.svelte";

/**
 * The time in milliseconds for which a pointer must rest, or the focus stay, before a tooltip
 * opens.
 */
export const INTENT_MS = 300;
const LONG_PRESS_MS = 450;
/** The distance in CSS pixels from which a sliding finger drags or scrolls instead of pressing. */
const SLIDE_PX = 10;

/** The tip of each element of the page that has one. */
const tips = new Map<Element, Tip>();

/**
 * Gives an element a tooltip. The result of `make` is shown while the element is hovered, focused
 * by keyboard or pressed long. Screen readers read it as the element's description. `make` is
 * called again whenever something it reads (such as the language) changes.
 */
export function tip(make: () => Tip, describe: (tip: Tip) => string = words): Attachment {
  return (node) => {
    listen();
    const now = make();
    const description = describe(now);
    // When a table changes, hundreds of elements keep their description, so only differences are
    // written.
    if (description !== (node.getAttribute("aria-description") ?? "")) {
      if (description) node.setAttribute("aria-description", description);
      else node.removeAttribute("aria-description");
    }
    tips.set(node, now);
    untrack(() => {
      if (bubble.now?.anchor === node) bubble.show(node, now);
    });
    return () => {
      tips.delete(node);
      // The element may get a different tip in the same update, and then keeps its tooltip.
      queueMicrotask(() => {
        if (tips.has(node)) return;
        node.removeAttribute("aria-description");
        forget(node);
      });
    };
  };
}

function words(tip: Tip): string {
  return [tip.title, tip.text].filter(Boolean).join(" ");
}

/** The innermost element with a tip that is the target of an event or contains it. */
function speaker(target: EventTarget | null): Element | null {
  let node = target instanceof Element ? target : null;
  while (node && !tips.has(node)) node = node.parentElement;
  return node;
}

/**
 * The last position of the pointer on the screen. If an element moves under a pointer that rests,
 * the position stays the same, and no tooltip opens.
 */
let last: { x: number; y: number } | null = null;
/** The element with a tip that is under the pointer. */
let over: Element | null = null;
/**
 * The element that was pressed or whose tooltip was dismissed. It shows no tooltip until the
 * pointer or the focus has left it.
 */
let silent: Element | null = null;
/** The element whose tooltip is shown because a finger presses it long. */
let held: Element | null = null;
let pressedAt = { x: 0, y: 0 };
let timer: ReturnType<typeof setTimeout> | undefined;

function speakLater(node: Element, ms: number, then: () => void = () => {}): void {
  clearTimeout(timer);
  bubble.expect(tips.get(node) ?? null);
  timer = setTimeout(() => {
    const tip = tips.get(node);
    if (!tip || node === silent) return;
    bubble.show(node, tip);
    then();
  }, ms);
}

function silence(node: Element | null): void {
  clearTimeout(timer);
  bubble.hide();
  silent = node;
}

function forget(node: Element): void {
  if (over === node) leave();
  if (silent === node) silent = null;
  bubble.hide(node);
}

function leave(): void {
  clearTimeout(timer);
  if (over) bubble.hide(over);
  if (silent === over) silent = null;
  over = null;
}

const isTouch = (event: PointerEvent) => event.pointerType === "touch";

function move(event: PointerEvent): void {
  const at = { x: event.screenX, y: event.screenY };
  if (isTouch(event)) {
    const slid = Math.hypot(at.x - pressedAt.x, at.y - pressedAt.y) > SLIDE_PX;
    if (slid && !held) clearTimeout(timer);
    return;
  }
  // The first event only gives the initial position of the pointer.
  const moved = last !== null && (last.x !== at.x || last.y !== at.y);
  last = at;
  if (!moved) return;
  const node = speaker(event.target);
  if (node !== over) leave();
  over = node;
  if (node && event.buttons === 0 && bubble.now?.anchor !== node) speakLater(node, INTENT_MS);
}

function out(event: PointerEvent): void {
  if (!isTouch(event) && over && speaker(event.relatedTarget) !== over) leave();
}

function down(event: PointerEvent): void {
  const node = speaker(event.target);
  held = null;
  if (!isTouch(event)) {
    last = { x: event.screenX, y: event.screenY };
    over = node;
    return silence(node);
  }
  clearTimeout(timer);
  if (bubble.now && node !== bubble.now.anchor) bubble.hide();
  pressedAt = { x: event.screenX, y: event.screenY };
  if (node) speakLater(node, LONG_PRESS_MS, () => (held = node));
}

function up(event: PointerEvent): void {
  if (isTouch(event)) clearTimeout(timer);
}

/** The selector of elements on which a press has an effect. */
const PRESSED = "a[href], button, input, select, textarea, label, summary, [role=button]";

/**
 * Suppresses the click that ends a long press: the press has opened the tooltip and has no other
 * effect.
 */
function click(event: MouseEvent): void {
  if (held) {
    held = null;
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  const node = speaker(event.target);
  const tip = node && tips.get(node);
  if (tip && !(event.target as Element).closest(PRESSED)) bubble.show(node, tip);
}

function menu(event: Event): void {
  if (held) event.preventDefault();
}

function focus(event: FocusEvent): void {
  const node = event.target as Element;
  if (tips.has(node) && node.matches(":focus-visible")) speakLater(node, INTENT_MS);
}

function blur(event: FocusEvent): void {
  const node = event.target as Element;
  if (!tips.has(node)) return;
  if (node !== over) {
    clearTimeout(timer);
    if (silent === node) silent = null;
  }
  // An element that is removed loses the focus during the page's update, when no state may be
  // changed.
  queueMicrotask(() => bubble.hide(node));
}

function key(event: KeyboardEvent): void {
  if (event.key === "Escape") silence(bubble.now?.anchor ?? over);
}

let listening = false;

/** Adds the listeners once for all elements, since a log has hundreds of elements with tips. */
function listen(): void {
  if (listening) return;
  listening = true;
  document.addEventListener("pointermove", move, true);
  document.addEventListener("pointerout", out, true);
  document.addEventListener("pointerdown", down, true);
  document.addEventListener("pointerup", up, true);
  document.addEventListener("pointercancel", up, true);
  document.addEventListener("click", click, true);
  document.addEventListener("contextmenu", menu, true);
  document.addEventListener("focusin", focus, true);
  document.addEventListener("focusout", blur, true);
  document.addEventListener("keydown", key, true);
}
