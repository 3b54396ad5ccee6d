/** Editing of HOSTILE positions: pawns, gems, tiles and skill cards move from place to place. */
import type {
  Components,
  Facing,
  Kind,
  Placed,
  Position,
  SeatPosition,
  Skill,
  Square,
  StagePosition,
  Tile,
} from "../../generated/hostile";
import type { LocalizedText } from "../../generated/core";
import { addTo, binPlaces, moveBetween, takeFrom, type Bin } from "../kit/bins";
import { seatName } from "../kit/editTarget";
import { grammar, inEach } from "../../lib/i18n/grammar";
import type { EditTarget, Editing, EditField, EditPlace, Movable } from "../types";
import { words } from "./messages";
import { FILES, RANKS } from "./geometry";
import { PILES } from "./movePaths";

/** A position in the editor: every optional field is given. */
type Whole = Required<Position>;
type Sitter = Required<SeatPosition>;

const plain = (said: string): LocalizedText => inEach(() => said);
const title = (name: LocalizedText): LocalizedText =>
  inEach((lang) => grammar(lang).heading(name[lang]));
const componentsOf = ({ components }: EditTarget) => components as Components;
const SQUARES: readonly Square[] = RANKS.flatMap((rank) => FILES.map((file) => `${file}${rank}`));
const isSquare = (place: string): boolean => SQUARES.includes(place);
/** The maximum number of gems on one square or of one seat. */
const MOST_GEMS = 99;
/** The highest round number that can be entered. */
const LAST_ROUND = 99;

const sitters = ({ seats }: Whole) => seats as readonly Sitter[];

function withSeat(position: Whole, seat: number, change: Partial<Sitter>): Whole {
  const seats = position.seats.map((each, at) => (at === seat ? { ...each, ...change } : each));
  return { ...position, seats };
}

function tileName(tile: Tile, edited: EditTarget): LocalizedText {
  const { floor, gem_tile } = componentsOf(edited);
  const kind = floor.find((spec) => spec.kind === tile);
  if (kind) return title(kind.name);
  return inEach((lang) => words(lang).gemTile(gem_tile.name[lang], tile));
}

/** The name of a tile on the board, with its orientation. */
function placedName({ kind, facing }: Placed, edited: EditTarget): LocalizedText {
  const spec = componentsOf(edited).floor.find((each) => each.kind === kind);
  return title(spec?.ways.find((way) => way.facing === facing)?.name ?? plain(kind));
}

const isGemTile = isSquare;

/** The places that contain only tiles: the line, hands, decks and discard piles. */
function heaps(position: Whole, edited: EditTarget): Bin<Whole>[] {
  const discarded = ({ floor_discards }: Whole) =>
    Object.entries(floor_discards) as [Kind, number][];
  const heap = (
    id: string,
    name: LocalizedText,
    takes: (tile: Tile) => boolean,
    things: (position: Whole) => readonly Tile[],
    write: (position: Whole, tiles: Tile[]) => Whole,
  ): Bin<Whole> => ({
    id,
    name,
    things,
    write: (after, tiles) => write(after, [...tiles] as Tile[]),
    takes: (tile) => isTile(tile, edited) && takes(tile),
  });
  const any = () => true;
  const isFloorTile = (tile: Tile) => !isGemTile(tile);
  return [
    heap(
      "line",
      inEach((lang) => words(lang).lineTiles),
      any,
      ({ line }) => line,
      (after, line) => ({ ...after, line }),
    ),
    ...sitters(position).map((_, seat) => {
      const name = seatName(seat, edited);
      return heap(
        `hand-${seat}`,
        inEach((lang) => words(lang).handOf(name[lang])),
        any,
        (after) => sitters(after)[seat]?.hand ?? [],
        (after, hand) => withSeat(after, seat, { hand }),
      );
    }),
    heap(
      PILES.floorDeck,
      inEach((lang) => words(lang).floorDeck),
      isFloorTile,
      ({ floor_deck }) => floor_deck,
      (after, tiles) => ({ ...after, floor_deck: tiles as Kind[] }),
    ),
    heap(
      PILES.floorDiscards,
      inEach((lang) => words(lang).floorDiscards),
      isFloorTile,
      (after) => discarded(after).flatMap(([kind, count]) => Array<Tile>(count).fill(kind)),
      (after, tiles) => {
        const counts: Partial<Record<Kind, number>> = {};
        for (const tile of tiles as Kind[]) counts[tile] = (counts[tile] ?? 0) + 1;
        return { ...after, floor_discards: counts };
      },
    ),
    heap(
      PILES.gemDeck,
      inEach((lang) => words(lang).gemDeck),
      isGemTile,
      ({ gem_deck }) => gem_deck,
      (after, gem_deck) => ({ ...after, gem_deck }),
    ),
    heap(
      PILES.gemDiscards,
      inEach((lang) => words(lang).gemDiscards),
      isGemTile,
      ({ gem_discards }) => gem_discards,
      (after, gem_discards) => ({ ...after, gem_discards }),
    ),
  ];
}
const isTile = (thing: string, edited: EditTarget): boolean =>
  isGemTile(thing) || componentsOf(edited).floor.some(({ kind }) => kind === thing);

