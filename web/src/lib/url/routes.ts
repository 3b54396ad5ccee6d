/** The addresses of the pages: the conversion between addresses, places and routes. */
import type { Viewer } from "../../generated/core";
import { addressOf, placeOf } from "./address";
import { viewpointName, parseViewpoint } from "./viewpoint";

/** The name of the user's own puzzles in the address of a puzzle, instead of a game. */
export const OWN = "own";

/** A page with its parameters; `lost` stands for an unknown address. */
export type Route =
  | { page: "home" }
  | { page: "new"; game: string }
  | TableRoute
  | { page: "review"; table: string }
  | { page: "record" }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string; lesson?: "second" }
  | { page: "puzzles" }
  | { page: "puzzle"; game: string; puzzle: string }
  | { page: "position"; game: string }
  | { page: "edition"; game: string }
  | { page: "me" }
  | { page: "ratings"; game: string }
  | { page: "lost" };

/** The page of a table: the live table, or the replay of a step from a viewpoint. */
export interface TableRoute {
  page: "table";
  table: string;
  /** The number of the step to show, 0 for the opening; if left out, the live table. */
  moment?: number;
  /** The viewpoint; if left out, the user's own. */
  eyes?: Viewer;
}

function tableAt(table: string, moment: string | undefined, query: string): Route {
  if (moment === undefined) return { page: "table", table };
  if (!/^\d{1,5}$/.test(moment)) return { page: "lost" };
  const eyes = parseViewpoint(new URLSearchParams(query).get("eyes") ?? "");
  const route: TableRoute = { page: "table", table, moment: Number(moment) };
  return eyes === undefined ? route : { ...route, eyes };
}

function tablePath({ table, moment, eyes }: TableRoute): string {
  const place = `/t/${encodeURIComponent(table)}`;
  if (moment === undefined) return place;
  return `${place}/${moment}${eyes === undefined ? "" : `?eyes=${viewpointName(eyes)}`}`;
}

function puzzleAt([game, puzzle, ...rest]: string[]): Route {
  if (game === undefined) return { page: "puzzles" };
  if (puzzle === undefined || rest.length > 0) return { page: "lost" };
  return { page: "puzzle", game, puzzle };
}

/** Converts a place, which may have a query, to the page to which it leads. */
export function match(place: string): Route {
  const [path = "", query = ""] = place.split("?", 2);
  const parts = path.split("/").filter(Boolean).map(decode);
  const [first, second] = parts;
  if (parts.length === 0) return { page: "home" };
  if (first === "me" && parts.length === 1) return { page: "me" };
  if (first === "record" && parts.length === 1) return { page: "record" };
  if (first === "learn" && second && parts[2] === "second" && parts.length === 3)
    return { page: "learn", game: second, lesson: "second" };
  if (first === "puzzles") return puzzleAt(parts.slice(1));
  if (first === "t" && second && parts[2] === "review" && parts.length === 3)
    return { page: "review", table: second };
  if (first === "t" && second && parts.length <= 3) return tableAt(second, parts[2], query);
  if (parts.length === 2 && second) {
    if (first === "new") return { page: "new", game: second };
    if (first === "rules") return { page: "rules", game: second };
    if (first === "learn") return { page: "learn", game: second };
    if (first === "ratings") return { page: "ratings", game: second };
    if (first === "position") return { page: "position", game: second };
    if (first === "edition") return { page: "edition", game: second };
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

/** The address of a page with its parameters, without the host. */
export function path(route: Exclude<Route, { page: "lost" }>): string {
  return addressOf(place(route));
}

/** The link to a page, for other devices. */
export function linkTo(route: Exclude<Route, { page: "lost" }>): string {
  return location.origin + path(route);
}

function place(route: Exclude<Route, { page: "lost" }>): string {
  switch (route.page) {
    case "home":
      return "/";
    case "new":
      return `/new/${encodeURIComponent(route.game)}`;
    case "table":
      return tablePath(route);
    case "review":
      return `${tablePath({ page: "table", table: route.table })}/review`;
    case "record":
      return "/record";
    case "rules":
      return `/rules/${encodeURIComponent(route.game)}`;
    case "learn":
      return `/learn/${encodeURIComponent(route.game)}${route.lesson ? "/second" : ""}`;
    case "puzzles":
      return "/puzzles";
    case "puzzle":
      return `/puzzles/${encodeURIComponent(route.game)}/${encodeURIComponent(route.puzzle)}`;
    case "me":
      return "/me";
    case "ratings":
      return `/ratings/${encodeURIComponent(route.game)}`;
    case "position":
      return `/position/${encodeURIComponent(route.game)}`;
    case "edition":
      return `/edition/${encodeURIComponent(route.game)}`;
  }
}

/** Returns true if a click on a link should open the target in this page, without loading. */
export function staysInside(
  event: Pick<
    MouseEvent,
    "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey" | "defaultPrevented"
  >,
  link: Pick<HTMLAnchorElement, "origin" | "target" | "pathname" | "search" | "download">,
  origin: string,
): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey;
  const simple = plain && !event.shiftKey && !event.altKey && !event.defaultPrevented;
  return (
    simple &&
    link.origin === origin &&
    (link.target === "" || link.target === "_self") &&
    link.download === "" &&
    match(placeOf(link) ?? "/lost").page !== "lost"
  );
}
