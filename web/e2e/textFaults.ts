/**
 * Finds text that a reader cannot read: cut, covered, too small, or the text of a button that is broken
 * within a word. The function runs in the page; it uses nothing outside itself.
 *
 * Three kinds of text are left out, since readers lose nothing: what a drawn picture contains, whose
 * text alternative is beside it; what a folded text hides, whose button shows it; and what scrolls
 * beneath a bar that stays in the window.
 */

/** The least size of letters, in CSS pixels on the screen. */
export const SMALLEST = 11;

/**
 * Describes each text of the page that is cut, covered, or smaller than `smallest` pixels, and each
 * button whose text is broken within a word. An open panel that covers the page, such as a dialog, is
 * tested alone.
 */
export function textFaults(smallest: number): string[] {
  const SLACK = 1.5;
  /** Words that no line of a button may break: Latin and katakana letters. */
  const WORDS = /[A-Za-zÀ-ɏ]{2,}|[ァ-ヺー]{2,}/g;
  const enlarged = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) > 20;
  const faults = new Set<string>();
  const name = (element: Element) => {
    const classes = [...element.classList].filter((each) => !each.startsWith("svelte-"));
    return [element.localName, ...classes].join(".");
  };
  const at = (element: Element) =>
    `${element.parentElement ? `${name(element.parentElement)} > ` : ""}${name(element)}`;
  const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  /** The text is only for screen readers: its element is 1 pixel large or clipped to nothing. */
  const unseen = (element: Element): boolean => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      const style = getComputedStyle(each);
      if (style.visibility === "hidden" || Number(style.opacity) < 0.05) return true;
      if (style.clip === "rect(0px, 0px, 0px, 0px)" || style.clipPath === "inset(50%)") return true;
      if (style.position === "absolute" && each instanceof HTMLElement)
        if (each.offsetWidth <= 1 && each.offsetHeight <= 1) return true;
    }
    return false;
  };
  /** The text is part of a picture, such as a small board that nobody presses and no reader reads. */
  const pictured = (element: Element) => element.closest("[inert][aria-hidden=true]") !== null;
  /** True if a button shows the whole of what `frame` cuts. */
  const unfolds = (frame: Element): boolean =>
    frame.id !== "" &&
    document.querySelector(`[aria-controls="${frame.id}"][aria-expanded=false]`) !== null;
  /** The bar around the element that stays in the window while the page scrolls. */
  const barOf = (element: Element): Element | null => {
    for (let each: Element | null = element; each; each = each.parentElement)
      if (getComputedStyle(each).position === "sticky") return each;
    return null;
  };
  /** The factor by which transforms and the viewBox of an SVG enlarge letters. */
  const scaleOf = (element: Element): number => {
    if (element instanceof SVGGraphicsElement) {
      const matrix = element.getScreenCTM();
      return matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    }
    let box: Element | null = element;
    while (box && !(box instanceof HTMLElement && box.offsetWidth > 0)) box = box.parentElement;
    if (!(box instanceof HTMLElement)) return 1;
    // The second width is rounded to whole pixels.
    const { width } = box.getBoundingClientRect();
    return Math.abs(width - box.offsetWidth) < 1 ? 1 : width / box.offsetWidth || 1;
  };
  /** Returns true if the whole text is within reach although its end is replaced by "…". */
  const elsewhere = (element: Element): boolean => {
    let each: Element | null = element;
    for (let steps = 0; each && steps < 4; steps++, each = each.parentElement)
      if (each.matches("[title], [aria-description], [aria-describedby], button[aria-label]"))
        return true;
    return false;
  };

  type Box = Pick<DOMRect, "left" | "right" | "top" | "bottom">;
  /** The part of `box` that the elements around it leave visible; `by` is the one that cuts it. */
  const cutOf = (
    element: Element,
    box: Box,
  ): { by: Element; ellipsis: boolean } | "scrolled" | null => {
    for (
      let each: Element | null = element;
      each && each !== document.body;
      each = each.parentElement
    ) {
      const style = getComputedStyle(each);
      if (each !== element && style.position === "fixed") break;
      const frame = each.getBoundingClientRect();
      const cuts = (axis: "x" | "y") => {
        const overflow = axis === "x" ? style.overflowX : style.overflowY;
        const [from, to, first, last] =
          axis === "x"
            ? [box.left, box.right, frame.left, frame.right]
            : [box.top, box.bottom, frame.top, frame.bottom];
        if (from >= first - SLACK && to <= last + SLACK) return null;
        if (overflow === "auto" || overflow === "scroll") return "scrolled";
        return overflow === "hidden" || overflow === "clip" ? "cut" : null;
      };
      const inline = each instanceof HTMLElement && style.display === "inline";
      if (inline) continue;
      const found = [cuts("x"), cuts("y")];
      if (found.includes("scrolled")) return "scrolled";
      if (found.includes("cut") && unfolds(each)) return "scrolled";
      if (found.includes("cut")) return { by: each, ellipsis: style.textOverflow === "ellipsis" };
    }
    return null;
  };
  /** The opacity of a computed colour, from 0 to 1. */
  const alphaOf = (colour: string): number => {
    if (colour === "transparent") return 0;
    const alpha = /rgba\(.*,\s*([\d.]+)\)|\/\s*([\d.]+)\)/.exec(colour);
    return alpha ? Number(alpha[1] ?? alpha[2]) : 1;
  };
  const painted = (element: Element): boolean => {
    if (element instanceof SVGSVGElement) return false;
    if (element instanceof SVGElement) {
      const { fill, fillOpacity, opacity } = getComputedStyle(element);
      const solid = Number(fillOpacity) * Number(opacity) * (fill === "none" ? 0 : alphaOf(fill));
      return solid > 0.5;
    }
    if (element.localName === "img" || element.localName === "canvas") return true;
    const style = getComputedStyle(element);
    return alphaOf(style.backgroundColor) * Number(style.opacity) > 0.5;
  };
  /** The element that is painted over the point, if the text of `element` is beneath it. */
  const coverOf = (element: Element, x: number, y: number): Element | null => {
    const stack = document.elementsFromPoint(x, y);
    // The back of a card that lies face up is not painted at all.
    if (!stack.includes(element)) return null;
    for (const top of stack) {
      if (top === element || element.contains(top) || top.contains(element)) return null;
      const bar = barOf(top);
      if (bar && !bar.contains(element)) return null;
      if (painted(top) && !top.closest("[aria-hidden=true].decoration")) return top;
    }
    return null;
  };

  // Overlays that let the pointer through hide text as well.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { pointer-events: auto !important; }");
  document.adoptedStyleSheets.push(sheet);
  const panels = [...document.querySelectorAll("[aria-expanded=true][aria-controls]")].map(
    (button) => document.getElementById(button.getAttribute("aria-controls")!),
  );
  const panel = panels.find((each) => each && getComputedStyle(each).position === "absolute");
  const top = document.querySelector("dialog[open]") ?? panel ?? document.body;
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? "";
    const element = node.parentElement;
    if (!text || !element || element.closest("script, style, noscript, defs, symbol, title, desc"))
      continue;
    if (element.checkVisibility && !element.checkVisibility()) continue;
    if (unseen(element) || pictured(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(
      ({ width, height }) => width > 0 && height > 0,
    );
    if (boxes.length === 0) continue;
    const quoted = `"${text.slice(0, 40)}" (${at(element)})`;
    const letters = Number.parseFloat(getComputedStyle(element).fontSize) * scaleOf(element);
    if (letters < smallest - 0.05) faults.add(`small, ${letters.toFixed(1)} px: ${quoted}`);
    let broken: string | undefined;
    // Letters of twice the size may break a long word, rather than make the page scroll sideways.
    const label = !enlarged && element.closest("button, .button, [role=button], [role=tab]");
    for (const { 0: word, index } of label ? (node.textContent ?? "").matchAll(WORDS) : []) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const [first, ...others] = range.getClientRects();
      broken ??= others.some(({ top }) => top > first!.top + first!.height / 2) ? word : undefined;
    }
    if (broken) {
      faults.add(`broken in "${broken}": ${quoted}`);
      continue;
    }
    for (const box of boxes) {
      // The line box is higher than the letters: these take about the middle of it.
      const spare = Math.max(0, (box.height - letters * 1.1) / 2);
      const line = {
        left: box.left,
        right: box.right,
        top: box.top + spare,
        bottom: box.bottom - spare,
      };
      const cut = cutOf(element, line);
      if (cut === "scrolled") break;
      if (cut && !(cut.ellipsis && elsewhere(element))) {
        faults.add(`cut by ${name(cut.by)}: ${quoted}`);
        break;
      }
      if (cut) break;
      const svg = element.closest("svg");
      if (svg && getComputedStyle(svg).overflow !== "visible") {
        const frame = svg.getBoundingClientRect();
        if (
          line.left < frame.left - SLACK ||
          line.right > frame.right + SLACK ||
          line.top < frame.top - SLACK ||
          line.bottom > frame.bottom + SLACK
        ) {
          faults.add(`cut by its drawing: ${quoted}`);
          break;
        }
      }
      const middle = (line.top + line.bottom) / 2;
      const points = [0.15, 0.5, 0.85].map((part) => line.left + part * (line.right - line.left));
      const shown = points.filter(
        (x) =>
          x > window_.left && x < window_.right && middle > window_.top && middle < window_.bottom,
      );
      const covers = shown.map((x) => coverOf(element, x, middle));
      const cover = covers.find((each) => each !== null);
      if (cover) {
        faults.add(`covered by ${at(cover)}: ${quoted}`);
        break;
      }
    }
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  return [...faults];
}