/** The places that contain skill cards: each seat's, the remaining ones and the removed ones. */
function racks(position: Whole, edited: EditTarget): Bin<Whole>[] {
  const cards = componentsOf(edited).skills.cards.map(({ skill }) => skill as string);
  const takes = (thing: string) => cards.includes(thing);
  const taken = (after: Whole): string[] => [
    ...after.removed,
    ...sitters(after).flatMap(({ skills }) => skills),
  ];
  return [
    ...sitters(position).map((_, seat): Bin<Whole> => {
      const name = seatName(seat, edited);
      return {
        id: `skills-${seat}`,
        name: inEach((lang) => words(lang).skillsOf(name[lang])),
        things: (after) => sitters(after)[seat]?.skills ?? [],
        write: (after, skills) =>
          turned(withSeat(after, seat, { skills: skills as Skill[] }), seat),
        takes,
      };
    }),
    {
      id: "skills",
      name: inEach((lang) => words(lang).skillsLeft),
      things: (after) => cards.filter((skill) => !taken(after).includes(skill)),
      // The rest is there implicitly.
      write: (after) => after,
      takes,
    },
    {
      id: "removed",
      name: inEach((lang) => words(lang).skillsRemoved),
      things: ({ removed }) => removed,
      write: (after, removed) => ({ ...after, removed: removed as Skill[] }),
      takes,
    },
  ];
}

/**
 * The position after a change of the seat's skills. If it is this seat's turn, the turn restarts,
 * because the remaining uses in a turn depend on the skills.
 */
function turned(position: Whole, seat: number): Whole {
  const { stage } = position;
  if (stage.kind !== "turn" || stage.seat !== seat) return position;
  return { ...position, stage: { kind: "turn", seat } };
}

function standing(position: Whole, square: Square, edited: EditTarget): Movable[] {
  const pawns = sitters(position).flatMap(({ pawn }, seat) => {
    const name = seatName(seat, edited);
    return pawn === square
      ? [{ id: `pawn ${seat}`, name: inEach((lang) => words(lang).editedPawn(name[lang])) }]
      : [];
  });
  const gems = position.gems.flatMap((gem) =>
    gem.square === square
      ? [{ id: "gem", name: inEach((lang) => words(lang).gem), count: gem.count ?? 1 }]
      : [],
  );
  const tiles = position.floor.flatMap((tile) =>
    tile.square === square ? [{ id: "tile", name: placedName(tile, edited) }] : [],
  );
  return [...pawns, ...gems, ...tiles];
}

function purse(seat: number, gems: number, edited: EditTarget): EditPlace {
  const name = seatName(seat, edited);
  return {
    id: `purse-${seat}`,
    name: inEach((lang) => words(lang).gemsOf(name[lang])),
    takings: gems > 0 ? [{ id: "gem", name: inEach((lang) => words(lang).gem), count: gems }] : [],
  };
}

