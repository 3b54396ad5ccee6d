/** Editing of 乾隆後宮 positions: eunuchs, consorts, points and plot cards move between places. */
import type {
  Board,
  Card,
  Components,
  Consort,
  Eunuch,
  Group,
  Position,
} from "../../generated/kokyu";
import type { LocalizedText } from "../../generated/core";
import { seatName } from "../kit/editTarget";
import { inEach } from "../../lib/i18n/grammar";
import { binPlaces, moveBetween, type Bin } from "../kit/bins";
import type { EditTarget, Editing, EditField } from "../types";
import { eunuchWord, heading, term } from "./texts";
import { words } from "./messages";

type Place = Bin<Position>;
type Side = 0 | 1;

const SIDES: readonly Side[] = [0, 1];
/** The maximum number of laps, and of points, of one owner. */
const MOST = 9;

const called = (key: string): LocalizedText => inEach((lang) => heading(key, lang));
const of = (owner: LocalizedText, thing: LocalizedText): LocalizedText =>
  inEach((lang) => words(lang).of(owner[lang], thing[lang]));

const withBoard = (position: Position, change: Partial<Board>): Position => ({
  ...position,
  board: { ...position.board, ...change },
});
/** A copy of the list with the element at index `at` replaced by `thing`. */
function swapped<List extends readonly unknown[]>(list: List, at: number, thing: List[number]) {
  return list.map((other, index) => (index === at ? thing : other)) as unknown as List;
}

// Things as words: `weak 0` and `strong 1` are eunuchs, `consort 0`, `point`, and `plot 3`.

const eunuchWordOf = ({ seat, strong }: Eunuch) => `${strong ? "strong" : "weak"} ${seat}`;
const isEunuch = (thing: string, seat?: number): boolean =>
  seat === undefined
    ? /^(weak|strong) /.test(thing)
    : thing === `weak ${seat}` || thing === `strong ${seat}`;
const numberOf = (thing: string): number => Number(thing.split(" ")[1]);

function nameOf(thing: string, edited: EditTarget): LocalizedText {
  if (isEunuch(thing))
    return inEach((lang) => eunuchWord(numberOf(thing), thing.startsWith("strong"), lang));
  if (thing === "point") return called("point");
  if (thing.startsWith("consort")) return of(seatName(numberOf(thing), edited), called("consort"));
  const { plot } = edited.components as Components;
  return plot[numberOf(thing)]?.name ?? inEach(() => thing);
}

/** A card of the Forbidden City, with its eunuchs in the order of execution. */
function cardBin(index: number, edited: EditTarget): Place {
  const { card } = edited.components as Components;
  const name = card[index]?.name ?? inEach(() => "");
  const at = ({ board }: Position): Card => board.cards[index]!;
  return {
    id: `card-${index + 1}`,
    name: inEach((lang) => words(lang).editedCard(index + 1, name[lang])),
    things: (position) => at(position).eunuchs.map(eunuchWordOf),
    write: (position, things) => {
      const eunuchs = things.map((thing) => ({
        seat: numberOf(thing),
        strong: thing.startsWith("strong"),
      }));
      const cards = swapped(position.board.cards, index, { ...at(position), eunuchs });
      return withBoard(position, { cards });
    },
    takes: (thing) => isEunuch(thing),
  };
}

/** A place of the editor for the eunuchs of one seat. */
function groupBin(
  id: string,
  name: LocalizedText,
  seat: Side,
  read: (board: Board) => Group,
  write: (position: Position, group: Group) => Position,
): Place {
  return {
    id,
    name,
    things: ({ board }) => {
      const { weak, strong } = read(board);
      return [
        ...Array<string>(weak).fill(`weak ${seat}`),
        ...Array<string>(strong).fill(`strong ${seat}`),
      ];
    },
    write: (position, things) => {
      const strong = things.filter((thing) => thing.startsWith("strong")).length;
      return write(position, { weak: things.length - strong, strong });
    },
    takes: (thing) => isEunuch(thing, seat),
  };
}

