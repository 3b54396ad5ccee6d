/** How positions of HOSTILE are edited: pawns, gems, tiles and skill cards go from place to place. */
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
import type { Text } from "../../generated/table";
import { addTo, binPlaces, moveBetween, takeFrom, type Bin } from "../../lib/bins";
import type { Edited, Editing, EditField, EditPlace, Taking } from "../types";
import { capital } from "./called";
import { FILES, RANKS } from "./geometry";
import { PILES } from "./journeys";

/** Positions are complete. */
type Whole = Required<Position>;
type Sitter = Required<SeatPosition>;

const text = (ja: string, en: string): Text => ({ ja, en });
const title = ({ ja, en }: Text): Text => ({ ja, en: capital(en) });
const componentsOf = ({ components }: Edited) => components as Components;
const SQUARES: readonly Square[] = RANKS.flatMap((rank) => FILES.map((file) => `${file}${rank}`));
const isSquare = (place: string): boolean => SQUARES.includes(place);
/** Gems at one place, at most. */
const MOST_GEMS = 99;
/** No round of a play is later. */
const LAST_ROUND = 99;

const sitters = ({ seats }: Whole) => seats as readonly Sitter[];
const seatName = (seat: number, edited: Edited): Text =>
  edited.names[seat] ?? text(`${seat + 1}番`, `Player ${seat + 1}`);

function withSeat(position: Whole, seat: number, change: Partial<Sitter>): Whole {
  const seats = position.seats.map((each, at) => (at === seat ? { ...each, ...change } : each));
  return { ...position, seats };
}

function tileName(tile: Tile, edited: Edited): Text {
  const { floor, gem_tile } = componentsOf(edited);
  const kind = floor.find((spec) => spec.kind === tile);
  if (kind) return title(kind.name);
  return text(`${gem_tile.name.ja}${tile}`, `${capital(gem_tile.name.en)} ${tile}`);
}

/** A tile as it lies on the board. */
function placedName({ kind, facing }: Placed, edited: Edited): Text {
  const spec = componentsOf(edited).floor.find((each) => each.kind === kind);
  return title(spec?.ways.find((way) => way.facing === facing)?.name ?? text(kind, kind));
}

const isGemTile = isSquare;

/** The places that only hold tiles. */
function heaps(position: Whole, edited: Edited): Bin<Whole>[] {
  const discarded = ({ floor_discards }: Whole) =>
    Object.entries(floor_discards) as [Kind, number][];
  const heap = (
    id: string,
    name: Text,
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
      text("ライン", "Line"),
      any,
      ({ line }) => line,
      (after, line) => ({ ...after, line }),
    ),
    ...sitters(position).map((_, seat) => {
      const { ja, en } = seatName(seat, edited);
      return heap(
        `hand-${seat}`,
        text(`${ja}の手札`, `Hand of ${en}`),
        any,
        (after) => sitters(after)[seat]?.hand ?? [],
        (after, hand) => withSeat(after, seat, { hand }),
      );
    }),
    heap(
      PILES.floorDeck,
      text("フロアタイルの山札", "Deck of floor tiles"),
      isFloorTile,
      ({ floor_deck }) => floor_deck,
      (after, tiles) => ({ ...after, floor_deck: tiles as Kind[] }),
    ),
    heap(
      PILES.floorDiscards,
      text("フロアタイルの捨て札", "Discarded floor tiles"),
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
      text("ジェムタイルの山札", "Deck of gem tiles"),
      isGemTile,
      ({ gem_deck }) => gem_deck,
      (after, gem_deck) => ({ ...after, gem_deck }),
    ),
    heap(
      PILES.gemDiscards,
      text("ジェムタイルの捨て札", "Discarded gem tiles"),
      isGemTile,
      ({ gem_discards }) => gem_discards,
      (after, gem_discards) => ({ ...after, gem_discards }),
    ),
  ];
}
const isTile = (thing: string, edited: Edited): boolean =>
  isGemTile(thing) || componentsOf(edited).floor.some(({ kind }) => kind === thing);

/** The places of skill cards. */
function racks(position: Whole, edited: Edited): Bin<Whole>[] {
  const cards = componentsOf(edited).skills.cards.map(({ skill }) => skill as string);
  const takes = (thing: string) => cards.includes(thing);
  const taken = (after: Whole): string[] => [
    ...after.removed,
    ...sitters(after).flatMap(({ skills }) => skills),
  ];
  return [
    ...sitters(position).map((_, seat): Bin<Whole> => {
      const { ja, en } = seatName(seat, edited);
      return {
        id: `skills-${seat}`,
        name: text(`${ja}のスキルカード`, `Skill cards of ${en}`),
        things: (after) => sitters(after)[seat]?.skills ?? [],
        write: (after, skills) =>
          turned(withSeat(after, seat, { skills: skills as Skill[] }), seat),
        takes,
      };
    }),
    {
      id: "skills",
      name: text("残りのスキルカード", "Skill cards nobody has"),
      things: (after) => cards.filter((skill) => !taken(after).includes(skill)),
      // What lies nowhere else lies there.
      write: (after) => after,
      takes,
    },
    {
      id: "removed",
      name: text("除外したスキルカード", "Removed skill cards"),
      things: ({ removed }) => removed,
      write: (after, removed) => ({ ...after, removed: removed as Skill[] }),
      takes,
    },
  ];
}

