/**
 * Editing of HONNOJI positions: cards and pawns move between squares, players, deck and discards.
 */
import type {
  Cell,
  Contents,
  Face,
  LaidCard,
  PlayerPosition,
  Position,
} from "../../generated/honnoji";
import type { LocalizedText } from "../../generated/core";
import { seatName } from "../kit/editTarget";
import { grammar, inEach } from "../../lib/i18n/grammar";
import { binPlaces, moveBetween, type Bin } from "../kit/bins";
import type { EditTarget, Editing, EditField } from "../types";
import { same } from "./layout";
import { heading, placeWord } from "./texts";
import { words } from "./messages";

/** A complete position of the editor. Empty parts of a player are left out of `players`. */
type Whole = Required<Position>;
type Place = Bin<Whole>;

const ROUNDS = 6;
const SQUARES = [1, 2, 3, 4, 5] as const;

const called = (key: string): LocalizedText => inEach((lang) => heading(key, lang));
const of = (owner: LocalizedText, thing: LocalizedText): LocalizedText =>
  inEach((lang) => words(lang).of(owner[lang], thing[lang]));

function withPlayer(position: Whole, seat: number, change: PlayerPosition): Whole {
  const players = position.players.map((player, at) =>
    at === seat ? { ...player, ...change } : player,
  );
  return { ...position, players };
}

// Things as words: a card by its face, and `pawn 0`.

const isPawn = (thing: string) => thing.startsWith("pawn ");
const pawnWord = (seat: number) => `pawn ${seat}`;

function nameOf(thing: string, edited: EditTarget): LocalizedText {
  if (isPawn(thing)) {
    const owner = seatName(Number(thing.slice(5)), edited);
    return inEach((lang) => words(lang).pawnOf(owner[lang]));
  }
  const { card } = edited.components as Contents;
  const name = card.find(({ face }) => face === thing)?.name;
  return inEach((lang) => (name ? grammar(lang).heading(name[lang]) : thing));
}

/**
 * A square with its pawns and its cards, oldest first. The pawn that was placed last is the last
 * one.
 */
function squareBin(square: number): Place {
  const standing = ({ players }: Whole) =>
    players.flatMap((player, seat) => (player.square === square ? [pawnWord(seat)] : []));
  return {
    id: `square-${square}`,
    name: inEach((lang) => words(lang).editedSquare(square)),
    things: (position) => [...standing(position), ...(position.squares[square - 1] ?? [])],
    write: (position, things) => ({
      ...position,
      squares: SQUARES.map((number) =>
        number === square
          ? things.filter((thing): thing is Face => !isPawn(thing))
          : (position.squares[number - 1] ?? []),
      ),
      players: position.players.map((player, seat) =>
        things.includes(pawnWord(seat)) ? { ...player, square } : player,
      ),
    }),
    takes: () => true,
  };
}

/** The pawns that are not on the board yet. */
const OFF: Place = {
  id: "off",
  name: inEach((lang) => words(lang).pawnsAside),
  things: ({ players }) =>
    players.flatMap(({ square }, seat) => (square == null ? [pawnWord(seat)] : [])),
  write: (position, things) => ({
    ...position,
    players: position.players.map((player, seat) => {
      if (!things.includes(pawnWord(seat))) return player;
      const { square: _, ...rest } = player;
      return rest;
    }),
  }),
  takes: isPawn,
};

function pile(id: "deck" | "discards"): Place {
  return {
    id,
    name: called(id),
    things: (position) => position[id],
    write: (position, things) => ({ ...position, [id]: things }),
    takes: (thing) => !isPawn(thing),
  };
}

function ownBin(id: "hand" | "exposed", seat: number, edited: EditTarget): Place {
  return {
    id: `${id}-${seat}`,
    name: of(seatName(seat, edited), called(id === "hand" ? "hand" : "exposed_area")),
    things: ({ players }) => players[seat]?.[id] ?? [],
    write: (position, things) => withPlayer(position, seat, { [id]: things }),
    takes: (thing) => !isPawn(thing),
  };
}

const laidBy = ({ players }: Whole, seat: number): readonly LaidCard[] => players[seat]?.laid ?? [];

/** The free cells next to the cards of a layout; the middle cell for an empty layout. */
function freeCells(laid: readonly LaidCard[]): Cell[] {
  if (laid.length === 0) return [{ x: 0, y: 0 }];
  const around = laid.flatMap(({ cell: { x, y } }) => [
    { x: x + 1, y },
    { x: x - 1, y },
    { x, y: y + 1 },
    { x, y: y - 1 },
  ]);
  const free = around.filter((cell) => !laid.some((card) => same(card.cell, cell)));
  return free.filter((cell, at) => free.findIndex((other) => same(other, cell)) === at);
}

