/**
 * A picture of the board as it stands in the page, to be given away. The browser draws it itself:
 * a copy of the board, with all it stands in and every style sheet of the page as it was written,
 * goes into an SVG and that onto a canvas. Boards name no files and have no fields to fill in, so
 * a copy of their elements is all there is to them.
 */

/** So wide a board, in CSS pixels, is one of a desk. */
const WIDE = 640;
/** How many pixels the picture is wide: 1200, in twofold density for a desk. */
const PIXELS = { desk: 2400, phone: 1200 };
/** The paper around the board, as a part of the picture's width. */
export const MARGIN = 0.008;
/**
 * Draws it as a PNG, with something written below, which is in the page already to be measured.
 * Browsers that cannot draw a page, or do not let it be read, throw.
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
  // The sheet lies in the corner of a window of the page's size, for styles that ask for that.
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

/** A copy that looks as the original does where an element alone does not say it all. */
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

/** Whether only a back is seen that is not to be seen. Pictures know no third dimension. */
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
 * The copy inside copies of all that the original stands in, since styles name those and are
 * handed down by them. None of them takes any room but the body, which is the sheet.
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

/** What a picture has not. */
const NONE = "* { scrollbar-width: none !important }";

/** The page's style sheets as they were written: what the browser made of them has lost some. */
async function sheets(): Promise<string[]> {
  const ours = [...document.styleSheets].filter(
    ({ href }) => !href || new URL(href).origin === location.origin,
  );
  return await Promise.all(
    ours.map(async ({ href, ownerNode }) =>
      href ? (await fetch(href)).text() : (ownerNode?.textContent ?? ""),
    ),
  );
}

/** The SVG. Styles find their root in it, so it says of itself what the page's own root says. */
function drawing(
  page: HTMLElement,
  sheets: readonly string[],
  { width, height }: { width: number; height: number },
): string {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  if (page.dataset["theme"] === "system") page.dataset["theme"] = dark ? "dark" : "light";
  page.dataset["motion"] = "off";
  // It is never in a document, where its styles would not be allowed.
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
