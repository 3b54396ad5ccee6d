/** Data about the cards, read from the components once. */
import type {
  CardContents,
  Contents,
  Face,
  Icon,
  IconContents,
  PhaseContents,
} from "../../generated/honnoji";
import type { LocalizedText } from "../../generated/core";

/** All faces, in the engine's order. */
export const ORDER: readonly Face[] = [
  "crest",
  "1",
  "2",
  "3",
  "4",
  "5",
  "koban",
  "tsukumo",
  "juko_konasu",
  "seitaka",
  "enza",
  "bandai",
  "joo",
  "juko_chawan",
  "chosho",
  "mokkei",
  "chidori",
  "kateki",
  "miyao",
  "katana",
  "gun",
  "ranmaru",
  "mitsuhide",
  "card1",
  "card2",
  "card3",
  "card4",
  "card5",
  "card6",
  "card7",
  "card8",
  "fire",
];

/** A card: its entry in the components, and the number of a number card. */
export interface Look extends CardContents {
  number: number | null;
}

const NUMBER = /^[1-5]$/;

/** All cards by their faces, and the names of icons and phases. */
export class Looks extends Map<Face, Look> {
  readonly icons: ReadonlyMap<Icon, IconContents>;
  readonly phases: readonly PhaseContents[];

  constructor(contents: Contents) {
    super(
      contents.card.map((card) => [
        card.face,
        { ...card, number: NUMBER.test(card.face) ? Number(card.face) : null },
      ]),
    );
    this.icons = new Map(contents.icon.map((each) => [each.icon, each]));
    this.phases = contents.phase;
  }

  /** The name of a card; the face itself if the components have no such card. */
  name(face: Face): LocalizedText {
    return this.get(face)?.name ?? { ja: face, en: face };
  }

  /** The name of an icon. */
  icon(icon: Icon): LocalizedText {
    return this.icons.get(icon)?.name ?? { ja: icon, en: icon };
  }
}

/** Reads the data of the cards from the components. */
export const looks = (contents: Contents): Looks => new Looks(contents);

/** Returns true for basic cards, which belong to a seat and are painted in its colour. */
export const isBasic = (face: Face): boolean => face === "crest" || NUMBER.test(face);

/** The sum of the points of the cards. */
export const pointsOf = (looks: Looks, cards: readonly Face[]): number =>
  cards.reduce((sum, face) => sum + (looks.get(face)?.points ?? 0), 0);

/** Cards in display order: highest value first, then in the order of the faces. */
export function sorted(looks: Looks, cards: readonly Face[]): Face[] {
  const rank = (face: Face) => ORDER.indexOf(face) - 100 * (looks.get(face)?.points ?? 0);
  return [...cards].sort((a, b) => rank(a) - rank(b));
}

/** Cards in the order of the faces, as in a hand. */
export const inOrder = (cards: readonly Face[]): Face[] =>
  [...cards].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));

/** The cards, each with a key that stays the same while others come and go. */
export function keyed(cards: readonly Face[]): { key: string; face: Face }[] {
  const seen = new Map<Face, number>();
  return cards.map((face) => {
    const nth = seen.get(face) ?? 0;
    seen.set(face, nth + 1);
    return { key: `${face} ${nth}`, face };
  });
}
