/** Hand-written positions for unit tests and for viewing the board without a server. */
import type {
  Components,
  ItemView,
  Kind,
  PieceView,
  Reading,
  Square,
  View,
} from "../../../generated/shinra";
import { indexOf } from "../geometry";
import { readItem } from "../item";
import shipped from "./components.json";

/** The built-in components. A test of the engine checks that this copy is up to date. */
export const components = shipped as unknown as Components;

const printed = (kind: Kind) => components.card.find((each) => each.kind === kind)?.points ?? 0;

/** A piece with these cards, given as `shu+ko`; it has full points unless `points` is given. */
export function piece(seat: number, text: string, points?: number): PieceView {
  const cards = text.split("+") as Kind[];
  const stack = cards.length > 1;
  const sum = cards.reduce((all, kind) => all + printed(kind), stack ? 1 : 0);
  const king = text === "king";
  const now = points ?? (king ? 10 : sum);
  const strong = ["queen", "general", "hachitobi", "joker"].includes(text);
  return {
    seat,
    cards,
    points: now,
    gauge: king ? 15 : stack ? 8 : null,
    attack: king ? null : stack ? now : strong ? sum : 2,
  };
}

/** An item of a hand from its notation. */
export function thing(item: string, count = 1, unusable: ItemView["unusable"] = null): ItemView {
  const { cards, kept, remainder, captive } = readItem(item);
  const sum = cards.reduce((all, kind) => all + printed(kind), cards.length > 1 ? 1 : 0);
  return {
    item,
    cards,
    count,
    points: captive ? null : (kept ?? sum),
    kept,
    remainder,
    captive,
    unusable,
  };
}

/**
 * The 25 squares with these pieces, each given as seat, square, cards and optionally points: `0 c1
 * king 10`.
 */
function laid(pieces: readonly string[]): (PieceView | null)[] {
  const out: (PieceView | null)[] = Array.from({ length: 25 }, () => null);
  for (const text of pieces) {
    const [seat, square, cards, points] = text.split(" ");
    out[indexOf(square!)] = piece(Number(seat), cards!, points ? Number(points) : undefined);
  }
  return out;
}

const squareOf = (squares: readonly (PieceView | null)[], seat: number): Square | null => {
  const index = squares.findIndex((each) => each?.seat === seat && each.cards[0] === "king");
  return index < 0 ? null : `${"abcde".charAt(index % 5)}${Math.floor(index / 5) + 1}`;
};

const BEFORE: ItemView["unusable"] = {
  rule: "K-79",
  message: { ja: "戦闘開始まで使えません。", en: "Not before the battle begins." },
};

/** A view with these pieces (each such as `0 c1 king 10`); `change` may modify it. */
export function view(
  pieces: readonly string[] = [],
  change: (view: View) => void = () => {},
): View {
  const squares = laid(pieces);
  const box = () => [
    thing("king"),
    thing("queen"),
    thing("general"),
    thing("shu", 6),
    thing("ko", 6),
    thing("dai", 6),
    thing("hachitobi", 1, BEFORE),
    thing("joker", 1, BEFORE),
  ];
  const out: View = {
    stage: pieces.length > 0 ? { kind: "act", seat: 0 } : { kind: "setup" },
    squares,
    hands: pieces.length > 0 ? [[], []] : [box(), box()],
    kings: [0, 1].map((seat) => ({
      square: squareOf(squares, seat),
      points: squares.find((each) => each?.seat === seat && each.cards[0] === "king")?.points ?? 10,
      most: 15,
      stepped: false,
      check: false,
      attackers: [],
      captors: [],
    })),
    switches: pieces.length === 0,
    turns: pieces.length > 0 ? 23 : 0,
    turn_limit: 300,
    formations:
      pieces.length > 0
        ? []
        : [
            {
              name: { ja: "金城", en: "Fortress" },
              mirrored: false,
              actions: [
                "arrange a1=shu b1=shu+ko+general c1=king d1=shu+ko+queen e1=shu a2=shu+dai b2=ko+dai d2=ko+dai e2=ko",
                "arrange a5=shu b5=shu+ko+general c5=king d5=shu+ko+queen e5=shu a4=shu+dai b4=ko+dai d4=ko+dai e4=ko",
              ],
            },
            {
              name: { ja: "鋒矢", en: "Vanguard" },
              mirrored: false,
              actions: [
                "arrange b1=dai c1=king d1=dai e1=shu a2=ko+dai b2=shu+ko+queen c2=ko+dai d2=shu+ko+general e2=shu+dai",
                "arrange b5=dai c5=king d5=dai e5=shu a4=ko+dai b4=shu+ko+queen c4=ko+dai d4=shu+ko+general e4=shu+dai",
              ],
            },
            {
              name: { ja: "鶴翼", en: "Crane's wings" },
              mirrored: false,
              actions: [
                "arrange a1=shu+dai b1=ko c1=king d1=ko e1=shu+dai a2=shu+ko+general b2=ko+dai c2=dai e2=shu+ko+queen",
                "arrange a5=shu+dai b5=ko c5=king d5=ko e5=shu+dai a4=shu+ko+general b4=ko+dai c4=dai e4=shu+ko+queen",
              ],
            },
          ],
    end: null,
  };
  change(out);
  return out;
}