/** What a turn has left follows from the skills: with others it begins anew. */
function turned(position: Whole, seat: number): Whole {
  const { stage } = position;
  if (stage.kind !== "turn" || stage.seat !== seat) return position;
  return { ...position, stage: { kind: "turn", seat } };
}

function standing(position: Whole, square: Square, edited: Edited): Taking[] {
  const pawns = sitters(position).flatMap(({ pawn }, seat) => {
    const { ja, en } = seatName(seat, edited);
    return pawn === square
      ? [{ id: `pawn ${seat}`, name: text(`${ja}のコマ`, `Pawn of ${en}`) }]
      : [];
  });
  const gems = position.gems.flatMap((gem) =>
    gem.square === square
      ? [{ id: "gem", name: text("ジェム", "Gem"), count: gem.count ?? 1 }]
      : [],
  );
  const tiles = position.floor.flatMap((tile) =>
    tile.square === square ? [{ id: "tile", name: placedName(tile, edited) }] : [],
  );
  return [...pawns, ...gems, ...tiles];
}

function purse(seat: number, gems: number, edited: Edited): EditPlace {
  const { ja, en } = seatName(seat, edited);
  return {
    id: `purse-${seat}`,
    name: text(`${ja}のジェム`, `Gems of ${en}`),
    takings: gems > 0 ? [{ id: "gem", name: text("ジェム", "Gem"), count: gems }] : [],
  };
}

function places(position: Whole, edited: Edited): EditPlace[] {
  const cards = componentsOf(edited).skills.cards;
  const skillName = (skill: string) =>
    cards.find((card) => card.skill === skill)?.name ?? text(skill, skill);
  return [
    ...SQUARES.map((square) => ({
      id: square,
      name: text(square, square),
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

/** More or fewer gems on a square or in a purse; null where none can be. */
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

/** A floor tile from the board to another square or away. */
function moveTile(position: Whole, from: string, to: string, edited: Edited): Whole | null {
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

/** A tile out of a heap onto the board, lying as it comes. */
function layFrom(position: Whole, from: string, tile: string, to: Square, edited: Edited) {
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
  edited: Edited,
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

function squareFields(position: Whole, square: Square, edited: Edited): EditField<Whole>[] {
  const tile = position.floor.find((each) => each.square === square);
  const { floor, gem_tiles } = componentsOf(edited);
  const ways = floor.find(({ kind }) => kind === tile?.kind)?.ways ?? [];
  const facing: EditField<Whole>[] =
    tile && ways.length > 1
      ? [
          {
            id: "facing",
            label: text("向き", "Facing"),
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
          label: text("ジェム", "Gems"),
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
      label: text("ジェム", "Gems"),
      kind: "number",
      value: sitter.gems,
      least: 0,
      most: MOST_GEMS,
      write: (gems) => withSeat(position, seat, { gems }),
    },
  ];
}

const STAGES: Record<Exclude<StagePosition["kind"], "round_start">, (name: Text) => Text> = {
  skill_draft: ({ ja, en }) => text(`${ja}がスキルカードを取る`, `${en} takes a skill card`),
  tile_draft: ({ ja, en }) => text(`${ja}がタイルを取る`, `${en} takes tiles`),
  turn: ({ ja, en }) => text(`${ja}のターン`, `${en}'s turn`),
  over: () => text("終局", "The game is over"),
};

/** What is being decided, and by whom, in words of a list. */
const stageWord = (stage: StagePosition): string =>
  "seat" in stage ? `${stage.kind} ${stage.seat}` : stage.kind;

function stageField(position: Whole, edited: Edited): EditField<Whole> {
  const kinds = ["turn", "skill_draft", "tile_draft"] as const;
  const choices = kinds.flatMap((kind) =>
    position.seats.map((_, seat) => ({
      value: stageWord({ kind, seat }),
      label: STAGES[kind](seatName(seat, edited)),
      stage: { kind, seat } as StagePosition,
    })),
  );
  const over = {
    value: "over",
    label: STAGES.over(text("", "")),
    stage: { kind: "over" } as const,
  };
  return {
    id: "stage",
    label: text("段階", "Stage"),
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

function fields(position: Whole, place: string | null, edited: Edited): EditField<Whole>[] {
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
            label: text("残りの行動点", "Action points left"),
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
      label: text("ラウンド", "Round"),
      kind: "number",
      value: position.round,
      least: 1,
      most: LAST_ROUND,
      write: (round) => ({ ...position, round }),
    },
    {
      id: "start",
      label: text("スタートプレイヤー", "Start player"),
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
