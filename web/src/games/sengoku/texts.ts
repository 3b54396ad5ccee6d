/**
 * Texts about the game's things, with the names of its components and the grammar of the language.
 */
import type { LocalizedText } from "../../generated/core";
import type { Catalogue, Line, Names, Thing, Token, View, Why } from "../../generated/sengoku";
import { grammar, inEach } from "../../lib/i18n/grammar";
import type { Scene } from "./scene";
import { FIELD, owner } from "./sheet";
import { GENERAL, marks, strength } from "./notation";
import { words } from "./messages";

/** The language, and the engine's names of things. */
export type Spoken = Pick<Scene, "lang" | "components">;

type ThingKey = {
  [Key in keyof Names]: Names[Key] extends Thing ? Key : never;
}[keyof Names];

/** The engine's name of a thing. */
export function called(key: ThingKey, { lang, components }: Spoken): string {
  return components.names[key].name[lang];
}

/** The same at the beginning of a line. */
export const heading = (key: ThingKey, scene: Spoken): string =>
  grammar(scene.lang).heading(called(key, scene));

/** The same for the plural of a thing. */
export const several = (key: ThingKey, scene: Spoken): string =>
  grammar(scene.lang).several(called(key, scene));

/** The rules that define a thing. */
export const rulesOf = (key: ThingKey, { components }: Pick<Spoken, "components">): string[] =>
  components.names[key].rules;

/** A sum in halves: `1` is `0.5`, `6` is `3`. */
export function half(halves: number): string {
  return halves % 2 === 0 ? String(halves / 2) : `${Math.floor(halves / 2)}.5`;
}

/** The short name of a clan. */
export const clan = (seat: number, { lang, components }: Spoken): string =>
  components.names.clans[seat]?.short[lang] ?? String(seat + 1);

/** A clan's whole name. */
export const clanName = (seat: number, { lang, components }: Spoken): string =>
  components.names.clans[seat]?.name[lang] ?? String(seat + 1);

/** A battlefield. */
export const fieldWord = (field: number, { lang, components }: Spoken): string =>
  grammar(lang).heading(components.names.battlefields[field]?.[lang] ?? String(field + 1));

/** One half of a domino. */
export function markWord(mark: number | null, scene: Spoken): string {
  const { lang, components } = scene;
  if (mark === null) return words(lang).mark(called("general", scene), half(1));
  return words(lang).mark(components.names.troops[mark - 1]?.[lang] ?? "", String(mark));
}

/** A domino. */
export function tileWord(tile: string, scene: Spoken): string {
  const { general, tile: tileOf } = words(scene.lang);
  const worth = [called("strength", scene), strength(tile)] as const;
  const pair = marks(tile);
  if (!pair) return general(called("general", scene), ...worth);
  return tileOf(markWord(pair[0], scene), markWord(pair[1], scene), ...worth);
}

/** The same at the beginning of a line. */
export const tileTitle = (tile: string, scene: Spoken): string =>
  grammar(scene.lang).heading(tileWord(tile, scene));

/** A list of dominoes. */
export const tilesWord = (tiles: readonly string[], scene: Spoken): string =>
  grammar(scene.lang).list(tiles.map((tile) => tileWord(tile, scene)));

/** The number of places, and the number of those in two battlefields. */
export function placesWord(
  all: number,
  straddling: number,
  { lang }: Pick<Spoken, "lang">,
): string {
  const { noPlaceNow, ways, waysStraddling } = words(lang);
  if (all === 0) return noPlaceNow;
  return straddling === 0 ? ways(all) : waysStraddling(all, straddling);
}

/** A 花道 of its battlefield. */
export function lineWord(line: number, { lang, components }: Spoken): string {
  const across = line < FIELD;
  const n = across ? line + 1 : line - FIELD + 1;
  return words(lang).line(components.names[across ? "row" : "column"][lang], n);
}

/** Each seat's number, the clans named. */
const eachSeat = (numbers: readonly (number | string)[], scene: Spoken): string =>
  grammar(scene.lang).list(numbers.map((n, seat) => `${clan(seat, scene)} ${n}`));

/** Each seat's sum, the clans named. */
export const sumsWord = (sums: readonly number[], scene: Spoken): string =>
  eachSeat(sums.map(half), scene);

/** The state of a 花道: its owner, or the seat that would take it now, and the reason. */
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

/** The engine's key of the reason why a domino was removed. */
export function whyKey(tile: string, why: Why): "replaced" | "lost" | "lost_general" {
  if (why === "replaced") return "replaced";
  return tile === GENERAL ? "lost_general" : "lost";
}

