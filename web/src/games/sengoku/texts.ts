/** Texts about the match, made from the names in the components and the grammar of the language. */
import type { LocalizedText } from "../../generated/core";
import type { Fit, Line, Names, Thing, Token, View, Why } from "../../generated/sengoku";
import { grammar, inEach } from "../../lib/i18n/grammar";
import type { Scene } from "./scene";
import { COLUMNS, corner, FIELD, owner } from "./sheet";
import { GENERAL, marks, strength } from "./notation";
import { words } from "./messages";

/** The language, and the components with their names in all languages. */
export type Spoken = Pick<Scene, "lang" | "components">;

type ThingKey = {
  [Key in keyof Names]: Names[Key] extends Thing ? Key : never;
}[keyof Names];

/** The name of a term of the game, such as "castle". */
export function called(key: ThingKey, { lang, components }: Spoken): string {
  return components.names[key].name[lang];
}

/** The name of a term of the game, as a heading. */
export const heading = (key: ThingKey, scene: Spoken): string =>
  grammar(scene.lang).heading(called(key, scene));

/** The plural of the name of a term of the game, as a heading. */
export const several = (key: ThingKey, scene: Spoken): string =>
  grammar(scene.lang).several(called(key, scene));

/** The ids of the rules that define a term of the game. */
export const rulesOf = (key: ThingKey, { components }: Pick<Spoken, "components">): string[] =>
  components.names[key].rules;

/** A sum that is given in halves, as a decimal number: `1` is `0.5`, `6` is `3`. */
export function half(halves: number): string {
  return halves % 2 === 0 ? String(halves / 2) : `${Math.floor(halves / 2)}.5`;
}

/** The short name of a clan. */
export const clan = (seat: number, { lang, components }: Spoken): string =>
  components.names.clans[seat]?.short[lang] ?? String(seat + 1);

/** The full name of a clan. */
export const clanName = (seat: number, { lang, components }: Spoken): string =>
  components.names.clans[seat]?.name[lang] ?? String(seat + 1);

/** The name of a battlefield, as a heading. */
export const fieldWord = (field: number, { lang, components }: Spoken): string =>
  grammar(lang).heading(components.names.battlefields[field]?.[lang] ?? String(field + 1));

/** The name of a half domino: its troop and mark, or the general for null. */
export function markWord(mark: number | null, scene: Spoken): string {
  const { lang, components } = scene;
  if (mark === null) return words(lang).mark(called("general", scene), half(1));
  return words(lang).mark(components.names.troops[mark - 1]?.[lang] ?? "", String(mark));
}

/** The name of a domino: its two halves and its strength. */
export function tileWord(tile: string, scene: Spoken): string {
  const { general, tile: tileOf } = words(scene.lang);
  const worth = [called("strength", scene), strength(tile)] as const;
  const pair = marks(tile);
  if (!pair) return general(called("general", scene), ...worth);
  return tileOf(markWord(pair[0], scene), markWord(pair[1], scene), ...worth);
}

/** The name of a domino, as a heading. */
export const tileTitle = (tile: string, scene: Spoken): string =>
  grammar(scene.lang).heading(tileWord(tile, scene));

/** A list of the names of dominoes. */
export const tilesWord = (tiles: readonly string[], scene: Spoken): string =>
  grammar(scene.lang).list(tiles.map((tile) => tileWord(tile, scene)));

/**
 * The text about the number of places for a domino, and the number of those that lie in two
 * battlefields.
 */
export function placesWord(
  all: number,
  straddling: number,
  { lang }: Pick<Spoken, "lang">,
): string {
  const { noPlaceNow, ways, waysStraddling } = words(lang);
  if (all === 0) return noPlaceNow;
  return straddling === 0 ? ways(all) : waysStraddling(all, straddling);
}

/** The name of a flower path (花道): the number of its row or the letter of its column. */
export function pathWord(field: number, line: number, { lang, components }: Spoken): string {
  const { row, column } = corner(components, field);
  const place = line < FIELD ? String(row + line + 1) : COLUMNS[column + line - FIELD]!;
  return words(lang).path(components.names.path[lang], place);
}

