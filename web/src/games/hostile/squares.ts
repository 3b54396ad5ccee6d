/** Texts about a square: its name for screen readers, and its tooltip. */
import type { Square, View } from "../../generated/hostile";
import type { LegalAction } from "../../generated/core";
import { grammar } from "../../lib/i18n/grammar";
import { worded, type Lang } from "../../lib/i18n/i18n.svelte";
import { nameAndPlace } from "../../lib/i18n/names";
import { rulebook } from "../../lib/i18n/rulebook.svelte";
import type { Tip } from "../../lib/dom/tip";
import type { ComponentNames } from "./names";
import { cellOf, CORNERS } from "./geometry";
import type { Scene, IllegalReason } from "./scene";
import { floorAt, gemsAt, pawnAt, startAt } from "./view";
import { words } from "./messages";

/** The data from which a square is described. */
export interface Look {
  view: View;
  called: ComponentNames;
  names: readonly string[];
  lastMoves: Scene["lastMoves"];
  lang: Lang;
}

/** The contents of a square and the last changes to it, in words. */
function things(square: Square, { view, called, names, lastMoves, lang }: Look) {
  const tile = floorAt(view, square);
  const gems = gemsAt(view, square);
  const pawn = pawnAt(view, square);
  const start = startAt(view, square);
  const whose = (seat: number) => nameAndPlace(names[seat] ?? "", called.seat(seat));
  const unused = start === null && CORNERS.includes(square);
  return {
    tile,
    gems,
    pawn,
    corner: start !== null || unused,
    lying: [
      tile && called.piece(tile.kind, tile.facing),
      gems > 0 && words(lang).gems(gems),
      pawn !== null && words(lang).pawnOf(whose(pawn)),
      start !== null && words(lang).startOf(whose(start)),
      unused && words(lang).unused,
    ],
    deeds: lastMoves.flatMap(({ seat, spots }) =>
      spots
        .filter((spot) => spot.square === square)
        .map(({ deed }) => words(lang).deeds[deed](whose(seat))),
    ),
  };
}

/**
 * The name of a square for screen readers: its contents, its legal action and the last changes to
 * it.
 */
export function describe(
  square: Square,
  look: Look,
  ways: readonly LegalAction[] | undefined,
  aimed: boolean,
): string {
  const { lang } = look;
  const { lying, deeds } = things(square, look);
  const [only, ...others] = ways ?? [];
  const may = only && (others.length === 0 ? worded(only.label, lang) : words(lang).canPlace);
  return grammar(lang).list([square, ...lying, may, aimed && words(lang).aimed, ...deeds]);
}

/** The sentence about an empty square: free for tiles, or too close to a seat's start. */
function freeWord(square: Square, { view, names, lang }: Look): string {
  const { x, y } = cellOf(square);
  const seat = view.seats.findIndex(({ start }) => {
    const corner = cellOf(start);
    return Math.max(Math.abs(corner.x - x), Math.abs(corner.y - y)) === 1;
  });
  return seat < 0 ? words(lang).free : words(lang).besideStart(names[seat] ?? "");
}

/** The tooltip of a square. `why` is the reason why the selection cannot go there, if known. */
export function squareTip(square: Square, look: Look, why: IllegalReason | null): Tip {
  const { lang, called } = look;
  const { tile, gems, pawn, corner, lying, deeds } = things(square, look);
  const { heading, list, sentences } = grammar(lang);
  const there = list(lying) || words(lang).empty;
  const said = [
    why && `✕ ${why.text}`,
    tile && called.does(tile.kind),
    gems > 0 && words(lang).gemsWait,
    lying.every((word) => !word) && freeWord(square, look),
    pawn !== null && !corner && words(lang).pawnHere,
    corner && words(lang)[pawn === null ? "corner" : "cornerTaken"],
    ...deeds.map(heading),
  ];
  const rules = why
    ? why.rules
    : tile
      ? called.tileTip(tile.kind).rules.slice(0, 1)
      : corner
        ? rulebook.rulesOf("start")
        : gems > 0
          ? rulebook.rulesOf("gem").slice(0, 1)
          : [];
  return { title: `${square} ${there}`, text: sentences(said), rules };
}