function places(position: Whole, edited: EditTarget): EditPlace[] {
  const cards = componentsOf(edited).skills.cards;
  const skillName = (skill: string) =>
    cards.find((card) => card.skill === skill)?.name ?? plain(skill);
  return [
    ...SQUARES.map((square) => ({
      id: square,
      name: plain(square),
      takings: standing(position, square, edited),
    })),
    ...sitters(position).map(({ gems }, seat) => purse(seat, gems, edited)),
    ...binPlaces(heaps(position, edited), position, (tile) => tileName(tile, edited)),
    ...binPlaces(racks(position, edited), position, skillName),
  ];
}

const gemsAt = ({ gems }: Whole, square: Square): number => {
  const there = gems.find((gem) => gem.square === square);
  return there ? (there.count ?? 1) : 0;
};

function withGems(position: Whole, square: Square, count: number): Whole {
  const kept = position.gems.filter((gem) => gem.square !== square);
  return { ...position, gems: count > 0 ? [...kept, { square, count }] : kept };
}

/**
 * Changes the number of gems on a square or of a seat by `by`; null if the place cannot have gems.
 */
function changeGems(position: Whole, place: string, by: number): Whole | null {
  if (isSquare(place)) return withGems(position, place, gemsAt(position, place) + by);
  const seat = place.startsWith("purse-") ? Number(place.slice("purse-".length)) : -1;
  const sitter = sitters(position)[seat];
  return sitter ? withSeat(position, seat, { gems: sitter.gems + by }) : null;
}

function movePawn(position: Whole, seat: number, to: string): Whole | null {
  const taken = sitters(position).some(({ pawn }) => pawn === to);
  return isSquare(to) && !taken ? withSeat(position, seat, { pawn: to }) : null;
}

/**
 * Moves a floor tile from its square to another square or to a place for tiles; null if it cannot
 * be there.
 */
function moveTile(position: Whole, from: string, to: string, edited: EditTarget): Whole | null {
  const tile = position.floor.find(({ square }) => square === from);
  if (!tile) return null;
  const rest = { ...position, floor: position.floor.filter((other) => other !== tile) };
  if (isSquare(to)) return lay(rest, { ...tile, square: to });
  return addTo(heaps(rest, edited), rest, tile.kind, to);
}

function lay(position: Whole, tile: Placed): Whole | null {
  if (position.floor.some(({ square }) => square === tile.square)) return null;
  return { ...position, floor: [...position.floor, tile] };
}

/** Moves a tile from a deck, hand or other place onto the board, in its default orientation. */
function layFrom(position: Whole, from: string, tile: string, to: Square, edited: EditTarget) {
  const spec = componentsOf(edited).floor.find(({ kind }) => kind === tile);
  const rest = spec && takeFrom(heaps(position, edited), position, spec.kind, from);
  if (!rest) return null;
  return lay(rest, { square: to, kind: spec.kind, facing: spec.ways[0]?.facing ?? null });
}

function move(
  position: Whole,
  from: string,
  taking: string,
  to: string,
  edited: EditTarget,
): Whole | null {
  if (taking.startsWith("pawn ")) return movePawn(position, Number(taking.slice(5)), to);
  if (taking === "tile") return moveTile(position, from, to, edited);
  if (taking === "gem") {
    const rest = changeGems(position, from, -1);
    return rest && changeGems(rest, to, 1);
  }
  if (isSquare(to)) return layFrom(position, from, taking, to, edited);
  const bins = [...heaps(position, edited), ...racks(position, edited)];
  return moveBetween(bins, position, from, taking, to);
}

