import { expect, test } from "vitest";
import { allViewpoints, viewpointName, parseViewpoint, seatOf } from "./viewpoint";

test("the omniscient viewpoint is offered where it shows more than a spectator's", () => {
  expect(allViewpoints(3, { private_information: true })).toEqual([0, 1, 2, null, "all"]);
  expect(allViewpoints(2, { private_information: false })).toEqual([0, 1, null]);
  expect(allViewpoints(2, undefined)).toEqual([0, 1, null]);
});

test("viewpoints have names that lead back to them, and nothing else has", () => {
  for (const eyes of allViewpoints(5, { private_information: true }))
    expect(parseViewpoint(viewpointName(eyes))).toBe(eyes);
  for (const wrong of ["", "10", "-1", "null", "everyone"])
    expect(parseViewpoint(wrong)).toBeUndefined();
});

test("only a seat's own viewpoint is a seat's", () => {
  expect([seatOf(2), seatOf(null), seatOf("all")]).toEqual([2, null, null]);
});
