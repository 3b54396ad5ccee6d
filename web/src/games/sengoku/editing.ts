/** Editing of 戦国ドミノ positions: tiles move between the sheet, hands and piles. */
import type {
  Board,
  Catalogue,
  Placed,
  Position,
  Settlement,
  Square,
} from "../../generated/sengoku";
import type { Seat, LocalizedText } from "../../generated/core";
import { seatName } from "../kit/editTarget";
import { inEach } from "../../lib/i18n/grammar";
import { addTo, binPlaces, moveBetween, takeFrom, type Bin } from "../kit/bins";
import type { EditTarget, Editing, EditField, EditPlace } from "../types";
import { at, castle, corner, DIRECTIONS, FIELD, fieldOf, ROWS, step, towards } from "./sheet";
import type { Direction } from "./sheet";
import { called, fieldWord, heading, pathWord, type Spoken } from "./texts";
import { words } from "./messages";

const GENERAL = "general";

const componentsOf = ({ components }: EditTarget) => components as Catalogue;
/** A text with the names of the game's components, in each language. */
const named = (word: (spoken: Spoken) => string, edited: EditTarget): LocalizedText =>
  inEach((lang) => word({ lang, components: componentsOf(edited) }));
const SQUARES: readonly Square[] = ROWS.flat();
const isSquare = (place: string): boolean => at(place) !== null;

const withBoard = (position: Position, change: Partial<Board>): Position => ({
  ...position,
  board: { ...position.board, ...change },
});
const swapped = <Thing>(list: readonly Thing[], index: number, thing: Thing): Thing[] =>
  list.map((other, place) => (place === index ? thing : other));

// Tiles as words: owner and tile, as `0 16` or `2 general`.

interface Owned {
  seat: Seat;
  tile: string;
}
const wordOf = ({ seat, tile }: Owned) => `${seat} ${tile}`;
function owned(thing: string): Owned {
  const [seat, tile = ""] = thing.split(" ");
  return { seat: Number(seat), tile };
}
/** The name of a tile in the editor: its two printed marks, or the word for the general. */
function tileName(tile: string, edited: EditTarget): LocalizedText {
  if (tile === GENERAL) return named((spoken) => called("general", spoken), edited);
  return inEach(() => tile.split("").join("–"));
}
/** The name of a tile with its owner, for a place that contains tiles of several owners. */
function nameOf(thing: string, edited: EditTarget): LocalizedText {
  const { seat, tile } = owned(thing);
  const { short } = componentsOf(edited).names.clans[seat] ?? { short: inEach(() => "") };
  const name = tileName(tile, edited);
  return inEach((lang) => words(lang).tileOf(short[lang], name[lang]));
}

/** The place of the tiles in a seat's hand, including the general if it is unused. */
function handBin(seat: Seat, edited: EditTarget): Bin<Position> {
  const name = seatName(seat, edited);
  return {
    id: `hand-${seat}`,
    name: inEach((lang) => words(lang).handOf(name[lang])),
    things: ({ board, hands }) => [
      ...(hands[seat] ?? []).map((tile) => wordOf({ seat, tile })),
      ...(board.generals[seat] ? [wordOf({ seat, tile: GENERAL })] : []),
    ],
    write: (position, things) => {
      const tiles = things.map((thing) => owned(thing).tile);
      const held = tiles.filter((tile) => tile !== GENERAL);
      const generals = swapped(position.board.generals, seat, tiles.includes(GENERAL));
      const hands = swapped(position.hands, seat, held);
      return { ...withBoard(position, { generals }), hands };
    },
    takes: (thing) => owned(thing).seat === seat,
  };
}

function pileBin(seat: Seat, edited: EditTarget): Bin<Position> {
  const name = seatName(seat, edited);
  return {
    id: `pile-${seat}`,
    name: inEach((lang) => words(lang).pileOf(name[lang])),
    things: ({ piles }) => (piles[seat] ?? []).map((tile) => wordOf({ seat, tile })),
    write: (position, things) => {
      const pile = things.map((thing) => owned(thing).tile);
      return { ...position, piles: swapped(position.piles, seat, pile) };
    },
    takes: (thing) => {
      const { seat: owner, tile } = owned(thing);
      return owner === seat && tile !== GENERAL;
    },
  };
}

/**
 * The place of the tiles that left the game. A tile moved there is treated as one that could not be
 * placed.
 */
const REMOVED: Bin<Position> = {
  id: "removed",
  name: inEach((lang) => words(lang).editedRemoved),
  things: ({ board }) => board.removed.map(wordOf),
  write: (position, things) => {
    const old = [...position.board.removed];
    const removed = things.map((thing) => {
      const known = old.findIndex((each) => wordOf(each) === thing);
      const [kept] = known < 0 ? [] : old.splice(known, 1);
      return kept ?? { ...owned(thing), why: "no_place" as const };
    });
    return withBoard(position, { removed });
  },
  takes: () => true,
};

