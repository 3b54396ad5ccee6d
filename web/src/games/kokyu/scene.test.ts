import { describe, expect, it } from "vitest";
import { board } from "./dev/positions";
import { currentCard, kohiGoal, phase } from "./scene";

describe("kohiGoal", () => {
  it("reads the option", () => {
    expect(kohiGoal({ kohiGoal: 2 })).toBe(2);
    expect(kohiGoal({ kohiGoal: 3 })).toBe(3);
  });
  it("defaults to the beginner game", () => {
    expect(kohiGoal({})).toBe(3);
    expect(kohiGoal({ kohiGoal: "two" })).toBe(3);
  });
});

describe("phase", () => {
  it("follows the tasks", () => {
    expect(phase(board())).toBe("placing");
    expect(phase(board((b) => (b.tasks = [])))).toBe("between");
    const processing = board((b) => (b.tasks = [{ task: "process", card: 4, activated: false }]));
    expect(phase(processing)).toBe("processing");
    expect(phase({ ...processing, end: { end: "kohi" } })).toBe("over");
  });
});

describe("currentCard", () => {
  it("is the one whose eunuch is to return", () => {
    const b = board((b) => {
      b.tasks = [
        { task: "process", card: 4, activated: false },
        { task: "return", card: 4 },
      ];
    });
    expect(currentCard(b)).toBe(5);
  });
  it("is none while placing or on an empty card", () => {
    expect(currentCard(board())).toBeNull();
    expect(
      currentCard(board((b) => (b.tasks = [{ task: "process", card: 4, activated: false }]))),
    ).toBeNull();
  });
});