/** A list of the clans, each with its number. */
const eachSeat = (numbers: readonly (number | string)[], scene: Spoken): string =>
  grammar(scene.lang).list(numbers.map((n, seat) => `${clan(seat, scene)} ${n}`));

/** A list of the clans, each with its sum. The sums are given in halves. */
export const sumsWord = (sums: readonly number[], scene: Spoken): string =>
  eachSeat(sums.map(half), scene);

/**
 * The text about the state of a flower path (花道): its winner, or the seat that would win it now and
 * why.
 */
export function standingWord(line: Line, scene: Spoken): string {
  const said = words(scene.lang);
  if (line.settlement !== "open") {
    const winner = owner(line.settlement);
    return winner === null ? said.settledForNobody : said.settledFor(clan(winner, scene));
  }
  if (line.leader === null)
    return line.sums.every((sum) => sum === 0) ? said.nobodyYet : said.tiedForNobody;
  const best = Math.max(...line.sums);
  const who = clan(line.leader, scene);
  return line.sums[line.leader] === best ? said.leads(who) : said.leadsAsNext(who);
}

/** The key, in the glossary, of the reason why a domino left the game. */
export function whyKey(tile: string, why: Why): "replaced" | "lost" | "lost_general" {
  if (why === "replaced") return "replaced";
  return tile === GENERAL ? "lost_general" : "lost";
}

/** One step of the order of placing: the seat, and its token that explains the step. */
export interface OrderStep {
  seat: number;
  /** The token's position on the track: its strength, with × in front if it is on ×. */
  slot: string;
  done: boolean;
}

/** The order of placing; empty until all seats have declared. */
export function orderSteps(track: readonly Token[]): OrderStep[] {
  return track
    .filter((token) => token.place !== null)
    .sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
    .map(({ seat, strength, tied, done }) => ({
      seat,
      slot: tied ? `×${strength}` : String(strength),
      done,
    }));
}

/**
 * The sentence about the order of placing, with the reason why seats on × come last; empty until
 * all seats have declared.
 */
export function orderWord(track: readonly Token[], scene: Spoken): string {
  const { smallestFirst, tiedLast } = words(scene.lang);
  const steps = orderSteps(track);
  if (steps.length === 0) return "";
  const order = steps.map(({ seat, slot }) => `${clan(seat, scene)} ${slot}`).join(" → ");
  const tied = [...new Set(track.filter((t) => t.tied).map((t) => t.strength))].sort(
    (a, b) => a - b,
  );
  return tied.length === 0 ? smallestFirst(order) : tiedLast(order, tied, called("cross", scene));
}

/**
 * The text about the effect of declaring this strength, given the declarations so far: a tie, or a
 * place in the order. Before the first declaration it is the rule that a choice depends on.
 */
export function rankWord(track: readonly Token[], value: number, scene: Spoken): string {
  const { tiesWith, wouldPlace, smallFirst } = words(scene.lang);
  const same = track.filter((token) => token.strength === value);
  if (same.length > 0) {
    const clans = same.map(({ seat }) => clan(seat, scene));
    return tiesWith(clans, called("cross", scene));
  }
  if (track.length === 0) return smallFirst;
  const strengths = track.map((token) => token.strength);
  const single = strengths.filter((s) => strengths.indexOf(s) === strengths.lastIndexOf(s));
  return wouldPlace(single.filter((s) => s < value).length + 1);
}

/**
 * A warning for a seat that wants to declare its general before any tile is on the sheet: the
 * general would be placed first and have no tile to touch, so it would be lost. Only if another
 * seat declared its general too would other tiles be placed before; with two seats not even then.
 * Empty if there is a tile on the sheet.
 */
export function generalWarning(view: View, scene: Spoken): string {
  if (view.board.placed.length > 0) return "";
  const { generalLost, generalFirst } = words(scene.lang);
  const alone = view.hands.length === 2;
  return (alone ? generalLost : generalFirst)(called("sheet", scene), called("general", scene));
}

