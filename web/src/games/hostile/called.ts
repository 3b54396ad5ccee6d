/** What the things of the game are called and do, as the engine says: nothing of it is typed here. */
import type { Components, Facing, FloorTiles, Kind, Skill, Thing } from "../../generated/hostile";
import type { Known } from "../../generated/table";
import type { Lang } from "../../lib/i18n.svelte";

/** A thing explained in one language. */
export interface Explained {
  title: string;
  text: string;
  rules: readonly string[];
}

/** A name as a title or a label. */
export const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The names of one language. */
export class Called {
  readonly #floor: ReadonlyMap<string, FloorTiles>;
  readonly #skills: ReadonlyMap<string, Thing>;

  constructor(
    readonly components: Components,
    readonly lang: Lang,
  ) {
    this.#floor = new Map(components.floor.map((tiles) => [tiles.kind, tiles]));
    this.#skills = new Map(components.skills.cards.map((card) => [card.skill, card]));
  }

  /** A seat by its colour. */
  seat(seat: number): string {
    return this.components.seats[seat]?.[this.lang] ?? "";
  }

  /** A tile as the notation names it: a floor kind, or the square of a gem tile. */
  tile(tile: string): string {
    const floor = this.#floor.get(tile);
    if (floor) return capital(floor.name[this.lang]);
    const gem = this.components.gem_tile.name[this.lang];
    return this.lang === "ja" ? `${gem}${tile}` : `${capital(gem)} ${tile}`;
  }

  /** A floor tile with how it lies. */
  piece(kind: Kind, facing: Facing | null): string {
    const ways = this.#floor.get(kind)?.ways ?? [];
    return capital(ways.find((way) => way.facing === facing)?.name[this.lang] ?? "");
  }

  /** What a floor tile does. */
  does(kind: Kind): string {
    return this.#floor.get(kind)?.does[this.lang] ?? "";
  }

  /** How the printed face of a floor tile is known. */
  face(tile: string): Known | undefined {
    return this.#floor.get(tile)?.face;
  }

  /** A tile explained. */
  tileTip(tile: string): Explained {
    return this.#explain(this.tile(tile), this.#floor.get(tile) ?? this.components.gem_tile);
  }

  /** A skill card. */
  skill(skill: Skill): string {
    return this.#skills.get(skill)?.name[this.lang] ?? "";
  }

  /** A skill card explained. */
  skillTip(skill: Skill): Explained {
    return this.#explain(this.skill(skill), this.#skills.get(skill));
  }

  #explain(title: string, thing: Thing | undefined): Explained {
    return { title, text: thing?.does[this.lang] ?? "", rules: thing?.rules ?? [] };
  }
}
