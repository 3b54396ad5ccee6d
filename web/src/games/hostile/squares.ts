/** What there is to say about a square: its name for screen readers, and its explanation. */
import type { Square, View } from "../../generated/hostile";
import type { Choice } from "../../generated/table";
import { worded, type Lang } from "../../lib/i18n.svelte";
import { nameAndPlace } from "../../lib/names";
import { rulebook } from "../../lib/rulebook.svelte";
import type { Tip } from "../../lib/tip.svelte";
import type { Called } from "./called";
import { cellOf, CORNERS } from "./geometry";
import { floorAt, gemsAt, pawnAt, startAt, type Scene, type WhyNot } from "./scene";
import { deedWord, gemsWord, say, sayOf } from "./texts";

/** The moment in which a square is looked at. */
export interface Look {
  view: View;
  called: Called;
  names: readonly string[];
  traces: Scene["traces"];
  lang: Lang;
}

const list = (words: readonly (string | false | null | undefined)[], lang: Lang) =>
  words.filter(Boolean).join(lang === "ja" ? "、" : ", ");

/** What lies and stands there, and what was done there last. */
function things(square: Square, { view, called, names, traces, lang }: Look) {
  const tile = floorAt(view, square);
  const gems = gemsAt(view, square);
  const pawn = pawnAt(view, square);
  const start = startAt(view, square);
  const ja = lang === "ja";
  const whose = (seat: number) => nameAndPlace(names[seat] ?? "", called.seat(seat));
  const unused = start === null && CORNERS.includes(square);
  return {
    tile,
    gems,
    pawn,
    corner: start !== null || unused,
    words: [
      tile && called.piece(tile.kind, tile.facing),
      gems > 0 && gemsWord(gems, lang),
      pawn !== null && (ja ? `${whose(pawn)}のコマ` : `pawn of ${whose(pawn)}`),
      start !== null && (ja ? `${whose(start)}のスタート` : `start of ${whose(start)}`),
      unused && say("unused", lang),
    ],
    deeds: traces.flatMap(({ seat, spots }) =>
      spots
        .filter((spot) => spot.square === square)
        .map(({ deed }) => deedWord(deed, whose(seat), lang)),
    ),
  };
}

/** A square in words, with what may be done there. */
export function describe(
  square: Square,
  look: Look,
  ways: readonly Choice[] | undefined,
  aimed: boolean,
): string {
  const { lang } = look;
  const { words, deeds } = things(square, look);
  const [only, ...others] = ways ?? [];
  const may = only && (others.length === 0 ? worded(only.label, lang) : say("canPlace", lang));
  return list([square, ...words, may, aimed && say("aimed", lang), ...deeds], lang);
}

/** What a square without anything is good for. */
function freeWord(square: Square, { view, names, lang }: Look): string {
  const { x, y } = cellOf(square);
  const seat = view.seats.findIndex(({ start }) => {
    const corner = cellOf(start);
    return Math.max(Math.abs(corner.x - x), Math.abs(corner.y - y)) === 1;
  });
  return seat < 0 ? say("free", lang) : sayOf("besideStart", names[seat] ?? "", lang);
}

/** A square explained; `why` it takes nothing of what is in the hand, where that is known. */
export function squareTip(square: Square, look: Look, why: WhyNot | null): Tip {
  const { lang, called } = look;
  const { tile, gems, pawn, corner, words, deeds } = things(square, look);
  const there = list(words, lang) || say("empty", lang);
  const sentences = [
    why && `✕ ${why.text}`,
    tile && called.does(tile.kind),
    gems > 0 && say("gemsWait", lang),
    words.every((word) => !word) && freeWord(square, look),
    pawn !== null && !corner && say("pawnHere", lang),
    corner && say(pawn === null ? "corner" : "cornerTaken", lang),
    ...deeds.map((deed) => deed.charAt(0).toUpperCase() + deed.slice(1)),
  ].filter((sentence) => sentence !== false && sentence !== null && sentence !== undefined);
  const rules = why
    ? why.rules
    : tile
      ? called.tileTip(tile.kind).rules.slice(0, 1)
      : corner
        ? rulebook.rulesOf("start")
        : gems > 0
          ? rulebook.rulesOf("gem").slice(0, 1)
          : [];
  const ended = sentences.map((sentence) =>
    /[.。]$/.test(sentence) ? sentence : `${sentence}${lang === "ja" ? "。" : "."}`,
  );
  return { title: `${square} ${there}`, text: ended.join(lang === "ja" ? "" : " "), rules };
}
