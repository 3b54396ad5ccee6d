import { expect, test } from "vitest";
import { match, path, staysInside, type Route } from "./routes";

test("every place has a path that leads back to it", () => {
  const places: Exclude<Route, { page: "lost" }>[] = [
    { page: "home" },
    { page: "new", game: "kokyu" },
    { page: "table", table: "a1b2" },
    { page: "table", table: "a1b2", moment: 0 },
    { page: "table", table: "a1b2", moment: 17, eyes: 1 },
    { page: "table", table: "a1b2", moment: 17, eyes: null },
    { page: "table", table: "a1b2", moment: 17, eyes: "all" },
    { page: "review", table: "a1b2" },
    { page: "record" },
    { page: "rules", game: "a game/with ä" },
    { page: "learn", game: "kokyu" },
    { page: "puzzles" },
    { page: "puzzle", game: "hostile", puzzle: "tsume-2" },
    { page: "position", game: "hostile" },
    { page: "me" },
    { page: "ratings", game: "hostile" },
  ];
  for (const place of places) expect(match(path(place))).toEqual(place);
});

test("an unknown place is not found, malformed escapes included", () => {
  for (const wrong of [
    "/new",
    "/t",
    "/t/a/b",
    "/t/a/-1",
    "/t/a/1/2",
    "/t/a/review/2",
    "/record/x",
    "/other/x",
    "/rules",
    "/puzzles/hostile",
    "/puzzles/hostile/tsume-2/x",
    "/position",
    "/me/x",
    "/ratings",
    "/%",
  ])
    expect(match(wrong), wrong).toEqual({ page: "lost" });
  expect(match("/t/%E0%A4%A")).toEqual({ page: "table", table: "%E0%A4%A" });
  expect(match("//t//x/")).toEqual({ page: "table", table: "x" });
});

test("only plain clicks on the page's own addresses stay inside", () => {
  const origin = "http://here";
  const click = {
    button: 0,
    metaKey: false,
    ctrlKey: false,
    shiftKey: false,
    altKey: false,
    defaultPrevented: false,
  };
  const link = { origin, target: "", pathname: "/t/x", search: "", download: "" };
  expect(staysInside(click, link, origin)).toBe(true);
  expect(staysInside({ ...click, ctrlKey: true }, link, origin)).toBe(false);
  expect(staysInside({ ...click, button: 1 }, link, origin)).toBe(false);
  expect(staysInside({ ...click, defaultPrevented: true }, link, origin)).toBe(false);
  expect(staysInside(click, { ...link, target: "_blank" }, origin)).toBe(false);
  expect(staysInside(click, { ...link, origin: "http://there" }, origin)).toBe(false);
  expect(staysInside(click, { ...link, download: "x.json" }, origin)).toBe(false);
  expect(staysInside(click, { ...link, pathname: "/api/tables/x/record" }, origin)).toBe(false);
});
