/** Editing of 森羅万象 positions: pieces and single cards move between squares and hands. */
import type {
  Components,
  Item,
  Kind,
  PiecePosition,
  Position,
  Square,
  Stage,
} from "../../generated/shinra";
import type { LocalizedText } from "../../generated/core";
import { seatName } from "../kit/editTarget";
import { inEach } from "../../lib/i18n/grammar";
import type { EditTarget, Editing, EditField, EditPlace, Movable } from "../types";
import { rows } from "./geometry";
import { readItem } from "./item";
import { stageKey } from "./texts";
import { words } from "./messages";

/** A position with all fields set. */
type Whole = Required<Position>;
type Hands = [Item[], Item[]];

const plain = (said: string): LocalizedText => inEach(() => said);
const ORDER: readonly Kind[] = [
  "king",
  "queen",
  "general",
  "shu",
  "ko",
  "dai",
  "hachitobi",
  "joker",
];
/** Cards that cannot be stacked. */
const ALONE: readonly Kind[] = ["king", "hachitobi", "joker"];
/** The maximum number of cards in a stack. */
const HIGHEST = 3;
const SEATS = [0, 1] as const;

const sorted = (cards: readonly Kind[]): Kind[] => ORDER.filter((kind) => cards.includes(kind));
const word = (cards: readonly Kind[]): Item => sorted(cards).join("+");
const handSeat = (place: string): 0 | 1 | null =>
  place === "hand-0" ? 0 : place === "hand-1" ? 1 : null;
const componentsOf = ({ components }: EditTarget) => components as Components;

function nameOf(kind: Kind, edited: EditTarget): LocalizedText {
  return componentsOf(edited).names[kind] ?? plain(kind);
}

function nameOfItem(item: Item, edited: EditTarget): LocalizedText {
  const { cards, kept, captive, remainder } = readItem(item);
  return inEach((lang) => {
    const { stack, marked, captiveMark, remainderMark, keptMark } = words(lang);
    const marks = [
      ...(captive ? [captiveMark] : []),
      ...(remainder ? [remainderMark] : []),
      ...(kept === null ? [] : [keptMark(kept)]),
    ];
    const name = stack(cards.map((kind) => nameOf(kind, edited)[lang]));
    return marks.length > 0 ? marked(name, marks) : name;
  });
}

/** The life points of a piece of these cards when it is put on the sheet. */
export function fullPoints(cards: readonly Kind[], seat: number, edited: EditTarget): number {
  const { points, card } = componentsOf(edited);
  const printed = (kind: Kind) => card.find((spec) => spec.kind === kind)?.points ?? 0;
  const [kind] = cards;
  if (cards.length > 1) {
    const sum = cards.reduce((all, each) => all + printed(each), points.stack_base);
    return Math.min(sum, points.stack_most);
  }
  switch (kind) {
    case "king": {
      const { handicap } = edited.options as { handicap: number };
      const extra = Math.max(0, seat === 0 ? handicap : -handicap);
      return Math.min(points.king + extra, points.king_most);
    }
    case "queen":
    case "general":
      return points.strong_single;
    case "hachitobi":
    case "joker":
      return printed(kind);
    default:
      return points.single_life;
  }
}

/**
 * The parts of a piece that the user can take from a square: the whole piece, and each card of a
 * stack.
 */
function takings(piece: PiecePosition | undefined, edited: EditTarget): Movable[] {
  if (!piece) return [];
  const whole = word(piece.cards);
  const owner = seatName(piece.seat, edited);
  const name = nameOfItem(whole, edited);
  const all: Movable = {
    id: `${piece.seat}:${whole}`,
    name: inEach((lang) => words(lang).of(owner[lang], name[lang])),
  };
  if (piece.cards.length < 2) return [all];
  return [all, ...sorted(piece.cards).map((kind) => ({ id: kind, name: nameOf(kind, edited) }))];
}

function places({ squares, hands }: Whole, edited: EditTarget): EditPlace[] {
  const board = rows(false)
    .flat()
    .map((square) => ({
      id: square,
      name: plain(square),
      takings: takings(squares[square], edited),
    }));
  const held = SEATS.map((seat) => {
    const owner = seatName(seat, edited);
    return {
      id: `hand-${seat}`,
      name: inEach((lang) => words(lang).handOf(owner[lang])),
      takings: [...new Set(hands[seat])].map((item) => ({
        id: item,
        name: nameOfItem(item, edited),
        count: hands[seat].filter((other) => other === item).length,
      })),
    };
  });
  return [...board, ...held];
}

/** The result of taking cards from a position: the removed cards and the remaining position. */
interface Lifted {
  rest: Whole;
  seat: number;
  cards: Kind[];
  /** The points that the removed cards keep; null for full points. */
  points: number | null;
  captive: boolean;
}

function lift(position: Whole, from: string, taking: string, edited: EditTarget): Lifted | null {
  const seat = handSeat(from);
  if (seat !== null) {
    const index = position.hands[seat].indexOf(taking);
    if (index < 0) return null;
    const { cards, kept, captive } = readItem(taking);
    const rest = withHand(
      position,
      seat,
      position.hands[seat].filter((_, at) => at !== index),
    );
    return { rest, seat, cards, points: kept, captive };
  }
  const piece = position.squares[from];
  if (!piece) return null;
  const single = piece.cards.filter((kind) => kind === taking);
  const parted = single.length > 0 && piece.cards.length > 1;
  const cards = parted ? single : piece.cards;
  const left = piece.cards.filter((kind) => !cards.includes(kind));
  const rest = withPiece(
    position,
    from,
    left.length > 0
      ? { seat: piece.seat, cards: left, points: fullPoints(left, piece.seat, edited) }
      : null,
  );
  const points = parted ? null : (piece.points ?? null);
  return { rest, seat: piece.seat, cards, points, captive: false };
}

