/**
 * Explanations on hover, focus, long press or tap. Boards put `{@attach tip(() => …)}` on any
 * element, HTML or SVG; the shell shows the bubble and opens the rule.
 */
import type { Attachment } from "svelte/attachments";

/** What a bubble says. */
export interface Tip {
  /** A heading, in the language now. */
  title?: string | undefined;
  /** Sentences of the page's or the game's own, in the language now. */
  text?: string | undefined;
  /** The rules it follows from: their sentences are shown with their ids. */
  rules?: readonly string[];
}

/** The bubble being shown. */
export interface Shown {
  tip: Tip;
  anchor: Element;
}

let shown = $state.raw<Shown | null>(null);

/** The bubble being shown, for the one host that draws it. */
export const bubble = {
  get now(): Shown | null {
    return shown;
  },
  show(anchor: Element, tip: Tip): void {
    shown = { anchor, tip };
  },
  hide(anchor?: Element): void {
    if (!anchor || shown?.anchor === anchor) shown = null;
  },
};

const LONG_PRESS_MS = 450;

/**
 * Shows what `make` returns while the element is hovered, focused by keyboard or pressed long.
 * Screen readers get its words as the element's description. Pass a function: it is called
 * again whenever something it reads (the language, say) changes.
 */
export function tip(make: () => Tip, describe: (tip: Tip) => string = words): Attachment {
  return (node) => {
    const now = make();
    const description = describe(now);
    if (description) node.setAttribute("aria-description", description);
    let press: ReturnType<typeof setTimeout> | undefined;
    let held = false;
    const enter = (event: Event) => {
      if ((event as PointerEvent).pointerType !== "touch") bubble.show(node, now);
    };
    const leave = (event: Event) => {
      clearTimeout(press);
      if ((event as PointerEvent).pointerType !== "touch") bubble.hide(node);
    };
    const focus = () => {
      if (node.matches(":focus-visible")) bubble.show(node, now);
    };
    // An element that is taken away loses the focus in the middle of the page's update, when
    // nothing may be changed.
    const blur = () => queueMicrotask(() => bubble.hide(node));
    const down = (event: Event) => {
      held = false;
      if ((event as PointerEvent).pointerType !== "touch") return;
      press = setTimeout(() => {
        held = true;
        bubble.show(node, now);
      }, LONG_PRESS_MS);
    };
    const up = () => clearTimeout(press);
    // The click that ends a long press asked for the explanation and nothing else.
    const click = (event: Event) => {
      if (!held) return;
      held = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const menu = (event: Event) => {
      if (held) event.preventDefault();
    };
    const listeners: [string, (event: Event) => void, boolean][] = [
      ["pointerenter", enter, false],
      ["pointerleave", leave, false],
      ["pointerdown", down, false],
      ["pointerup", up, false],
      ["pointercancel", up, false],
      ["focusin", focus, false],
      ["focusout", blur, false],
      ["click", click, true],
      ["contextmenu", menu, false],
    ];
    for (const [name, listener, capture] of listeners)
      node.addEventListener(name, listener, capture);
    return () => {
      clearTimeout(press);
      bubble.hide(node);
      node.removeAttribute("aria-description");
      for (const [name, listener, capture] of listeners)
        node.removeEventListener(name, listener, capture);
    };
  };
}

function words(tip: Tip): string {
  return [tip.title, tip.text].filter(Boolean).join(" ");
}