/** A view from the middle of a battle; it is the turn of seat 0. `change` may modify it. */
export function midgame(change: (view: View) => void = () => {}): View {
  return view(
    [
      "0 c1 king 8",
      "0 b1 shu+ko+general 6",
      "0 a1 shu",
      "0 e2 shu+dai 2",
      "0 b2 ko+dai",
      "0 c3 shu+ko",
      "0 d3 dai",
      "0 a3 hachitobi",
      "1 c5 king 5",
      "1 b5 shu",
      "1 d4 shu+ko+queen 4",
      "1 e4 ko",
      "1 c4 shu+dai+ko 6",
      "1 b4 general",
      "1 e5 joker",
    ],
    (v) => {
      v.hands = [
        [
          thing("shu"),
          thing("dai", 2),
          thing("ko+dai"),
          thing("shu+ko@2"),
          thing("shu~"),
          thing("queen+ko!", 1, {
            rule: "K-74",
            message: { ja: "敵の王妃を含みます。", en: "It holds the enemy queen." },
          }),
          thing("joker", 1, {
            rule: "K-80",
            message: { ja: "王が6点以下ではありません。", en: "The king has more than 6." },
          }),
        ],
        [thing("hachitobi"), thing("ko", 3)],
      ];
      change(v);
    },
  );
}

/** The server's reading of the squares that the 守+攻 stack on c3 reaches in {@link midgame}. */
export const reach: Reading = {
  kind: "reach",
  seat: 0,
  from: "c3",
  reach: [
    {
      to: "b4",
      ways: ["step"],
      over: null,
      does: "capture",
      points: 3,
      before: 3,
      then: [],
      action: "c3>b4",
    },
    {
      to: "c4",
      ways: ["step"],
      over: null,
      does: "attack",
      points: 3,
      before: 6,
      then: ["back", "join", "hand"],
      action: "c3>c4",
    },
    {
      to: "d4",
      ways: ["step"],
      over: null,
      does: "attack",
      points: 1,
      before: 4,
      then: ["back", "join", "hand"],
      action: "c3>d4",
    },
    {
      to: "c2",
      ways: ["step"],
      over: null,
      does: "move",
      points: 3,
      before: null,
      then: [],
      action: "c3>c2",
    },
    {
      to: "b2",
      ways: ["step"],
      over: null,
      does: "join",
      points: 5,
      before: 3,
      then: [],
      action: "c3>b2",
    },
    {
      to: "a1",
      ways: ["jump"],
      over: "b2",
      does: "move",
      points: 3,
      before: null,
      then: [],
      action: "c3>a1",
    },
    {
      to: "e3",
      ways: ["leap"],
      over: null,
      does: "move",
      points: 3,
      before: null,
      then: [],
      action: "c3>e3",
    },
  ],
  not: [
    {
      to: "e1",
      why: {
        rule: "K-15",
        message: { ja: "矢印がありません。", en: "There is no arrow that way." },
      },
    },
  ],
  retreat: true,
};
