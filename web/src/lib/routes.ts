/** The addresses of the page. */

/** A place in the page. */
export type Route =
  | { page: "home" }
  | { page: "new"; game: string }
  | { page: "table"; table: string }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string }
  | { page: "lost" };

/** The place at this path. */
export function match(path: string): Route {
  const parts = path.split("/").filter(Boolean).map(decode);
  const [first, second] = parts;
  if (parts.length === 0) return { page: "home" };
  if (parts.length === 2 && second) {
    if (first === "new") return { page: "new", game: second };
    if (first === "t") return { page: "table", table: second };
    if (first === "rules") return { page: "rules", game: second };
    if (first === "learn") return { page: "learn", game: second };
  }
  return { page: "lost" };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The path of a place. */
export function path(route: Exclude<Route, { page: "lost" }>): string {
  switch (route.page) {
    case "home":
      return "/";
    case "new":
      return `/new/${encodeURIComponent(route.game)}`;
    case "table":
      return `/t/${encodeURIComponent(route.table)}`;
    case "rules":
      return `/rules/${encodeURIComponent(route.game)}`;
    case "learn":
      return `/learn/${encodeURIComponent(route.game)}`;
  }
}

/** Whether a click on a link should stay inside the page. */
export function staysInside(
  event: Pick<
    MouseEvent,
    "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey" | "defaultPrevented"
  >,
  link: Pick<HTMLAnchorElement, "origin" | "target" | "pathname"> & { download: string },
  origin: string,
): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey;
  const simple = plain && !event.shiftKey && !event.altKey && !event.defaultPrevented;
  return (
    simple &&
    link.origin === origin &&
    (link.target === "" || link.target === "_self") &&
    link.download === "" &&
    match(link.pathname).page !== "lost"
  );
}
