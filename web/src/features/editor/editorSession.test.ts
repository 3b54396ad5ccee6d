import { describe, expect, it } from "vitest";
import type { Editing } from "../../games/types";
import { EditorSession } from "./editorSession.svelte";

/** A fake game, whose positions are letters on three places; no letter can go to the last place. */
type Letters = readonly string[];
const text = (said: string) => ({ ja: said, en: said });
const editing: Editing<Letters> = {
  places: (position) =>
    position.map((letters, at) => ({
      id: String(at),
      name: text(`place ${at}`),
      takings: [...letters].map((letter) => ({ id: letter, name: text(letter) })),
    })),
  move: (position, from, letter, to) => {
    if (to === "2") return null;
    return position.map((letters, at) => {
      if (String(at) === from) return letters.replace(letter, "");
      return String(at) === to ? letters + letter : letters;
    });
  },
  fields: () => [],
};
function editor(position: Letters = ["ab", "c", ""]) {
  const changes: unknown[] = [];
  const edited = { seats: 1, options: {}, components: {}, names: [] };
  const made = new EditorSession(editing as Editing, edited, position, (next) =>
    changes.push(next),
  );
  return { made, changes };
}

describe("the editor of positions", () => {
  it("selects the pressed thing and moves it to the next pressed place", () => {
    const { made, changes } = editor();
    made.press("0");
    expect(made.taken).toMatchObject({ from: "0", taking: { id: "a" } });
    expect([...made.targets]).toEqual(["1"]);
    made.press("1");
    expect(made.taken).toBe(null);
    expect(changes).toEqual([["b", "ca", ""]]);
    expect(made.at).toBe("1");
  });

  it("deselects on a second press, and selects something else where it cannot go", () => {
    const { made, changes } = editor(["a", "", "z"]);
    made.press("0");
    made.press("0");
    expect(made.taken).toBe(null);
    made.press("0");
    made.press("2");
    expect(made.taken).toMatchObject({ from: "2", taking: { id: "z" } });
    expect(changes).toEqual([]);
  });

  it("selects one of several things by its name", () => {
    const { made } = editor();
    const [, second] = made.place("0")!.takings;
    made.take("0", second!);
    expect(made.put("1")).toBe(true);
    expect(made.position).toEqual(["a", "cb", ""]);
  });

  it("marks where the position differs from the last possible one", () => {
    const { made } = editor();
    made.press("0");
    made.press("1");
    expect([...made.changed]).toEqual(["0", "1"]);
    made.lay(made.position, ["b", "ca", "!"]);
    expect(made.changed.size).toBe(0);
    expect(made.position).toEqual(["b", "ca", "!"]);
  });

  it("keeps an edit that was made while the previous one was being checked", () => {
    const { made } = editor();
    made.write(["b", "ca", ""]);
    const first = made.position;
    made.write(["", "cab", ""]);
    made.lay(first, first);
    expect(made.position).toEqual(["", "cab", ""]);
    expect(made.laid).toBe(first);
  });

  it("undoes edits one by one, and has each checked", () => {
    const { made, changes } = editor();
    made.write(["b", "ca", ""]);
    made.write(["", "cab", ""]);
    made.undo();
    made.undo();
    made.undo();
    expect(made.position).toEqual(["ab", "c", ""]);
    expect(changes).toHaveLength(4);
    expect(made.canUndo).toBe(false);
  });
});
