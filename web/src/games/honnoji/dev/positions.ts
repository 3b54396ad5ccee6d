/** Hand-written positions for unit tests and for viewing the board without a server. */
import glossary from "../../../../../crates/games/honnoji/glossary.toml?raw";
import type {
  CardContents,
  Cell,
  Contents,
  Face,
  Forecast,
  IconSpec,
  Kind,
  LaidCard,
  Order,
  PlayerView,
  Reading,
  View,
} from "../../../generated/honnoji";
import type { LocalizedText } from "../../../generated/core";
import { readGlossary } from "../../../lib/testing/fixtures";
import { rulebook } from "../../../lib/i18n/rulebook.svelte";
import { ORDER } from "../faces";

// Only the game's glossary contains the names of things.
const GLOSSARY = readGlossary(glossary);
const named = (key: string): { name: LocalizedText; rules: string[] } => {
  const { ja, en, rules } = GLOSSARY[key] ?? { ja: key, en: key, rules: [] };
  return { name: { ja, en }, rules };
};

/** Sets the game's glossary for the texts, as the page's shell does. */
export function speak(): void {
  rulebook.use({ glossary: GLOSSARY });
}

const POINTS: Partial<Record<Face, number>> = {
  koban: 1,
  tsukumo: 5,
  juko_konasu: 4,
  seitaka: 4,
  enza: 3,
  bandai: 3,
  joo: 3,
  juko_chawan: 3,
  chosho: 2,
  mokkei: 2,
  chidori: 2,
  kateki: 2,
  miyao: 2,
  katana: 1,
  gun: 1,
  ranmaru: 2,
  mitsuhide: 2,
};
const ICONS: Partial<Record<Face, IconSpec[]>> = {
  crest: [
    { icon: "move", direction: "up" },
    { icon: "sword", direction: "right" },
    { icon: "recover", direction: "left" },
  ],
  katana: [{ icon: "sword", direction: "down" }],
  gun: [{ icon: "gun", direction: "up" }],
  ranmaru: [
    { icon: "move", direction: "left" },
    { icon: "sword", direction: "down" },
  ],
  mitsuhide: [
    { icon: "move", direction: "right" },
    { icon: "gun", direction: "up" },
  ],
};
const COUNTS: Partial<Record<Face, number>> = { katana: 4, gun: 2, fire: 5 };

const NAMES: Record<string, [ja: string, en: string]> = {
  crest: ["家紋札", "crest"],
  koban: ["小判", "koban"],
  tsukumo: ["九十九茄子", "Tsukumo Nasu"],
  miyao: ["宮王釜", "Miyaō Kettle"],
  katana: ["刀", "katana"],
  gun: ["銃", "gun"],
  ranmaru: ["蘭丸", "Ranmaru"],
  mitsuhide: ["光秀", "Mitsuhide"],
  fire: ["火ノ手", "fire"],
};
const nameOf = (face: Face): LocalizedText => {
  const [ja, en] =
    NAMES[face] ?? (/^\d$/.test(face) ? [`数字札${face}`, `number ${face}`] : [face, face]);
  return { ja, en };
};
const kindOf = (face: Face): Kind => {
  if (/^\d$/.test(face)) return "number";
  if (face === "crest" || face === "fire") return face;
  if (face === "katana" || face === "gun") return "weapon";
  return face === "ranmaru" || face === "mitsuhide" ? "person" : "treasure";
};

/** The built-in components, with only some of the names. */
export const components: Contents = {
  game: "honnoji",
  icon: (["move", "sword", "gun", "recover"] as const).map((icon) => ({
    icon,
    ...named(`icon_${icon}`),
  })),
  phase: (
    [
      "preparation",
      "decision",
      "movement",
      "pick_up",
      "attack",
      "fire",
      "recovery",
      "exhaustion",
      "round_end",
    ] as const
  ).map((phase) => ({ phase, ...named(`phase_${phase}`) })),
  card: ORDER.filter((face) => !face.startsWith("card")).map((face): CardContents => ({
    face,
    kind: kindOf(face),
    name: nameOf(face),
    does: { ja: "札の効果。", en: "What it does." },
    rules: ["H-45"],
    count: COUNTS[face] ?? 1,
    points: POINTS[face] ?? 0,
    icons: ICONS[face] ?? [],
    source: face === "crest" || face === "koban" ? "rulebook" : "reconstructed",
    print: "reconstructed",
  })),
};

/** The cards in a seat's hand at the start. */
export const BASIC: Face[] = ["crest", "1", "2", "3", "4", "5"];

/** A laid card in the cell with these coordinates. */
export const card = (face: Face, x: number, y: number): LaidCard => ({ face, cell: { x, y } });

const cell = (x: number, y: number): Cell => ({ x, y });

/** A player as at the start of the match, with changes. */
export function player(change: Partial<PlayerView> = {}): PlayerView {
  return {
    square: null,
    hand: [...BASIC],
    exposed: ["koban"],
    exposed_points: 1,
    points: 1,
    laid: { kind: "none" },
    ...change,
  };
}

