/** The server's reading of an unfinished arrangement, for display. */
import type { Problem, Reading, Square } from "../../generated/shinra";
import { grammar } from "../../lib/i18n/grammar";
import { worded, type Lang } from "../../lib/i18n/i18n.svelte";
import type { DraftResult } from "../types";
import { words } from "./messages";

/** A remark with its rule. */
export interface Remark {
  square: Square | null;
  text: string;
  rule: string | null;
}

/** The state of an arrangement. */
export interface Status {
  /** The missing cards, in words. */
  missing: string[];
  problems: Remark[];
  warnings: Remark[];
  /** The server's completion of it. */
  completed: string | null;
  /** True if it may be confirmed. */
  ready: boolean;
  /** The reason why it may not. */
  refused: Omit<Remark, "square"> | null;
}

/** The reading of an arrangement; null for any other. */
export function arrangement(reading: unknown): Extract<Reading, { kind: "arrange" }> | null {
  const given = reading as Reading | null | undefined;
  return given?.kind === "arrange" ? given : null;
}

const LACKING = ["king", "single", "stack2", "stack3"] as const;

/** Reads the server's answer; null before it. */
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

/** One line of the messages while a side is arranged. */
export interface Line {
  tone: "bad" | "good" | "warn" | "plain";
  /** A glyph before it; "" for none. */
  mark: string;
  /** The subject; "" if it needs none. */
  label: string;
  text: string;
  rule: string | null;
}

/** A line of the messages. */
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