function withHand(position: Whole, seat: 0 | 1, hand: Item[]): Whole {
  const hands: Hands = [...position.hands];
  hands[seat] = hand;
  return { ...position, hands };
}

function withPiece(position: Whole, square: Square, piece: PiecePosition | null): Whole {
  const { [square]: _, ...others } = position.squares;
  return { ...position, squares: piece ? { ...others, [square]: piece } : others };
}

function move(
  position: Whole,
  from: string,
  taking: string,
  to: string,
  edited: EditTarget,
): Whole | null {
  const lifted = lift(position, from, taking, edited);
  if (!lifted) return null;
  const { rest, seat, cards, points, captive } = lifted;
  const hand = handSeat(to);
  if (hand !== null) {
    // A queen in the enemy's hand is a captive; in her owner's hand she is not.
    const taken = cards.includes("queen") && (hand === seat) === captive;
    return withHand(rest, hand, [...rest.hands[hand], word(cards) + (taken ? "!" : "")]);
  }
  if (captive) return null;
  const there = rest.squares[to];
  if (!there) {
    const full = fullPoints(cards, seat, edited);
    return begun(withPiece(rest, to, { seat, cards, points: points ?? full }));
  }
  const stack = sorted([...there.cards, ...cards]);
  const apart = stack.length < there.cards.length + cards.length || stack.length > HIGHEST;
  if (there.seat !== seat || apart || stack.some((kind) => ALONE.includes(kind))) return null;
  return withPiece(rest, to, { seat, cards: stack, points: fullPoints(stack, seat, edited) });
}

/** Changes the stage from the set-up to the battle, because there are pieces on the sheet. */
function begun(position: Whole): Whole {
  if (position.stage.kind !== "setup") return position;
  return { ...position, stage: { kind: "act", seat: 0 }, switches: false };
}

/**
 * The editor's field for the awaited decision: the seat to move in the battle, or another decision.
 */
function stageField(position: Whole, edited: EditTarget): EditField<Whole> {
  const { stage } = position;
  const turns = SEATS.map((seat) => {
    const name = seatName(seat, edited);
    return { value: `act ${seat}`, label: inEach((lang) => words(lang).turnOf(name[lang])) };
  });
  const kind = stageKey(stage.kind);
  const here = componentsOf(edited).names[kind] ?? plain(kind);
  const now = stage.kind === "act" ? `act ${stage.seat}` : "here";
  return {
    id: "stage",
    label: inEach((lang) => words(lang).toMove),
    kind: "choice",
    value: now,
    choices: now === "here" ? [{ value: "here", label: here }, ...turns] : turns,
    write: (value) => {
      const act: Stage = { kind: "act", seat: value === "act 1" ? 1 : 0 };
      return value === "here" ? position : { ...position, stage: act };
    },
  };
}

function pieceFields(position: Whole, square: string, edited: EditTarget): EditField<Whole>[] {
  const piece = position.squares[square];
  if (!piece) return [];
  const { seat, cards } = piece;
  const king = cards.includes("king");
  const full = fullPoints(cards, seat, edited);
  const owner: EditField<Whole> = {
    id: "owner",
    label: inEach((lang) => words(lang).owner),
    kind: "choice",
    value: String(seat),
    choices: SEATS.map((each) => ({
      value: String(each),
      label: seatName(each, edited),
    })),
    write: (value) => withPiece(position, square, { ...piece, seat: Number(value) }),
  };
  const life: EditField<Whole> = {
    id: "points",
    label: inEach((lang) => words(lang).lifePoints),
    kind: "number",
    value: piece.points ?? full,
    least: 1,
    most: king ? componentsOf(edited).points.king_most : full,
    write: (points) => withPiece(position, square, { ...piece, points }),
  };
  return king || cards.length > 1 ? [life, owner] : [owner];
}

function fields(position: Whole, place: string | null, edited: EditTarget): EditField<Whole>[] {
  if (place !== null) return pieceFields(position, place, edited);
  const { turnLimit } = edited.options as { turnLimit: number };
  return [
    stageField(position, edited),
    {
      id: "turns",
      label: inEach((lang) => words(lang).turnsPlayed),
      kind: "number",
      value: position.turns,
      least: 0,
      most: turnLimit,
      write: (turns) => ({ ...position, turns }),
    },
    ...SEATS.map((seat): EditField<Whole> => {
      const name = seatName(seat, edited);
      return {
        id: `stepped ${seat}`,
        label: inEach((lang) => words(lang).hasStepped(name[lang])),
        kind: "flag",
        value: position.stepped[seat],
        write: (value) => {
          const stepped: [boolean, boolean] = [...position.stepped];
          stepped[seat] = value;
          return { ...position, stepped };
        },
      };
    }),
    {
      id: "switches",
      label: inEach((lang) => words(lang).switchesOn),
      kind: "flag",
      value: position.switches,
      write: (switches) => ({ ...position, switches }),
    },
  ];
}

const editing: Editing<Whole> = { places, move, fields };
export default editing;
