/** Texts about the parts of the game, with the names from its glossary and components. */
import type {
  Cell,
  Direction,
  End,
  Face,
  Forecast,
  Icon,
  IconReading,
  LayoutView,
  Reading,
} from "../../generated/honnoji";
import type { LocalizedText } from "../../generated/core";
import { grammar, type Lang } from "../../lib/i18n/grammar";
import { rulebook } from "../../lib/i18n/rulebook.svelte";
import type { Tip } from "../../lib/dom/tip";
import type { Looks } from "./faces";
import type { LastMove } from "./lastMoveMarks";
import { words } from "./messages";

/** The arrow that stands for the direction of an icon. */
export const ARROWS: Record<Direction, string> = { up: "↑", right: "→", down: "↓", left: "←" };

/** The keys of the seats in the glossary. */
const SEATS = ["red", "blue", "yellow", "green", "purple"] as const;

const headed = (name: LocalizedText, lang: Lang): string => grammar(lang).heading(name[lang]);

/** The name of an entry of the game's glossary, in the form used within a sentence. */
export const term = (key: string, lang: Lang): string => rulebook.name("honnoji", key)[lang];
/** The name of an entry of the game's glossary, in the form of a heading. */
export const heading = (key: string, lang: Lang): string =>
  headed(rulebook.name("honnoji", key), lang);
/** The name of a seat. */
export const seatName = (seat: number, lang: Lang): string => heading(SEATS[seat] ?? "", lang);
/** A card's name. */
export const faceName = (looks: Looks, face: Face, lang: Lang): string =>
  headed(looks.name(face), lang);
/** An icon's name. */
export const iconName = (looks: Looks, icon: Icon, lang: Lang): string =>
  headed(looks.icon(icon), lang);
/** The names of cards as a list. Number cards are listed by their digits only. */
export const faceNames = (looks: Looks, faces: readonly Face[], lang: Lang): string =>
  grammar(lang).list(
    faces.map((face) => (looks.get(face)?.number ? face : faceName(looks, face, lang))),
  );

/** The icons of a card in words; empty for a card without any. */
function iconsWord(looks: Looks, face: Face, lang: Lang): string {
  const icons = looks.get(face)?.icons ?? [];
  return words(lang).icons(
    icons.map(({ icon, direction }) => `${iconName(looks, icon, lang)}${ARROWS[direction]}`),
  );
}

/** The description of a card: name, points, icons. */
export function cardWord(looks: Looks, face: Face, lang: Lang): string {
  const points = looks.get(face)?.points ?? 0;
  return grammar(lang).list([
    faceName(looks, face, lang),
    points > 0 && words(lang).points(points),
    iconsWord(looks, face, lang),
  ]);
}

/** The tooltip of a card, with its rules. */
export function cardTip(looks: Looks, face: Face, lang: Lang): Tip {
  const look = looks.get(face);
  return {
    title: cardWord(looks, face, lang),
    text: look?.does[lang],
    rules: look?.rules ?? [],
  };
}

/** The position of a cell relative to the middle, in words. */
export function placeWord({ x, y }: Cell, lang: Lang): string {
  const { middle, way, ways } = words(lang);
  const along = (n: number, more: Direction, less: Direction) =>
    n === 0 ? [] : [way(term(n > 0 ? more : less, lang), Math.abs(n))];
  return ways([...along(y, "up", "down"), ...along(x, "right", "left")]) || middle;
}

/** The sum of the numbers that an icon reads: `2 + 3 = 5`. */
export function chainWord({ chain, number }: IconReading): string {
  const numbers = chain.map(({ face }) => face);
  if (number === null) return "";
  return numbers.length > 1 ? `${numbers.join("+")}=${number}` : `${number}`;
}

/** The effect of an icon for the pawn's square, in words. */
export function effectWord({ effect, end, stop, icon }: IconReading, lang: Lang): string {
  const said = words(lang);
  switch (effect.kind) {
    case "nothing":
      return end === "empty" && stop === null ? said.edge : said.nothingBecause[end];
    case "arrives":
      return said.arrives(effect.square);
    case "passes":
      return said.passes(effect.square);
    case "stays":
      return said.stays[effect.why];
    case "attacks":
      return icon === "gun" ? said.shoots(effect.square) : said.strikes(effect.square);
    case "out_of_reach":
      return effect.reach.length === 0
        ? said.standsNowhere
        : said.outOfReach(effect.square, effect.reach);
    case "recovers":
      return said.recovers(effect.cards);
  }
}

/** The reason why the chain of an icon ended, if it is worth a remark. */
export const endedWord = ({ number, end }: IconReading, lang: Lang): string =>
  number === null ? "" : words(lang).chainEnded[end];

/** The chain and the effect of an icon, in a sentence. */
export function iconWord(looks: Looks, reading: IconReading, lang: Lang): string {
  const chain = chainWord(reading);
  const name = `${faceName(looks, reading.card, lang)} ${iconName(looks, reading.icon, lang)}${ARROWS[reading.direction]}`;
  const ended = endedWord(reading, lang);
  return [name, chain, effectWord(reading, lang), ended && `(${ended})`].filter(Boolean).join(" ");
}

/**
 * The orders of a whole layout, each as an icon and a number: the square, or the number of cards to
 * recover.
 */