/** The view at the first decision of a match with this number of seats, with changes. */
export function view(change: (view: View) => void = () => {}, seats: 3 | 4 | 5 = 4): View {
  const piles: Face[] = ["tsukumo", "katana", "chosho", "fire", "ranmaru"];
  const out: View = {
    round: 1,
    phase: "decision",
    asked: { kind: "lay", seats: [0] },
    first_player: 0,
    squares: piles.map((face) => ({ cards: [{ face, down: false }], fire: face === "fire" })),
    deck: 20,
    deck_holds: ["juko_konasu", "seitaka"],
    discards: [],
    players: Array.from({ length: seats }, () => player()),
    end: null,
  };
  change(out);
  return out;
}

/**
 * The cards of a layout as a worked example. Its orders and its reading, for a pawn on square 1,
 * follow.
 */
export const example: LaidCard[] = [
  card("crest", 0, 0),
  card("1", 1, 0),
  card("2", 0, 1),
  card("3", 0, 2),
  card("4", -1, 0),
];
export const exampleOrders: Order[] = [
  ["move", 5],
  ["sword", 1],
  ["recover", 4],
];
export const exampleReading: Reading = {
  from: 1,
  icons: [
    {
      card: "crest",
      cell: cell(0, 0),
      icon: "move",
      direction: "up",
      chain: [card("2", 0, 1), card("3", 0, 2)],
      number: 5,
      end: "empty",
      stop: cell(0, 3),
      effect: { kind: "arrives", square: 5 },
    },
    {
      card: "crest",
      cell: cell(0, 0),
      icon: "sword",
      direction: "right",
      chain: [card("1", 1, 0)],
      number: 1,
      end: "empty",
      stop: cell(2, 0),
      effect: { kind: "attacks", square: 1 },
    },
    {
      card: "crest",
      cell: cell(0, 0),
      icon: "recover",
      direction: "left",
      chain: [card("4", -1, 0)],
      number: 4,
      end: "empty",
      stop: cell(-2, 0),
      effect: { kind: "recovers", cards: 4 },
    },
  ],
  destination: 5,
  path: [5],
  stays: null,
  attacks: [{ square: 1, icon: "sword" }],
  recover: 4,
  returns: ["crest", "1"],
  exposes: ["2", "3", "4"],
};

/** The forecast of a layout that meets nobody and finds nothing. */
export const forecastOf = (reading: Reading): Forecast => ({
  ...reading,
  picks_up: [],
  points: 0,
  burns: false,
  company: [],
  targets: reading.attacks.map((attack) => ({ ...attack, seats: [] })),
});

/** The reading of a layout that consists of the crest alone: it gives no orders. */
export const idleReading: Reading = {
  ...exampleReading,
  icons: exampleReading.icons.map((icon) => ({
    ...icon,
    chain: [],
    number: null,
    end: "empty" as const,
    effect: { kind: "nothing" as const },
  })),
  destination: 1,
  path: [],
  stays: "not_designated",
  attacks: [],
  recover: 0,
  returns: ["crest"],
  exposes: [],
};

/**
 * A view in the middle of a match: in round 4, seat 0 is laying out cards, and the others have
 * declared or wait.
 */
export function midgame(change: (view: View) => void = () => {}, seats: 3 | 4 | 5 = 5): View {
  return view((v) => {
    v.round = 4;
    v.first_player = 2;
    v.deck = 5;
    v.discards = ["fire", "bandai", "mokkei", "katana"];
    v.squares = [
      {
        cards: [
          { face: "juko_konasu", down: false },
          { face: "gun", down: false },
          { face: "miyao", down: false },
        ],
        fire: false,
      },
      { cards: [{ face: "mitsuhide", down: false }], fire: false },
      {
        cards: [
          { face: "kateki", down: true },
          { face: "joo", down: true },
          { face: "katana", down: true },
          { face: "enza", down: true },
        ],
        fire: true,
      },
      { cards: [], fire: false },
      {
        cards: [
          { face: "fire", down: false },
          { face: "seitaka", down: true },
        ],
        fire: true,
      },
    ];
    const given: Partial<PlayerView>[] = [
      {
        square: 1,
        hand: ["crest", "1", "2", "4", "katana", "ranmaru"],
        exposed: ["koban", "tsukumo", "3", "5"],
        exposed_points: 6,
        points: 9,
      },
      {
        square: 1,
        hand: ["crest", "2", "3", "4", "5"],
        exposed: ["koban", "juko_chawan", "gun", "1"],
        exposed_points: 5,
        points: 5,
      },
      {
        square: 3,
        exposed: ["koban", "seitaka", "chidori", "katana", "katana"],
        exposed_points: 9,
        points: 9,
        laid: { kind: "face_down", cells: [cell(0, 0), cell(0, 1), cell(1, 0), cell(-2, 1)] },
      },
      {
        square: 5,
        hand: ["5"],
        exposed: [],
        exposed_points: 0,
        points: 0,
        laid: { kind: "open", layout: example, reading: exampleReading },
      },
      { square: 2, laid: { kind: "declared" } },
    ];
    v.players = v.players.map((each, seat) => ({ ...each, ...given[seat] }));
    change(v);
  }, seats);
}