/**
 * A player's layout. A new card goes next to the others; the editor has a field that moves it to
 * another cell.
 */
function laidBin(seat: number, edited: EditTarget): Place {
  const name = seatName(seat, edited);
  return {
    id: `laid-${seat}`,
    name: inEach((lang) => words(lang).laidBy(name[lang])),
    things: (position) => laidBy(position, seat).map(({ face }) => face),
    write: (position, things) => {
      const left = things.filter((thing): thing is Face => !isPawn(thing));
      const laid = laidBy(position, seat).filter(({ face }) => {
        const at = left.indexOf(face);
        if (at >= 0) left.splice(at, 1);
        return at >= 0;
      });
      for (const face of left) laid.push({ face, cell: freeCells(laid)[0]! });
      return withPlayer(position, seat, { laid });
    },
    takes: (thing) => !isPawn(thing),
  };
}

function bins(position: Whole, edited: EditTarget): Place[] {
  const seats = position.players.map((_, seat) => seat);
  return [
    ...SQUARES.map(squareBin),
    ...seats.flatMap((seat) => [
      ownBin("exposed", seat, edited),
      ownBin("hand", seat, edited),
      laidBin(seat, edited),
    ]),
    pile("deck"),
    pile("discards"),
    OFF,
  ];
}

/** Clears the layouts: the cards return to the hands, and no pawn has an origin. */
function unlaid(position: Whole): Whole {
  const players = position.players.map(({ laid, from: _, ...player }) => ({
    ...player,
    hand: [...(player.hand ?? []), ...(laid ?? []).map(({ face }) => face)],
  }));
  return { ...position, players };
}

const STAGES = ["decision", "preparation", "over"] as const;

function stageField(position: Whole): EditField<Whole> {
  const { kind } = position.stage;
  const known = STAGES.some((stage) => stage === kind);
  const here = { value: kind, label: inEach((lang) => words(lang).stages.between) };
  const choices = STAGES.map((stage) => ({
    value: stage as string,
    label: inEach((lang) => words(lang).stages[stage]),
  }));
  return {
    id: "stage",
    label: inEach((lang) => words(lang).stage),
    kind: "choice",
    value: kind,
    choices: known ? choices : [here, ...choices],
    write: (value) => {
      const stage = STAGES.find((each) => each === value);
      return stage && value !== kind ? { ...unlaid(position), stage: { kind: stage } } : position;
    },
  };
}

const cellWord = ({ x, y }: Cell) => `${x},${y}`;

/** The fields for the cells of the cards in a player's layout, one for each card. */
function cellFields(position: Whole, seat: number, edited: EditTarget): EditField<Whole>[] {
  const laid = laidBy(position, seat);
  return laid.map(({ face, cell }, at) => {
    const cells = [cell, ...freeCells(laid.filter((_, other) => other !== at))];
    const choices = cells.filter((each, n) => n === 0 || !same(each, cell));
    return {
      id: `cell-${at}`,
      label: nameOf(face, edited),
      kind: "choice",
      value: cellWord(cell),
      choices: choices.map((each) => ({
        value: cellWord(each),
        label: inEach((lang) => placeWord(each, lang)),
      })),
      write: (value) => {
        const to = choices.find((each) => cellWord(each) === value) ?? cell;
        const moved = laid.map((card, other) => (other === at ? { ...card, cell: to } : card));
        return withPlayer(position, seat, { laid: moved });
      },
    };
  });
}

function fields(position: Whole, place: string | null, edited: EditTarget): EditField<Whole>[] {
  if (place !== null) {
    const seat = /^laid-(\d+)$/.exec(place)?.[1];
    return seat === undefined ? [] : cellFields(position, Number(seat), edited);
  }
  return [
    stageField(position),
    {
      id: "round",
      label: inEach((lang) => words(lang).editedRound),
      kind: "number",
      value: position.round,
      least: 1,
      most: ROUNDS,
      write: (round) => ({ ...position, round }),
    },
    {
      id: "first",
      label: inEach((lang) => words(lang).firstPlayer),
      kind: "choice",
      value: String(position.first_player),
      choices: position.players.map((_, seat) => ({
        value: String(seat),
        label: seatName(seat, edited),
      })),
      write: (value) => ({ ...position, first_player: Number(value) }),
    },
  ];
}

const editing: Editing<Whole> = {
  places: (position, edited) =>
    binPlaces(bins(position, edited), position, (thing) => nameOf(thing, edited)),
  move: (position, from, taking, to, edited) =>
    moveBetween(bins(position, edited), position, from, taking, to),
  fields,
};
export default editing;
