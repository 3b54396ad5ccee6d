import { expect, test } from "vitest";
import { lengthOf } from "../../lib/ui/nameLength";
import { abridged } from "./longName";

test("a name is whole where two small lines have room for it", () => {
  for (const seats of [1, 2, 3, 4, 5]) {
    expect(abridged("あやめ", seats)).toBe("あやめ");
    expect(abridged("Maximiliane", seats)).toBe("Maximiliane");
  }
  expect(abridged("Alexandria Montgomery", 3)).toBe("Alexandria Montgomery");
  expect(abridged("とてもながいなまえのひとです", 3)).toBe("とてもながいなまえのひとです");
});

test("a longer name keeps its beginning and its end, so that names stay different", () => {
  const names = ["とてもながいなまえのひと その一", "とてもながいなまえのひと その二"];
  for (const seats of [4, 5]) {
    const [first, second] = names.map((name) => abridged(name, seats));
    expect(first).toMatch(/^とても.*….*一$/);
    expect(second).toMatch(/^とても.*….*二$/);
    expect(first).not.toBe(second);
    expect(lengthOf(first!)).toBeLessThan(lengthOf(names[0]!));
  }
  // More seats leave less room.
  expect(lengthOf(abridged(names[0]!, 5))).toBeLessThan(lengthOf(abridged(names[0]!, 4)));
});

test("a letter of several code points is kept whole", () => {
  const family = "👩‍👩‍👧";
  expect(abridged(`Iris Bartholomew ${family}`, 5).endsWith(`…w ${family}`)).toBe(true);
});