/**
 * The reason why the user has to wait: for declarations, for other placements or for the next
 * round.
 */
export function waitWord(
  track: readonly Token[],
  you: number,
  { lang }: Pick<Spoken, "lang">,
): string {
  const said = words(lang);
  const own = track.find(({ seat }) => seat === you);
  if (!own) return said.waitToDeclare;
  if (own.done) return said.waitForRound;
  return own.place === null ? said.waitForAll : said.waitToPlace(own.place + 1);
}

/**
 * The score of a seat in words. It names castles and flower paths, because castles count first: a
 * single number would not be enough.
 */
export function scoreOf(seat: number, view: View | null): LocalizedText | null {
  if (!view) return null;
  return scoreWords(view.castles[seat] ?? 0, view.flowers[seat] ?? 0);
}

/** The numbers of castles and flowers in words. */
export const scoreWords = (castles: number, flowers: number): LocalizedText =>
  inEach((lang) => words(lang).score(castles, flowers));

/** The text about a castle that was won by a seat, or by nobody (null). */
export function castleWord(winner: number | null, scene: Spoken): string {
  const { castleForNobody, castleFor } = words(scene.lang);
  const castle = called("castle", scene);
  return winner === null ? castleForNobody(castle) : castleFor(clan(winner, scene), castle);
}

/** The text about the number of flower paths that each seat has won in a battlefield. */
export const flowersWord = (counts: readonly number[], scene: Spoken): string =>
  `${several("flower_path", scene)}: ${eachSeat(counts, scene)}`;

/** The text about a seat's tiles: the numbers in hand and pile, and the state of its general. */
export function stockWord(hand: number, pile: number, general: boolean, scene: Spoken): string {
  const names = { hand: called("hand", scene), pile: called("pile", scene) };
  return words(scene.lang).stock(names, { hand, pile }, generalWord(general, scene));
}

/** The text about a seat's general: still available, or used. */
export const generalWord = (ready: boolean, { lang }: Pick<Spoken, "lang">): string =>
  ready ? words(lang).generalReady : words(lang).generalSpent;

/** The text about the number of flower paths or castles that a seat still needs to win at once. */
export const wantingWord = (has: number, goal: number, { lang }: Pick<Spoken, "lang">): string =>
  words(lang).wanting(Math.max(0, goal - has));

/** The text about the number of tiles in a pile. */
export const pileWord = (count: number, { lang, components }: Spoken): string =>
  words(lang).pile(count, components.hand.size);

/**
 * The text about a position on the track: the clans whose tokens are there, with their dominoes.
 */
export const slotWord = (tokens: readonly Token[], scene: Spoken): string =>
  words(scene.lang).tokens(
    tokens.map(({ seat, tile }) => `${clan(seat, scene)}: ${tileWord(tile, scene)}`),
  );

/** The text for a square on which a domino cannot be placed. */
export const darkWord = (tile: string, scene: Spoken): string =>
  words(scene.lang).dark(tileWord(tile, scene));

/** The name of a domino in few letters: its two marks, or the general. */
export function tileShort(tile: string, scene: Spoken): string {
  const pair = marks(tile);
  return pair ? words(scene.lang).pair(pair[0], pair[1]) : words(scene.lang).theGeneral;
}

/** The answer to a press on a possible place of a tile that is not declared yet. */
export const declaredFirst = (tile: string, scene: Spoken): string =>
  words(scene.lang).declareFirst(tileShort(tile, scene));

/**
 * The text about the chances of a domino to have a place when its turn comes, and true if it may have
 * none.
 */
export function chanceWord(
  fit: Fit,
  { lang }: Pick<Spoken, "lang">,
): { text: string; risk: boolean } {
  const said = words(lang);
  if (fit.sure) return { text: said.surePlace, risk: false };
  return { text: fit.places.length === 0 ? said.needsOthers : said.mayLosePlace, risk: true };
}
