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

/** The tiles of a place that only holds tiles. */
interface Heap {
  id: string;
  name: Text;
  tiles: readonly Tile[];
  /** Whether it takes a floor tile, or a gem tile. */
  takes: "floor" | "gem" | "both";
  write: (tiles: Tile[]) => Whole;
}

function heaps(position: Whole, edited: Edited): Heap[] {
  const { floor_discards, gem_discards, floor_deck, gem_deck, line } = position;
  const gone = Object.entries(floor_discards) as [Kind, number][];
  return [
    {
      id: "line",
      name: text("ライン", "Line"),
      tiles: line,
      takes: "both",
      write: (tiles) => ({ ...position, line: tiles }),
    },
    ...sitters(position).map(({ hand }, seat): Heap => {
      const { ja, en } = seatName(seat, edited);
      return {
        id: `hand-${seat}`,
        name: text(`${ja}の手札`, `Hand of ${en}`),
        tiles: hand,
        takes: "both",
        write: (tiles) => withSeat(position, seat, { hand: tiles }),
      };
    }),
    {
      id: PILES.floorDeck,
      name: text("フロアタイルの山札", "Deck of floor tiles"),
      tiles: floor_deck,
      takes: "floor",
      write: (tiles) => ({ ...position, floor_deck: tiles as Kind[] }),
    },
    {
      id: PILES.floorDiscards,
      name: text("フロアタイルの捨て札", "Discarded floor tiles"),
      tiles: gone.flatMap(([kind, count]) => Array<Tile>(count).fill(kind)),
      takes: "floor",
      write: (tiles) => {
        const counts: Partial<Record<Kind, number>> = {};
        for (const tile of tiles as Kind[]) counts[tile] = (counts[tile] ?? 0) + 1;
        return { ...position, floor_discards: counts };
      },
    },
    {
      id: PILES.gemDeck,
      name: text("ジェムタイルの山札", "Deck of gem tiles"),
      tiles: gem_deck,
      takes: "gem",
      write: (tiles) => ({ ...position, gem_deck: tiles }),
    },
    {
      id: PILES.gemDiscards,
      name: text("ジェムタイルの捨て札", "Discarded gem tiles"),
      tiles: gem_discards,
      takes: "gem",
      write: (tiles) => ({ ...position, gem_discards: tiles }),
    },
  ];
}

/** A place of skill cards. */
interface Rack {
  id: string;
  name: Text;
  skills: readonly Skill[];
  write: (skills: Skill[]) => Whole;
}

function racks(position: Whole, edited: Edited): Rack[] {
  const { removed } = position;
  const used = [...removed, ...sitters(position).flatMap(({ skills }) => skills)];
  const cards = componentsOf(edited).skills.cards.map(({ skill }) => skill);
  return [
    ...sitters(position).map(({ skills }, seat): Rack => {
      const { ja, en } = seatName(seat, edited);
      return {
        id: `skills-${seat}`,
        name: text(`${ja}のスキルカード`, `Skill cards of ${en}`),
        skills,
        write: (after) => turned(withSeat(position, seat, { skills: after }), seat),
      };
    }),
    {
      id: "skills",
      name: text("残りのスキルカード", "Skill cards nobody has"),
      skills: cards.filter((skill) => !used.includes(skill)),
      write: () => position,
    },
    {
      id: "removed",
      name: text("除外したスキルカード", "Removed skill cards"),
      skills: removed,
      write: (after) => ({ ...position, removed: after }),
    },
  ];
}

/** What a turn has left follows from the skills: with others it begins anew. */
function turned(position: Whole, seat: number): Whole {
  const { stage } = position;
  if (stage.kind !== "turn" || stage.seat !== seat) return position;
  return { ...position, stage: { kind: "turn", seat } };
}

/** Equal things together. */
function counted<Thing extends string>(
  things: readonly Thing[],
  name: (thing: Thing) => Text,
): Taking[] {
  return [...new Set(things)].map((thing) => ({
    id: thing,
    name: name(thing),
    count: things.filter((other) => other === thing).length,
  }));
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
  const skillName = (skill: Skill) =>
    cards.find((card) => card.skill === skill)?.name ?? text(skill, skill);
  return [
    ...SQUARES.map((square) => ({
      id: square,
      name: text(square, square),
      takings: standing(position, square, edited),
    })),
    ...sitters(position).map(({ gems }, seat) => purse(seat, gems, edited)),
    ...heaps(position, edited).map(({ id, name, tiles }) => ({
      id,
      name,
      takings: counted(tiles, (tile) => tileName(tile, edited)),
    })),
    ...racks(position, edited).map(({ id, name, skills }) => ({
      id,
      name,
      takings: counted(skills, skillName),
    })),
  ];
}

/** The list without one of these; null where there is none. */
function without<Thing>(things: readonly Thing[], thing: Thing): Thing[] | null {
  const at = things.lastIndexOf(thing);
  return at < 0 ? null : things.filter((_, index) => index !== at);
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
  return isSquare(to) ? lay(rest, { ...tile, square: to }) : drop(rest, tile.kind, to, edited);
}

function lay(position: Whole, tile: Placed): Whole | null {
  if (position.floor.some(({ square }) => square === tile.square)) return null;
  return { ...position, floor: [...position.floor, tile] };
}

/** A tile to where tiles are heaped. */
function drop(position: Whole, tile: Tile, to: string, edited: Edited): Whole | null {
  const heap = heaps(position, edited).find(({ id }) => id === to);
  const sort = isSquare(tile) ? "gem" : "floor";
  if (!heap || (heap.takes !== "both" && heap.takes !== sort)) return null;
  return heap.write([...heap.tiles, tile]);
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
  const heap = heaps(position, edited).find(({ id }) => id === from);
  if (heap) {
    const left = without(heap.tiles, taking);
    if (!left) return null;
    const rest = heap.write(left);
    if (!isSquare(to)) return drop(rest, taking, to, edited);
    const spec = componentsOf(edited).floor.find(({ kind }) => kind === taking);
    const facing = spec?.ways[0]?.facing ?? null;
    return spec ? lay(rest, { square: to, kind: spec.kind, facing }) : null;
  }
  const rack = racks(position, edited).find(({ id }) => id === from);
  const left = rack && without(rack.skills, taking as Skill);
  if (!left) return null;
  const rest = rack.write(left);
  const target = racks(rest, edited).find(({ id }) => id === to);
  return target ? target.write([...target.skills, taking as Skill]) : null;
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
