// @vitest-environment jsdom
import { expect, test } from "vitest";
import { Entrances } from "./entrance";

test("a recreated element does not play its entrance again", () => {
  const entrances = new Entrances();
  const mount = (key: string) => {
    const node = document.createElement("span");
    const leave = entrances.enter(key, "flip")(node);
    return { node, leave };
  };
  const first = mount("card 5");
  expect(first.node.className).toBe("flip");
  first.leave?.();
  expect(mount("card 5").node.className).toBe("");
  expect(mount("card 6").node.className).toBe("flip");
});