function bins(position: Position, edited: EditTarget): Bin<Position>[] {
  const seats = position.hands.map((_, seat) => seat);
  return [
    ...seats.map((seat) => handBin(seat, edited)),
    ...seats.map((seat) => pileBin(seat, edited)),
    REMOVED,
  ];
}

const covering = ({ board }: Position, square: Square): Placed | undefined =>
  board.placed.find(({ low, high }) => low === square || high === square);

/**
 * The position and orientation of a tile on the sheet, as seen from the square by which the user
 * holds it.
 */
interface Grip {
  square: Square;
  /** True if the half with the lower mark is on the held square. */
  low: boolean;
  way: Direction;
}

function gripOf({ low, high }: Placed, square: Square): Grip | null {
  const onLow = square === low;
  const way = towards(square, onLow ? high : low);
  return way && { square, low: onLow, way };
}

/**
 * The position with the tile added at this place and orientation; null if one of the two squares is
 * not free.
 */
function laid(position: Position, tile: Owned, { square, low, way }: Grip, edited: EditTarget) {
  const other = step(square, way);
  const components = componentsOf(edited);
  const castles = components.field.map((_, field) => castle(components, field));
  const free = (each: Square) => !castles.includes(each) && !covering(position, each);
  if (other === null || !free(square) || !free(other)) return null;
  const swap = tile.tile === GENERAL ? way === "left" || way === "up" : !low;
  const placed = swap
    ? { ...tile, low: other, high: square }
    : { ...tile, low: square, high: other };
  return withBoard(position, { placed: [...position.board.placed, placed] });
}

/**
 * The position with the tile added on the held square, in the old orientation if there is space,
 * otherwise turned; null if no orientation has space.
 */
function laidSomehow(position: Position, tile: Owned, grip: Grip, edited: EditTarget) {
  const from = DIRECTIONS.indexOf(grip.way);
  const ways = DIRECTIONS.map((_, turn) => DIRECTIONS[(from + turn) % DIRECTIONS.length]!);
  for (const way of ways) {
    const after = laid(position, tile, { ...grip, way }, edited);
    if (after) return after;
  }
  return null;
}

function withoutPlaced(position: Position, tile: Placed): Position {
  return withBoard(position, { placed: position.board.placed.filter((other) => other !== tile) });
}

function move(
  position: Position,
  from: string,
  taking: string,
  to: string,
  edited: EditTarget,
): Position | null {
  const all = bins(position, edited);
  if (isSquare(from)) {
    const tile = covering(position, from);
    const grip = tile && gripOf(tile, from);
    if (!tile || !grip) return null;
    const rest = withoutPlaced(position, tile);
    const { seat, tile: which } = tile;
    const whole = { seat, tile: which };
    if (isSquare(to)) return laidSomehow(rest, whole, { ...grip, square: to }, edited);
    return addTo(all, rest, wordOf(tile), to);
  }
  if (!isSquare(to)) return moveBetween(all, position, from, taking, to);
  const rest = takeFrom(all, position, taking, from);
  if (!rest) return null;
  return laidSomehow(rest, owned(taking), { square: to, low: true, way: "right" }, edited);
}

function places(position: Position, edited: EditTarget): EditPlace[] {
  const onSheet = SQUARES.map((square): EditPlace => {
    const tile = covering(position, square);
    const word = tile && wordOf(tile);
    return {
      id: square,
      name: inEach(() => square),
      takings:
        tile && word
          ? [{ id: `${word} ${tile.low} ${tile.high}`, name: nameOf(word, edited) }]
          : [],
    };
  });
  const own = (thing: string) => tileName(owned(thing).tile, edited);
  const all = bins(position, edited);
  return [
    ...onSheet,
    ...binPlaces(all.slice(0, -1), position, own),
    ...binPlaces([REMOVED], position, (thing) => nameOf(thing, edited)),
  ];
}

/**
 * The editor's field for the direction in which a tile extends from this square; none if the square
 * is empty.
 */
function wayField(position: Position, square: Square, edited: EditTarget): EditField<Position>[] {
  const tile = covering(position, square);
  const grip = tile && gripOf(tile, square);
  if (!tile || !grip) return [];
  const rest = withoutPlaced(position, tile);
  const { seat, tile: which } = tile;
  const turned = (way: Direction) => laid(rest, { seat, tile: which }, { ...grip, way }, edited);
  return [
    {
      id: "way",
      label: inEach((lang) => words(lang).lies),
      kind: "choice",
      value: grip.way,
      choices: DIRECTIONS.filter((way) => turned(way) !== null).map((way) => ({
        value: way,
        label: inEach((lang) => words(lang).towards[way]),
      })),
      write: (value) => (value === grip.way ? position : (turned(value as Direction) ?? position)),
    },
  ];
}

const settledWord = (settlement: Settlement): string =>
  typeof settlement === "string" ? settlement : `won ${settlement.won}`;

