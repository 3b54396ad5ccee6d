/** Converts the server's reading of an unfinished arrangement into texts for display. */
import type { Problem, Reading, Square } from "../../generated/shinra";
import { grammar } from "../../lib/i18n/grammar";
import { worded, type Lang } from "../../lib/i18n/i18n.svelte";
import type { DraftResult } from "../types";
import { words } from "./messages";

/** A problem or warning about an arrangement, with the rule it follows from. */
export interface Remark {
  square: Square | null;
  text: string;
  rule: string | null;
}

/** The state of an arrangement, as the set-up panel shows it. */
export interface Status {
  /** The missing cards, in words. */
  missing: string[];
  problems: Remark[];
  warnings: Remark[];
  /** The action of the complete arrangement that the server suggests. */
  completed: string | null;
  /** True if the user may confirm the arrangement. */
  ready: boolean;
  /** The reason why the user may not confirm it. */
  refused: Omit<Remark, "square"> | null;
}

/** The reading, if it is about an arrangement; otherwise null. */
export function arrangement(reading: unknown): Extract<Reading, { kind: "arrange" }> | null {
  const given = reading as Reading | null | undefined;
  return given?.kind === "arrange" ? given : null;
}

const LACKING = ["king", "single", "stack2", "stack3"] as const;

/** Converts the server's answer to a draft; null before there is one. */
export function status(drafted: DraftResult, lang: Lang): Status | null {
  const reading = arrangement(drafted?.reading);
  if (!drafted || !reading) return null;
  const remark = ({ square, why }: Problem): Remark => ({
    square,
    text: worded(why.message, lang),
    rule: why.rule,
  });
  const { missing } = reading;
  const { lacking } = words(lang);
  return {
    missing: LACKING.filter((what) => missing[what] > 0).map((what) =>
      lacking[what](missing[what]),
    ),
    problems: reading.problems.map(remark),
    warnings: reading.warnings.map(remark),
    completed: drafted.completed,
    ready: drafted.refused === null,
    refused: drafted.refused && {
      text: worded(drafted.refused.message, lang),
      rule: drafted.refused.rule,
    },
  };
}

/** One line of the messages shown while the user arranges the set-up. */
export interface Line {
  tone: "bad" | "good" | "warn" | "plain";
  /** A symbol shown before the line; "" for none. */
  mark: string;
  /** The subject of the line, shown before its text; "" for none. */
  label: string;
  text: string;
  rule: string | null;
}

/** Builds a line of the messages; `more` sets the optional fields. */
export function line(tone: Line["tone"], mark: string, text: string, more?: Partial<Line>): Line {
  return { tone, mark, text, label: "", rule: null, ...more };
}

/** The server's remarks about an arrangement, the most important first. */
export function remarks(status: Status | null, lang: Lang): Line[] {
  if (!status) return [];
  const { missing, problems, warnings } = status;
  return [
    ...problems.map(({ square, text, rule }) =>
      line("bad", "✕", text, { rule, label: square && !text.includes(square) ? square : "" }),
    ),
    ...(missing.length > 0
      ? [
          line("plain", "", grammar(lang).list(missing), {
            label: words(lang).missing,
          }),
        ]
      : []),
    ...warnings.map(({ text, rule }) => line("warn", "⚠", text, { rule })),
    ...(missing.length + problems.length === 0 ? [line("good", "✓", words(lang).complete)] : []),
  ];
}
