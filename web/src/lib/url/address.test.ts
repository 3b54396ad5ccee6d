import { expect, test } from "vitest";
import { addressOf, fileAddress, inPath, inQuery, placeOf } from "./address";

const PLACES = ["/", "/rules/kokyu", "/t/local-kokyu-ab12/17?eyes=all", "/rules/a%2Fb%20%C3%A4"];

test("a place has an address that leads back to it, in each form", () => {
  for (const form of [inPath, inQuery("/"), inQuery("/club/zashiki/")])
    for (const place of PLACES) {
      const url = new URL(form.address(place), "https://host/");
      expect(form.place(url), url.href).toBe(place);
    }
});

test("every page of a static site is the same document", () => {
  const { address } = inQuery("/club/");
  expect(PLACES.map((place) => new URL(address(place), "https://host/").pathname)).toEqual(
    PLACES.map(() => "/club/"),
  );
  expect(address("/t/a/17?eyes=all")).toBe("/club/?/t/a/17&eyes=all");
});

test("addresses that other programs changed are understood, and others are outside", () => {
  const { place } = inQuery("/club/");
  const at = (address: string) => place(new URL(address, "https://host/"));
  expect(at("/club/?%2Frules%2Fkokyu")).toBe("/rules/kokyu");
  expect(at("/club/?%2frules%2fkokyu&eyes=all")).toBe("/rules/kokyu?eyes=all");
  expect(at("/club/?utm_source=mail")).toBe("/");
  expect(at("/club/?/rules/kokyu&fbclid=1")).toBe("/rules/kokyu?fbclid=1");
  expect(at("/club/index.html?/puzzles")).toBe("/puzzles");
  for (const outside of ["/", "/other/", "/club", "/club/icon.svg", "/club/a/?/rules/kokyu"])
    expect(at(outside), outside).toBeNull();
});

test("on a server the address is the place, and files are at the root", () => {
  expect(addressOf("/t/a?eyes=all")).toBe("/t/a?eyes=all");
  expect(placeOf({ pathname: "/t/a", search: "?eyes=all" })).toBe("/t/a?eyes=all");
  expect(new URL(fileAddress("icon.svg")).pathname).toBe("/icon.svg");
});

/** The sources of the page, by their paths. */
const sources = import.meta.glob<string>(
  ["../../**/*.{ts,svelte}", "!../../**/*.test.ts", "!../../**/dev/**", "!../testing/**"],
  { query: "?raw", import: "default", eager: true },
);

test("no other module writes an address that works only at the root of a host", () => {
  const rooted = /\b(?:href|src|icon)(?:=|: )\{?["'`]\/|\b(?:go|replace|register)\(["'`]\//;
  expect(rooted.test('<a href="/">') && rooted.test('router.go("/t/a")')).toBe(true);
  const found = Object.entries(sources).filter(([, source]) => rooted.test(source));
  expect(found.map(([file]) => file)).toEqual([]);
  expect(Object.keys(sources).length).toBeGreaterThan(300);
});