/** One step of the order of placing, with the reason for it. */
export interface OrderStep {
  seat: number;
  /** The position of the token: the strength, or ×. */
  slot: string;
  done: boolean;
}

/** The order of placing, once all have declared. */
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

/** The order in a sentence, with the reason why those on × come last. */
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
 * The effect of declaring a strength among the present declarations: a tie, or a place in the
 * order.
 */
export function rankWord(track: readonly Token[], value: number, scene: Spoken): string {
  const { tiesWith, wouldPlace } = words(scene.lang);
  const same = track.filter((token) => token.strength === value);
  if (same.length > 0) {
    const clans = same.map(({ seat }) => clan(seat, scene));
    return tiesWith(clans, called("cross", scene));
  }
  if (track.length === 0) return "";
  const strengths = track.map((token) => token.strength);
  const single = strengths.filter((s) => strengths.indexOf(s) === strengths.lastIndexOf(s));
  return wouldPlace(single.filter((s) => s < value).length + 1);
}

/**
 * A warning about a general that is declared before any tile is on the sheet: it comes first and
 * has nothing to touch. Only a second general would let others go before it, and with two seats
 * not even that. Empty if it does not apply.
 */
export function generalWarning(view: View, scene: Spoken): string {
  if (view.board.placed.length > 0) return "";
  const { generalLost, generalFirst } = words(scene.lang);
  const alone = view.hands.length === 2;
  return (alone ? generalLost : generalFirst)(called("sheet", scene), called("general", scene));
}

/** The reason why the user has to wait. */
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

/** The components without a public source; empty if all are known. */
export function reconstructedWord(components: Catalogue, { lang }: Pick<Spoken, "lang">): string {
  const { reconstructed, whereFieldsLie, someTiles } = words(lang);
  const copies = (known: (source: string) => boolean) =>
    components.tile.filter(({ source }) => known(source)).reduce((n, { copies }) => n + copies, 0);
  const guessed = copies((source) => source === "reconstructed");
  const parts = [];
  if (components.field.some(({ source }) => source === "reconstructed")) parts.push(whereFieldsLie);
  if (guessed > 0)
    parts.push(
      someTiles(
        guessed,
        copies(() => true),
      ),
    );
  return parts.length === 0 ? "" : reconstructed(parts);
}

/** A seat's score: castles count before flowers, so one number would not be enough. */
export function scoreOf(seat: number, view: View | null): LocalizedText | null {
  if (!view) return null;
  return inEach((lang) => words(lang).score(view.castles[seat] ?? 0, view.flowers[seat] ?? 0));
}

/** The text about a castle that was taken, or by nobody. */
export function castleWord(winner: number | null, scene: Spoken): string {
  const { castleForNobody, castleFor } = words(scene.lang);
  const castle = called("castle", scene);
  return winner === null ? castleForNobody(castle) : castleFor(clan(winner, scene), castle);
}

/** The number of flower paths of each seat in a battlefield. */
export const flowersWord = (counts: readonly number[], scene: Spoken): string =>
  `${several("flower_path", scene)}: ${eachSeat(counts, scene)}`;

/** The number of a seat's tiles by place, and whether the general is among them. */
export function stockWord(hand: number, pile: number, general: boolean, scene: Spoken): string {
  const names = { hand: called("hand", scene), pile: called("pile", scene) };
  return words(scene.lang).stock(names, { hand, pile }, generalWord(general, scene));
}

/** The text about a seat's general: unused or gone. */
export const generalWord = (ready: boolean, { lang }: Pick<Spoken, "lang">): string =>
  ready ? words(lang).generalReady : words(lang).generalSpent;

/** The amount still missing for an immediate win. */
export const wantingWord = (has: number, goal: number, { lang }: Pick<Spoken, "lang">): string =>
  words(lang).wanting(Math.max(0, goal - has));

/** The number of tiles in a pile. */
export const pileWord = (count: number, { lang, components }: Spoken): string =>
  words(lang).pile(count, components.hand.size);

/** The clans that declared this strength, or are on ×. */
export const slotWord = (tokens: readonly Token[], scene: Spoken): string =>
  words(scene.lang).tokens(
    tokens.map(({ seat, tile }) => `${clan(seat, scene)}: ${tileWord(tile, scene)}`),
  );

/** The text for a square on which a domino cannot be placed. */
export const darkWord = (tile: string, scene: Spoken): string =>
  words(scene.lang).dark(tileWord(tile, scene));
