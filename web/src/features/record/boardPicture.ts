/**
 * Makes a picture of the board as the page shows it, for sharing. The browser draws it: a copy of
 * the board, with its ancestors and the source text of every style sheet, is put into an SVG, and
 * the SVG is drawn onto a canvas. Boards reference no files and have no input fields, so a copy of
 * their elements is complete.
 */

import { fetchFile } from "../../lib/api/server";

/** The width, in CSS pixels, from which a board has its desktop layout. */
const WIDE = 640;
/** The width of the picture in pixels: 1200, and double density for the desktop layout. */
const PIXELS = { desk: 2400, phone: 1200 };
/** The margin around the board, as a fraction of the picture's width. */
export const MARGIN = 0.008;
/**
 * Draws the board as a PNG with the caption `foot` below it. The caption must be in the page, so
 * that it can be measured. Throws an error in browsers that cannot draw a page or do not permit
 * reading it.
 */
export async function pictureOf(board: HTMLElement, foot: HTMLElement): Promise<Blob> {
  const { width, height } = board.getBoundingClientRect();
  const wide = width / (1 - 2 * MARGIN);
  const margin = wide * MARGIN;
  const letter = wide / (width < WIDE ? 32 : 84);
  foot.style.cssText = `width:${wide}px;font-size:${letter}px`;
  const high = height + 2 * margin + foot.offsetHeight;

  const [copy, below] = [copyOf(board), copyOf(foot)];
  copy.style.cssText += `;position:relative;width:${width}px;height:${height}px;margin:${margin}px;overflow:hidden`;
  below.style.cssText += ";position:static;visibility:visible";
  // The sheet is in the corner of a window of the page's size, since some styles depend on that
  // size.
  const view = { width: innerWidth, height: Math.max(innerHeight, Math.ceil(high)) };
  const svg = drawing(standing(copy, board, below), await sheets(), view);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();

  const scale = (width < WIDE ? PIXELS.phone : PIXELS.desk) / wide;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(wide * scale);
  canvas.height = Math.round(high * scale);
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0, view.width * scale, view.height * scale);
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture")))),
  );
}

/** Copies an element, with state that its markup does not contain, such as scroll positions. */
function copyOf(original: HTMLElement): HTMLElement {
  const copy = original.cloneNode(true) as HTMLElement;
  const copies = [copy, ...copy.querySelectorAll<HTMLElement>("*")];
  [original, ...original.querySelectorAll("*")].forEach((element, at) => {
    const { scrollLeft, scrollTop } = element;
    if (scrollLeft !== 0 || scrollTop !== 0)
      for (const child of copies[at]!.children)
        (child as HTMLElement).style.translate = `${-scrollLeft}px ${-scrollTop}px`;
    if (facesAway(element)) copies[at]!.style.visibility = "hidden";
  });
  return copy;
}

/**
 * Returns true if the element is turned away and only its hidden back would be visible. A picture
 * has no third dimension, so the copy hides such elements.
 */
function facesAway(element: Element): boolean {
  const { backfaceVisibility, transform } = getComputedStyle(element);
  if (backfaceVisibility !== "hidden") return false;
  let turned = new DOMMatrix(transform);
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    const { transformStyle, transform } = getComputedStyle(outer);
    if (transformStyle !== "preserve-3d") break;
    turned = new DOMMatrix(transform).multiply(turned);
  }
  return turned.m33 < 0;
}

/**
 * Puts the copy into copies of all ancestors of the original, since styles match and inherit
 * through them. These take no space, except the body, which becomes the sheet of the picture.
 */
function standing(copy: HTMLElement, board: HTMLElement, below: HTMLElement): HTMLElement {
  let inner = copy;
  for (let outer = board.parentElement; outer; outer = outer.parentElement) {
    const around = outer.cloneNode(false) as HTMLElement;
    const display = outer === document.body ? "block" : "contents";
    around.style.setProperty("display", display, "important");
    around.append(inner);
    if (outer === document.body) around.append(below);
    inner = around;
  }
  return inner;
}

/** Styles that hide elements of a page that a picture does not have. */
const NONE = "* { scrollbar-width: none !important }";

/**
 * Loads the source text of the page's style sheets: the browser's parsed form has lost some rules.
 */
async function sheets(): Promise<string[]> {
  const ours = [...document.styleSheets].filter(
    ({ href }) => !href || new URL(href).origin === location.origin,
  );
  return await Promise.all(
    ours.map(async ({ href, ownerNode }) =>
      href ? (await fetchFile(href)).text() : (ownerNode?.textContent ?? ""),
    ),
  );
}

/**
 * Builds the SVG. Styles match it as the root element, so it gets the attributes of the page's
 * root.
 */
function drawing(
  page: HTMLElement,
  sheets: readonly string[],
  { width, height }: { width: number; height: number },
): string {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  if (page.dataset["theme"] === "system") page.dataset["theme"] = dark ? "dark" : "light";
  page.dataset["motion"] = "off";
  // The SVG is never inserted into a document, where the security policy would reject its styles.
  const make = (name: string) => document.createElementNS("http://www.w3.org/2000/svg", name);
  const root = make("svg");
  for (const { name, value } of page.attributes) root.setAttribute(name, value);
  const letter = getComputedStyle(document.documentElement).fontSize;
  root.setAttribute("style", `font-size:${letter}`);
  root.setAttribute("width", String(width));
  root.setAttribute("height", String(height));
  for (const text of [...sheets, NONE]) {
    const style = make("style");
    style.textContent = text;
    root.append(style);
  }
  const place = make("foreignObject");
  place.setAttribute("width", "100%");
  place.setAttribute("height", "100%");
  place.append(page);
  root.append(place);
  return new XMLSerializer().serializeToString(root);
}
