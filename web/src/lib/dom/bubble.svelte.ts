/** The tooltip of the page that is shown: the part of tooltips that every page has. */

/** The content of an element's tooltip. */
export interface Tip {
  /** A heading, in the current language. */
  title?: string | undefined;
  /** Sentences of the page or the game, in the current language. */
  text?: string | undefined;
  /** The relevant rules: their sentences are shown with their ids. */
  rules?: readonly string[];
}

/** The tooltip that is shown, with the element to which it belongs. */
export interface Shown {
  tip: Tip;
  anchor: Element;
}

let shown = $state.raw<Shown | null>(null);
let coming = $state.raw<Tip | null>(null);

/** The tooltip being shown, for the only component that draws tooltips. */
export const bubble = {
  get now(): Shown | null {
    return shown;
  },
  /**
   * The tip that may be shown next. It is known a moment earlier, so that the code that shows it
   * can be loaded.
   */
  get coming(): Tip | null {
    return coming;
  },
  /** Announces the tip that may be shown next; null if none. */
  expect(tip: Tip | null): void {
    coming = tip;
  },
  show(anchor: Element, tip: Tip): void {
    coming = tip;
    shown = { anchor, tip };
  },
  hide(anchor?: Element): void {
    if (!anchor || shown?.anchor === anchor) shown = null;
  },
};