export const signs = ({
  path,
  destination,
  attacks,
  recover,
}: Reading): (readonly [Icon, number])[] => [
  ...(path.length > 0 && destination !== null ? [["move", destination] as const] : []),
  ...attacks.map(({ icon, square }) => [icon, square] as const),
  ...(recover > 0 ? [["recover", recover] as const] : []),
];

/** The orders of a whole layout, in a few words for experienced players. */
export function planWords({ from, destination, path, attacks, recover }: Reading, lang: Lang) {
  const said = words(lang);
  const out: string[] = [];
  if (path.length > 0 && destination !== null) out.push(said.goes(destination, path.slice(0, -1)));
  else if (from !== null) out.push(said.remains(from));
  for (const { icon, square } of attacks)
    out.push(icon === "gun" ? said.attacksWithGun(square) : said.attacksWithSword(square));
  if (recover > 0) out.push(said.recovers(recover));
  return out;
}

/** The orders of a whole layout and what happens to its cards, for screen readers. */
export function readingWord(looks: Looks, reading: Reading, lang: Lang): string {
  const { list, sentences } = grammar(lang);
  const said = words(lang);
  const { stays, path, returns, exposes } = reading;
  return sentences([
    list(planWords(reading, lang)),
    stays && stays !== "not_designated" && path.length === 0 && said.stays[stays],
    returns.length > 0 && `${said.returns}: ${faceNames(looks, returns, lang)}`,
    exposes.length > 0 && `${said.exposes}: ${faceNames(looks, exposes, lang)}`,
  ]);
}

/** A layout, as far as it is known, in words. */
export function layoutWord(looks: Looks, laid: LayoutView, lang: Lang): string {
  const said = words(lang);
  switch (laid.kind) {
    case "none":
      return said.notLaid;
    case "declared":
      return said.declared;
    case "face_down":
      if (laid.cells.length === 0) return said.laidNothing;
      return said.cardsFaceDown(laid.cells.map((cell) => placeWord(cell, lang)));
    case "open":
      if (laid.layout.length === 0) return said.laidNothing;
      return readingWord(looks, laid.reading, lang);
  }
}

/** The question to the user about the awaited decision, as a heading. */
export function askWord(
  asked: { kind: "take" | "steal" | "burn" | "recover" } & Partial<{
    square: number;
  }>,
  victim: string,
  most: number,
  lang: Lang,
): string {
  const said = words(lang);
  switch (asked.kind) {
    case "take":
      return said.askTake(asked.square ?? 0);
    case "steal":
      return said.askSteal(victim);
    case "burn":
      return said.askBurn;
    case "recover":
      return said.askRecover(most);
  }
}

/** The effect of confirming a recovery, in words. */
export const recoverWord = (looks: Looks, faces: readonly Face[], lang: Lang): string => {
  const { recoverNothing, recoverThese, numberCard } = words(lang);
  if (faces.length === 0) return recoverNothing;
  const names = faces.map((face) =>
    looks.get(face)?.number ? numberCard(face) : looks.name(face)[lang],
  );
  return recoverThese(faces.length, grammar(lang).list(names));
};

/** The gains and risks of a layout if no other seat interferes, in sentences. */
export function forecastWords(
  looks: Looks,
  forecast: Forecast,
  names: readonly string[],
  lang: Lang,
): string[] {
  const said = words(lang);
  const { destination, picks_up, points, burns, company, targets } = forecast;
  const named = (seats: readonly number[]) => seats.map((seat) => names[seat] ?? "");
  const out: string[] = [];
  if (destination !== null && burns) out.push(said.intoFire(destination));
  else if (destination !== null) {
    const cards =
      picks_up.length > 0 ? `+${points} ${faceNames(looks, picks_up, lang)}` : said.nothingThere;
    out.push(`${said.alone(destination)} ${cards}`);
    if (company.length > 0) out.push(said.beside(named(company)));
  }
  const squares = [...new Map(targets.map((target) => [target.square, target])).values()];
  for (const { square, seats } of squares) out.push(said.targetNow(square, named(seats)));
  return out;
}

/** The reason why the game ended, in words. `winners` are their names, joined. */
export function endWord({ reason }: End, winners: string, lang: Lang): string {
  const { drawn, won, ends } = words(lang);
  return (reason === "draw" ? drawn : won)(winners, ends[reason]);
}

/** The text about the mark of a last move. */
export function traceWord(trace: LastMove, names: readonly string[], lang: Lang): string {
  const said = words(lang);
  const name = names[trace.seat] ?? "";
  switch (trace.kind) {
    case "left":
      return said.left(name, trace.to);
    case "attacked":
      return trace.icon === "gun" ? said.shot(name) : said.struck(name);
    case "took":
      return trace.from === null
        ? said.took(name, trace.square)
        : said.stole(name, names[trace.from] ?? "", trace.square);
  }
}

/** The square of a pawn and the square that it came from, in words. */
export const pawnWord = (square: number, from: number | null, lang: Lang): string =>
  from === null || from === square ? words(lang).stands(square) : words(lang).came(square, from);

/** The text of a square's tooltip. */
export function squareTip(
  now: { who: readonly string[]; cards: string; fire: boolean; marks: readonly string[] },
  lang: Lang,
): string {
  const said = words(lang);
  return grammar(lang).sentences([
    now.fire && said.burns,
    now.who.length > 0 ? said.here(now.who) : said.nobodyHere,
    now.cards ? said.cardsHere(now.cards) : said.noCardsHere,
    ...now.marks,
  ]);
}
