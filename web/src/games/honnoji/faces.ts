/** What is on the cards, read from the components once. */
import type { Components, Direction, Face, Icon, Known } from "../../generated/honnoji";

/** The faces in the order in which they are written down. */
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
  "fire",
];

/** What a card looks like. */
export interface Look {
  face: Face;
  kind: "crest" | "number" | "treasure" | "weapon" | "person" | "fire";
  number: number | null;
  points: number;
  icons: readonly { icon: Icon; direction: Direction }[];
  /** How its points and icons are known. */
  print: Known;
}

/** Every card's look. */
export type Looks = ReadonlyMap<Face, Look>;

const NUMBER = /^[1-5]$/;

function kindOf(face: Face): Look["kind"] {
  if (NUMBER.test(face)) return "number";
  switch (face) {
    case "crest":
    case "fire":
      return face;
    case "katana":
    case "gun":
      return "weapon";
    case "ranmaru":
    case "mitsuhide":
      return "person";
    default:
      return "treasure";
  }
}

/** Reads the looks. */
export function looks(components: Components): Looks {
  return new Map(
    components.card.map(({ face, points, icons, print }) => [
      face,
      {
        face,
        kind: kindOf(face),
        number: NUMBER.test(face) ? Number(face) : null,
        points,
        icons,
        print,
      },
    ]),
  );
}

/** Basic cards belong to their seat and are painted in its colour. */
export const isBasic = (face: Face): boolean => face === "crest" || NUMBER.test(face);

/** The points of cards together. */
export const pointsOf = (looks: Looks, cards: readonly Face[]): number =>
  cards.reduce((sum, face) => sum + (looks.get(face)?.points ?? 0), 0);

/** Cards as they are shown: what is worth most first, then in the order of the faces. */
export function sorted(looks: Looks, cards: readonly Face[]): Face[] {
  const rank = (face: Face) => ORDER.indexOf(face) - 100 * (looks.get(face)?.points ?? 0);
  return [...cards].sort((a, b) => rank(a) - rank(b));
}

/** Cards in the order of the faces, as a hand is held. */
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