function handBin(seat: Side, edited: EditTarget): Place {
  return groupBin(
    `hand-${seat}`,
    of(seatName(seat, edited), called("hand")),
    seat,
    ({ hands }) => hands[seat],
    (position, group) => withBoard(position, { hands: swapped(position.board.hands, seat, group) }),
  );
}

function palaceBin(square: number, seat: Side, edited: EditTarget): Place {
  const owner = seatName(seat, edited);
  const palace = called("palace");
  return groupBin(
    `palace-${square}-${seat}`,
    inEach((lang) => words(lang).editedSquare(palace[lang], square + 1, owner[lang])),
    seat,
    (board) => board.palace[square]![seat],
    (position, group) => {
      const { palace: squares } = position.board;
      const lanes = swapped(squares[square]!, seat, group);
      return withBoard(position, { palace: swapped(squares, square, lanes) });
    },
  );
}

/** A square of the bedroom. The consort that was placed last is the last one. */
function bedroomBin(square: number): Place {
  return {
    id: `bed-${square}`,
    name: inEach((lang) =>
      words(lang).editedStep(heading("bedroom", lang), square, term("start", lang)),
    ),
    things: ({ board }) =>
      SIDES.filter((seat) => board.consorts[seat].square === square).map(
        (seat) => `consort ${seat}`,
      ),
    write: (position, things) => {
      const moved = (consort: Consort, seat: number): Consort =>
        things.includes(`consort ${seat}`) ? { ...consort, square } : consort;
      const [blue, red] = position.board.consorts;
      return withBoard(position, { consorts: [moved(blue, 0), moved(red, 1)] });
    },
    takes: (thing) => thing.startsWith("consort"),
  };
}

/** A place of the editor for the points of one owner. */
function pointBin(
  id: string,
  name: LocalizedText,
  read: (board: Board) => number,
  change: (board: Board, points: number) => Partial<Board>,
): Place {
  return {
    id,
    name,
    things: ({ board }) => Array<string>(read(board)).fill("point"),
    write: (position, { length }) => withBoard(position, change(position.board, length)),
    takes: (thing) => thing === "point",
  };
}

const plotNumbers = (things: readonly string[]) => things.map(numberOf);
const plotWords = (numbers: readonly number[]) => numbers.map((number) => `plot ${number}`);
const isPlot = (thing: string) => thing.startsWith("plot ");

function bins(edited: EditTarget): Place[] {
  const { palace, bedroom, card } = edited.components as Components;
  const points = called("point");
  return [
    ...card.map((_, index) => cardBin(index, edited)),
    ...palace.flatMap((_, square) => SIDES.map((seat) => palaceBin(square, seat, edited))),
    ...SIDES.map((seat) => handBin(seat, edited)),
    ...Array.from({ length: bedroom.squares }, (_, square) => bedroomBin(square)),
    ...SIDES.map((seat) =>
      pointBin(
        `points-${seat}`,
        of(seatName(seat, edited), points),
        (board) => board.points[seat],
        (board, count) => ({ points: swapped(board.points, seat, count) }),
      ),
    ),
    pointBin(
      "kohi",
      of(called("kohi"), points),
      ({ kohi }) => kohi,
      (_, kohi) => ({ kohi }),
    ),
    pointBin(
      "stock",
      called("stock"),
      ({ stock }) => stock,
      (_, stock) => ({ stock }),
    ),
    pointBin(
      "tea",
      called("tea"),
      ({ tea }) => tea,
      (_, tea) => ({ tea }),
    ),
    {
      id: "pile",
      name: called("pile"),
      things: ({ pile }) => plotWords(pile),
      write: (position, things) => ({ ...position, pile: plotNumbers(things) }),
      takes: isPlot,
    },
    {
      id: "discards",
      name: called("discards"),
      things: ({ board }) => plotWords(board.discards),
      write: (position, things) => withBoard(position, { discards: plotNumbers(things) }),
      takes: isPlot,
    },
  ];
}

/**
 * The position changed to a placing phase, with `seat` to move. Everything that was being carried
 * out has ended.
 */