function squareFields(position: Whole, square: Square, edited: EditTarget): EditField<Whole>[] {
  const tile = position.floor.find((each) => each.square === square);
  const { floor, gem_tiles } = componentsOf(edited);
  const ways = floor.find(({ kind }) => kind === tile?.kind)?.ways ?? [];
  const facing: EditField<Whole>[] =
    tile && ways.length > 1
      ? [
          {
            id: "facing",
            label: inEach((lang) => words(lang).facing),
            kind: "choice",
            value: tile.facing ?? "",
            choices: ways.map((way) => ({ value: way.facing ?? "", label: title(way.name) })),
            write: (value) => {
              const after = { ...tile, facing: value as Facing };
              return {
                ...position,
                floor: position.floor.map((other) => (other === tile ? after : other)),
              };
            },
          },
        ]
      : [];
  const gems: EditField<Whole>[] = gem_tiles.squares.includes(square)
    ? [
        {
          id: "gems",
          label: inEach((lang) => words(lang).gemCount),
          kind: "number",
          value: gemsAt(position, square),
          least: 0,
          most: MOST_GEMS,
          write: (count) =>
            count === gemsAt(position, square) ? position : withGems(position, square, count),
        },
      ]
    : [];
  return [...facing, ...gems];
}

function purseFields(position: Whole, seat: number): EditField<Whole>[] {
  const sitter = sitters(position)[seat];
  if (!sitter) return [];
  return [
    {
      id: "gems",
      label: inEach((lang) => words(lang).gemCount),
      kind: "number",
      value: sitter.gems,
      least: 0,
      most: MOST_GEMS,
      write: (gems) => withSeat(position, seat, { gems }),
    },
  ];
}

/**
 * The value of this stage's option in the editor's list of stages: the stage's kind, followed by
 * its seat if it has one.
 */
const stageWord = (stage: StagePosition): string =>
  "seat" in stage ? `${stage.kind} ${stage.seat}` : stage.kind;

function stageField(position: Whole, edited: EditTarget): EditField<Whole> {
  const kinds = ["turn", "skill_draft", "tile_draft"] as const;
  const choices = kinds.flatMap((kind) =>
    position.seats.map((_, seat) => {
      const name = seatName(seat, edited);
      return {
        value: stageWord({ kind, seat }),
        label: inEach((lang) => words(lang).stages[kind](name[lang])),
        stage: { kind, seat } as StagePosition,
      };
    }),
  );
  const over = {
    value: "over",
    label: inEach((lang) => words(lang).stages.over),
    stage: { kind: "over" } as const,
  };
  return {
    id: "stage",
    label: inEach((lang) => words(lang).stage),
    kind: "choice",
    value: stageWord(position.stage),
    choices: [...choices, over],
    write: (value) => {
      if (value === stageWord(position.stage)) return position;
      const stage = [...choices, over].find((choice) => choice.value === value)?.stage;
      return stage ? { ...position, stage } : position;
    },
  };
}

function fields(position: Whole, place: string | null, edited: EditTarget): EditField<Whole>[] {
  if (place !== null) {
    if (place.startsWith("purse-")) return purseFields(position, Number(place.slice(6)));
    return isSquare(place) ? squareFields(position, place, edited) : [];
  }
  const { stage } = position;
  const points: EditField<Whole>[] =
    stage.kind === "turn" && stage.points !== undefined
      ? [
          {
            id: "points",
            label: inEach((lang) => words(lang).pointsLeft),
            kind: "number",
            value: stage.points,
            least: 0,
            most: componentsOf(edited).turn.points + 1,
            write: (value) => ({ ...position, stage: { ...stage, points: value } }),
          },
        ]
      : [];
  return [
    stageField(position, edited),
    ...points,
    {
      id: "round",
      label: inEach((lang) => words(lang).roundNumber),
      kind: "number",
      value: position.round,
      least: 1,
      most: LAST_ROUND,
      write: (round) => ({ ...position, round }),
    },
    {
      id: "start",
      label: inEach((lang) => words(lang).startPlayer),
      kind: "choice",
      value: String(position.start_seat),
      choices: position.seats.map((_, seat) => ({
        value: String(seat),
        label: seatName(seat, edited),
      })),
      write: (value) => ({ ...position, start_seat: Number(value) }),
    },
  ];
}

const editing: Editing<Whole> = { places, move, fields };
export default editing;
