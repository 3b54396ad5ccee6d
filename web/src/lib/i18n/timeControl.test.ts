import { expect, test } from "vitest";
import type { TimeControl } from "../../generated/session";
import { LANGS } from "./grammar";
import { messagesIn } from "./messages";
import { clockFace, timeInWords } from "./timeControl";

const decision = (seconds: number): TimeControl => ({ kind: "decision", seconds });
const total = (seconds: number, increment: number): TimeControl => ({
  kind: "total",
  seconds,
  increment,
});

test.each([
  [decision(45), "一手45秒", "45 seconds for each decision"],
  [decision(300), "一手5分", "5 minutes for each decision"],
  [decision(259_200), "一手3日", "3 days for each decision"],
  [
    total(900, 10),
    "持ち時間15分、一手ごとに10秒加算",
    "15 minutes in all, 10 seconds more each decision",
  ],
  [total(900, 0), "持ち時間15分", "15 minutes in all"],
])("%j has words", (time, ja, en) => {
  expect(LANGS.map((lang) => timeInWords(time, messagesIn(lang)))).toEqual([ja, en]);
});

test.each([
  [59, "0:59"],
  [90, "1:30"],
  [5_400, "1:30:00"],
  [172_800, "2 days"],
])("a clock with %i seconds shows %s", (seconds, face) => {
  expect(clockFace(seconds, messagesIn("en"))).toBe(face);
});
