import { expect, test } from "vitest";
import { actionGroup } from "./actionGroup";
import { components } from "./dev/positions";

const name = (action: string) => actionGroup(action, components)?.name;

test("a tile has one group, whatever is done with it and wherever it is placed", () => {
  for (const action of ["draft slide keep", "draft slide place D4 n", "place slide E5 s"])
    expect(name(action)).toEqual({ ja: "スライド(タテ)", en: "Slide" });
  for (const action of ["draft C5 keep", "draft F7 use", "use C5"])
    expect(name(action)).toEqual({ ja: "ジェムタイル", en: "Gem tile" });
});

test("moves, the line and each skill have a group", () => {
  expect(name("move n")).toEqual(name("move e"));
  expect(name("take para")).toEqual(name("take C5"));
  expect(name("return ice")?.en).toBe("Discard a tile");
  expect(name("rotate D4 left")).toEqual({ ja: "ローテート", en: "Rotate" });
  expect(name("crash D4")?.en).toBe("Crash");
  expect(name("steal D4")?.en).toBe("Steal");
});

test("single actions and unknown ones have none", () => {
  for (const action of ["end", "recall", "dance D4"])
    expect(actionGroup(action, components)).toBeNull();
});