/**
 * The editor's field for the decision on a flower path or a castle: open, won by nobody, or won by
 * a seat.
 */
function settledField(
  id: string,
  label: LocalizedText,
  settlement: Settlement,
  edited: EditTarget,
  write: (settlement: Settlement) => Position,
): EditField<Position> {
  const won = Array.from({ length: edited.seats }, (_, seat): Settlement => ({ won: seat }));
  const all: Settlement[] = ["open", "nobody", ...won];
  const wordFor = (each: Settlement): LocalizedText => {
    if (each === "open") return inEach((lang) => words(lang).undecided);
    return each === "nobody" ? inEach((lang) => words(lang).nobodys) : seatName(each.won, edited);
  };
  return {
    id,
    label,
    kind: "choice",
    value: settledWord(settlement),
    choices: all.map((each) => ({ value: settledWord(each), label: wordFor(each) })),
    write: (value) => write(all.find((each) => settledWord(each) === value) ?? settlement),
  };
}

/**
 * The editor's fields for a square: the decisions on the two flower paths through it, or on the
 * castle there.
 */
function settledFields(
  position: Position,
  square: Square,
  edited: EditTarget,
): EditField<Position>[] {
  const components = componentsOf(edited);
  const field = fieldOf(components, square);
  const here = at(square);
  const { lines, castles } = position.board;
  const ofField = lines[field];
  const first = corner(components, field);
  if (!here || !ofField) return [];
  if (castle(components, field) === square)
    return [
      settledField(
        "castle",
        named((spoken) => heading("castle", spoken), edited),
        castles[field] ?? "open",
        edited,
        (after) =>
          withBoard(position, { castles: swapped(castles, field, after) as Board["castles"] }),
      ),
    ];
  const path = (id: string, line: number) =>
    settledField(
      id,
      named((spoken) => pathWord(field, line, spoken), edited),
      ofField[line] ?? "open",
      edited,
      (after) => {
        const changed = swapped(ofField, line, after);
        return withBoard(position, {
          lines: swapped(lines, field, changed as typeof ofField) as Board["lines"],
        });
      },
    );
  const [row, column] = [here.row - first.row, here.column - first.column];
  return [path("row", row), path("column", column + FIELD)];
}

/**
 * The position at the beginning of its round's declarations, with `first` as the first seat. Tiles
 * that were declared but not placed return to the hands.
 */
function anew(position: Position, first: Seat): Position {
  const { board, hands } = position;
  const out = board.declared.slice(board.resolved);
  const held = hands.map((hand, seat) => [
    ...hand,
    ...out.filter((each) => each.seat === seat && each.tile !== GENERAL).map(({ tile }) => tile),
  ]);
  const generals = board.generals.map(
    (unused, seat) => unused || out.some((each) => each.seat === seat && each.tile === GENERAL),
  );
  const seats = held.map((_, turn) => (first + turn) % held.length);
  const order = seats.filter((seat) => (held[seat]?.length ?? 0) > 0 || generals[seat]);
  const fresh = { generals, order, declared: [], resolved: 0, anyone_placed: false };
  return { ...withBoard(position, fresh), hands: held };
}

function stageField(position: Position, edited: EditTarget): EditField<Position> {
  const { order, declared } = position.board;
  const now = declared.length === 0 && order[0] !== undefined ? `first ${order[0]}` : "here";
  const first = position.hands.map((_, seat) => {
    const name = seatName(seat, edited);
    const label = inEach((lang) => words(lang).declaresFirst(name[lang]));
    return { value: `first ${seat}`, label };
  });
  const here = { value: "here", label: inEach((lang) => words(lang).midRound) };
  return {
    id: "stage",
    label: inEach((lang) => words(lang).stage),
    kind: "choice",
    value: now,
    choices: now === "here" ? [here, ...first] : first,
    write: (value) => (value === now ? position : anew(position, Number(value.slice(6)))),
  };
}

function fields(
  position: Position,
  place: string | null,
  edited: EditTarget,
): EditField<Position>[] {
  if (place !== null) {
    if (!isSquare(place)) return [];
    return [...wayField(position, place, edited), ...settledFields(position, place, edited)];
  }
  const { board } = position;
  const tiles = position.hands.length * componentsOf(edited).tile.length;
  return [
    stageField(position, edited),
    {
      id: "round",
      label: inEach((lang) => words(lang).editedRound),
      kind: "number",
      value: board.round,
      least: 1,
      most: Math.max(board.round, tiles),
      write: (round) => withBoard(position, { round }),
    },
    {
      id: "field",
      label: inEach((lang) => words(lang).editedField),
      kind: "choice",
      value: String(board.field),
      choices: componentsOf(edited).field.map((_, field) => ({
        value: String(field),
        label: named((spoken) => fieldWord(field, spoken), edited),
      })),
      write: (value) => withBoard(position, { field: Number(value) }),
    },
  ];
}

const editing: Editing<Position> = { places, move, fields };
export default editing;
