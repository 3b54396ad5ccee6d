import { describe, expect, it, vi } from "vitest";
import { Control, type Means } from "./control.svelte";
import { lit } from "./notation";

const OWNERS: Record<string, number> = { a1: 0, b1: 0, b2: 0, c4: 1, d4: 1 };

function table(actions: string[]) {
  const act = vi.fn();
  const litBy = (actions: string[]) =>
    lit(actions.map((action) => ({ action, label: { ja: action, en: action } })));
  let now = litBy(actions);
  const situation = () => ({
    lit: now,
    owner: (square: string) => OWNERS[square] ?? null,
    you: 0,
  });
  const control = new Control(situation, act);
  const turn = (actions: string[]) => {
    now = litBy(actions);
  };
  const press = (squares: string, means: Means = "mouse") =>
    squares.split(" ").map((square) => control.press(square, means));
  return { act, control, press, turn };
}

describe("control", () => {
  it("moves with two presses", () => {
    const { act, press } = table(["a1>a2", "a1>c4"]);
    expect(press("a1 a2")).toEqual([true, true]);
    expect(act).toHaveBeenCalledExactlyOnceWith("a1>a2");
  });

  it("needs two presses to join, and for an attack by finger", () => {
    const joining = table(["a1>b1", "b1>b3"]);
    joining.press("a1 b1");
    expect(joining.act).not.toHaveBeenCalled();
    expect(joining.control.aim).toBe("b1");
    joining.press("b1");
    expect(joining.act).toHaveBeenCalledExactlyOnceWith("a1>b1");

    const attack = table(["a1>c4"]);
    attack.press("a1 c4", "touch");
    expect(attack.act).not.toHaveBeenCalled();
    attack.press("c4", "touch");
    expect(attack.act).toHaveBeenCalledExactlyOnceWith("a1>c4");
    const clicked = table(["a1>c4"]);
    clicked.press("a1 c4");
    expect(clicked.act).toHaveBeenCalledExactlyOnceWith("a1>c4");
  });

  it("deselects on a second press, and views pieces without actions", () => {
    const { control, press } = table(["a1>a2"]);
    press("a1 a1");
    expect(control.pick).toBeNull();
    press("d4");
    expect(control.pick).toEqual({ on: "study", square: "d4" });
    expect(press("e3")).toEqual([false]);
  });

  it("keeps the selection where it cannot go", () => {
    const { control, press } = table(["a1>a2"]);
    expect(press("a1 d4 e3")).toEqual([true, false, false]);
    expect(control.pick).toEqual({ on: "piece", square: "a1" });
  });

  it("drops a dragged piece without a second press", () => {
    const { act, control } = table(["a1>b1", "a1>c4"]);
    control.hold({ on: "piece", square: "a1" });
    control.hold({ on: "piece", square: "a1" });
    expect(control.drop("e5")).toBe(false);
    expect(control.pick).toEqual({ on: "piece", square: "a1" });
    expect(control.drop("b1")).toBe(true);
    expect(act).toHaveBeenCalledExactlyOnceWith("a1>b1");
  });

  it("switches two pieces without a second press", () => {
    const { act, press } = table(["switch a1 b1", "no switch"]);
    press("b1 a1");
    expect(act).toHaveBeenCalledExactlyOnceWith("switch a1 b1");
  });

  it("sends an attacker to its target without a selection", () => {
    const { act, press } = table(["back a2", "join b1", "to hand"]);
    expect(press("d4 c3")).toEqual([false, false]);
    press("b1");
    expect(act).toHaveBeenCalledExactlyOnceWith("join b1");
  });

  it("joins a remainder with another thing", () => {
    const { act, control, press } = table(["put shu~ c1", "pair shu~ dai c1", "put dai c2"]);
    control.takeItem("shu~");
    control.takeItem("dai");
    expect(control.pick).toEqual({ on: "pair", first: "shu~", second: "dai" });
    expect([...control.targets.keys()]).toEqual(["c1"]);
    press("c1");
    expect(act).toHaveBeenCalledExactlyOnceWith("pair shu~ dai c1");
  });

  it("selects a viewed piece when it has an action", () => {
    const { act, control, press, turn } = table([]);
    press("a1");
    expect(control.pick).toEqual({ on: "study", square: "a1" });
    turn(["a1>a2", "a1>c4"]);
    control.check();
    expect(control.pick).toEqual({ on: "piece", square: "a1" });
    press("c4");
    expect(act).toHaveBeenCalledExactlyOnceWith("a1>c4");
    // An enemy's piece is still only viewed.
    const other = table([]);
    other.press("d4");
    other.turn(["a1>a2"]);
    other.control.check();
    expect(other.control.pick).toEqual({ on: "study", square: "d4" });
  });
});