function placing(position: Position, seat: number): Position {
  const { executing, resolving, discards, hands } = position.board;
  const home = executing && {
    hands: swapped(
      hands,
      executing.eunuch.seat,
      grown(hands[executing.eunuch.seat as Side], executing.eunuch),
    ),
  };
  return withBoard(position, {
    ...home,
    executing: null,
    resolving: [],
    discards: [...discards, ...resolving],
    tasks: [{ task: "place", seat }],
  });
}
const grown = ({ weak, strong }: Group, eunuch: Eunuch): Group =>
  eunuch.strong ? { weak, strong: strong + 1 } : { weak: weak + 1, strong };

function stageField(position: Position, edited: EditTarget): EditField<Position> {
  const { tasks } = position.board;
  const [task] = tasks;
  const now = task?.task === "place" && tasks.length === 1 ? `place ${task.seat}` : "here";
  const places = SIDES.map((seat) => {
    const name = seatName(seat, edited);
    return { value: `place ${seat}`, label: inEach((lang) => words(lang).places(name[lang])) };
  });
  const here = { value: "here", label: called("processing") };
  return {
    id: "stage",
    label: inEach((lang) => words(lang).stage),
    kind: "choice",
    value: now,
    choices: now === "here" ? [here, ...places] : places,
    write: (value) => (value === now ? position : placing(position, numberOf(value))),
  };
}

function cardFields(position: Position, index: number): EditField<Position>[] {
  const card = position.board.cards[index];
  if (!card) return [];
  return [
    {
      id: "open",
      label: inEach((lang) => words(lang).faceUp),
      kind: "flag",
      value: card.open,
      write: (open) =>
        withBoard(position, { cards: swapped(position.board.cards, index, { ...card, open }) }),
    },
  ];
}

/** The field for the number of strong eunuchs in a place. */
function strongField(position: Position, bin: Place): EditField<Position>[] {
  const things = bin.things(position);
  const [first] = things;
  if (first === undefined || !isEunuch(first)) return [];
  const seat = numberOf(first);
  if (things.some((thing) => !isEunuch(thing, seat))) return [];
  return [
    {
      id: "strong",
      label: called("strong_eunuch"),
      kind: "number",
      value: things.filter((thing) => thing === `strong ${seat}`).length,
      least: 0,
      most: things.length,
      write: (count) => {
        const strong = things.filter((thing) => thing === `strong ${seat}`).length;
        if (count === strong) return position;
        const sides = things.map(
          (_, at) => `${at < things.length - count ? "weak" : "strong"} ${seat}`,
        );
        return bin.write(position, sides);
      },
    },
  ];
}

function fields(
  position: Position,
  place: string | null,
  edited: EditTarget,
): EditField<Position>[] {
  if (place !== null) {
    const bin = bins(edited).find(({ id }) => id === place);
    const card = place.startsWith("card-") ? cardFields(position, Number(place.slice(5)) - 1) : [];
    return [...card, ...(bin ? strongField(position, bin) : [])];
  }
  const { board } = position;
  const { maxRounds } = edited.options as { maxRounds: number };
  return [
    stageField(position, edited),
    {
      id: "initiative",
      label: called("first_move_tile"),
      kind: "choice",
      value: String(board.initiative),
      choices: SIDES.map((seat) => ({ value: String(seat), label: seatName(seat, edited) })),
      write: (value) => withBoard(position, { initiative: Number(value) }),
    },
    {
      id: "round",
      label: called("round"),
      kind: "number",
      value: board.round,
      least: 1,
      most: maxRounds,
      write: (round) => withBoard(position, { round }),
    },
    ...SIDES.map((seat): EditField<Position> => {
      const name = seatName(seat, edited);
      const consort = board.consorts[seat];
      return {
        id: `laps ${seat}`,
        label: inEach((lang) => words(lang).lapsOf(name[lang])),
        kind: "number",
        value: consort.laps,
        least: 0,
        most: Math.max(MOST, consort.laps),
        write: (laps) =>
          withBoard(position, {
            consorts: swapped(board.consorts, seat, { ...consort, laps }),
          }),
      };
    }),
  ];
}

const editing: Editing<Position> = {
  places: (position, edited) => binPlaces(bins(edited), position, (thing) => nameOf(thing, edited)),
  move: (position, from, taking, to, edited) =>
    moveBetween(bins(edited), position, from, taking, to),
  fields,
};
export default editing;
