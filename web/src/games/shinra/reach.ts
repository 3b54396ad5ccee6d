/**
 * The effect of each square for the selected piece or item, as a sign on the square and in words.
 */
import type { Kind, Reached, Reading, Square } from "../../generated/shinra";
import type { LegalAction } from "../../generated/core";
import { grammar } from "../../lib/i18n/grammar";
import { worded, type Lang } from "../../lib/i18n/i18n.svelte";
import type { Pick } from "./control.svelte";
import { cardsName, type Spoken, type Word } from "./texts";
import { words } from "./messages";

/** The kinds of sign that the page draws on target squares. */
export type Sign = "go" | "leap" | "jump" | "join" | "switch" | "attack" | "capture";

/** A square that the selected piece or item can go to. */
export interface Target {
  square: Square;
  sign: Sign;
  /** The square of the selected piece; null for an item of a hand. */
  from: Square | null;
  /** The square of the own piece that is jumped over; null for no jump. */
  over: Square | null;
  /** True if a press takes the action; false for a piece that is only viewed. */
  live: boolean;
  /** The effect as the server describes it; null while it is unknown. */
  reached: Reached | null;
  /** The description of the effect in words. */
  words: string;
  /** If the attack does not capture, the attacker's possible continuations, in words. */
  then: readonly string[];
}

/** Returns the owner and the cards of the piece on a square; null for an empty square. */
export type Occupant = (square: Square) => { seat: number; cards: readonly Kind[] } | null;

/**
 * The draft that asks the server which squares the selection reaches; null if nothing is selected.
 */
export function question(pick: Pick | null): string | null {
  switch (pick?.on) {
    case "piece":
    case "study":
      return `${pick.square}>`;
    case "item":
      return `put ${pick.item}>`;
    case "pair":
      return `pair ${pick.first} ${pick.second}>`;
    default:
      return null;
  }
}

/** Returns true if a reading from the server belongs to the current selection. */
function answersPick(reading: Reading | null, pick: Pick | null): boolean {
  if (reading?.kind === "reach")
    return (pick?.on === "piece" || pick?.on === "study") && pick.square === reading.from;
  return reading?.kind === "put" && (pick?.on === "item" || pick?.on === "pair");
}

function signOf({ does, ways }: Reached): Sign {
  if (does === "join" || does === "step_onto") return "join";
  if (does === "attack" || does === "capture") return does;
  if (ways[0] === "jump") return "jump";
  return ways[0] === "leap" ? "leap" : "go";
}

const AFTER: Record<Reached["then"][number], Word> = {
  back: "thenBack",
  join: "thenJoin",
  hand: "thenHand",
  hand_kept: "thenHandKept",
};

function wayWords(reached: Reached, lang: Lang): string {
  const [way] = reached.ways;
  if (way === "jump") return words(lang).jump(reached.over ?? "");
  return way === "hand" ? words(lang).put : way ? words(lang)[way] : "";
}

function doesWords({ does, points, before, to }: Reached, there: Occupant, spoken: Spoken): string {
  const { lang } = spoken;
  const target = there(to);
  const name = target ? cardsName(target.cards, spoken) : "";
  switch (does) {
    case "move":
      return words(lang).moves;
    case "join":
      return words(lang).joins(name, points);
    case "step_onto":
      return words(lang).stepOn(name, points);
    case "attack":
      return words(lang).damages(name, before ?? 0, points);
    case "capture":
      return target?.cards.includes("king") ? words(lang).winning : words(lang).captures(name);
  }
}

/**
 * The target squares of the selection with their signs, whether they can be chosen now or are only
 * shown.
 */
export function targetsOf(
  pick: Pick | null,
  reading: Reading | null,
  choices: ReadonlyMap<Square, LegalAction>,
  there: Occupant,
  you: number | null,
  spoken: Spoken,
): Map<Square, Target> {
  const { lang } = spoken;
  const out = new Map<Square, Target>();
  const from = pick?.on === "piece" || pick?.on === "study" ? pick.square : null;
  const reach =
    reading && reading.kind !== "arrange" && answersPick(reading, pick) ? reading.reach : [];
  for (const reached of reach) {
    const square = reached.to;
    const parts = [wayWords(reached, lang), doesWords(reached, there, spoken)].filter(Boolean);
    out.set(square, {
      square,
      sign: signOf(reached),
      from,
      over: reached.ways[0] === "jump" ? reached.over : null,
      live: choices.has(square),
      reached,
      words: `${square}: ${grammar(lang).list(parts)}`,
      then: reached.then.map((after) => words(lang)[AFTER[after]]),
    });
  }
  for (const [square, choice] of choices) {
    if (out.has(square)) continue;
    const target = there(square);
    const switches = choice.action.startsWith("switch");
    const sign: Sign = switches
      ? "switch"
      : target === null
        ? "go"
        : target.seat === you
          ? "join"
          : "attack";
    out.set(square, {
      square,
      sign,
      from,
      over: null,
      live: true,
      reached: null,
      words: worded(choice.label, lang),
      then: [],
    });
  }
  return out;
}

/** The label of a sign: the points that the target keeps, or the points of the new stack. */
export function signLabel({ reached }: Target, lang: Lang): string {
  if (!reached) return "";
  const { does, before, points } = reached;
  switch (does) {
    case "attack":
      return `${before ?? ""}→${points}`;
    case "capture":
      return words(lang).takes;
    case "join":
      return `→${points}`;
    case "step_onto":
      return `${words(lang).kingShort} →${points}`;
    case "move":
      return "";
  }
}

const SIGN_WORDS: readonly (readonly [Sign, Word])[] = [
  ["go", "signGo"],
  ["attack", "signAttack"],
  ["join", "signJoin"],
  ["capture", "signCapture"],
  ["leap", "signLeap"],
  ["jump", "signJump"],
  ["switch", "switches"],
];

/**
 * The legend of the signs, always in the same order. Each entry states whether the sign is on the
 * board, and whether it can be chosen now.
 */
export function legend(
  targets: readonly Target[],
  lang: Lang,
): { sign: Sign; seen: boolean; live: boolean; words: string }[] {
  return SIGN_WORDS.map(([sign, word]) => {
    const those = targets.filter((target) => target.sign === sign);
    return {
      sign,
      seen: those.length > 0,
      live: those.some(({ live }) => live),
      words: words(lang)[word],
    };
  });
}
