/**
 * The names and descriptions of tiles, cards and seats. All come from the engine; none is written
 * here.
 */
import type { Components, Facing, FloorTiles, Kind, Skill, Thing } from "../../generated/hostile";
import { grammar, type Lang } from "../../lib/i18n/grammar";
import { words } from "./messages";

/** The text of a tooltip in one language: title, description and rules. */
export interface Explained {
  title: string;
  text: string;
  rules: readonly string[];
}

/** The names and descriptions of tiles, cards and seats in one language. */
export class ComponentNames {
  readonly #floor: ReadonlyMap<string, FloorTiles>;
  readonly #skills: ReadonlyMap<string, Thing>;

  constructor(
    readonly components: Components,
    readonly lang: Lang,
  ) {
    this.#floor = new Map(components.floor.map((tiles) => [tiles.kind, tiles]));
    this.#skills = new Map(components.skills.cards.map((card) => [card.skill, card]));
  }

  /** The name of a seat: its colour. */
  seat(seat: number): string {
    return this.components.seats[seat]?.[this.lang] ?? "";
  }

  /**
   * The name of a tile that is given in notation: a kind of floor tile, or the square of a gem
   * tile.
   */
  tile(tile: string): string {
    const floor = this.#floor.get(tile);
    if (floor) return grammar(this.lang).heading(floor.name[this.lang]);
    return words(this.lang).gemTile(this.components.gem_tile.name[this.lang], tile);
  }

  /** The name of a floor tile with its orientation. */
  piece(kind: Kind, facing: Facing | null): string {
    const ways = this.#floor.get(kind)?.ways ?? [];
    const way = ways.find((each) => each.facing === facing);
    return grammar(this.lang).heading(way?.name[this.lang] ?? "");
  }

  /** The description of a floor tile's effect. */
  does(kind: Kind): string {
    return this.#floor.get(kind)?.does[this.lang] ?? "";
  }

  /** The tooltip of a tile. */
  tileTip(tile: string): Explained {
    return this.#explain(this.tile(tile), this.#floor.get(tile) ?? this.components.gem_tile);
  }

  /** The name of a skill card. */
  skill(skill: Skill): string {
    return this.#skills.get(skill)?.name[this.lang] ?? "";
  }

  /** The tooltip of a skill card. */
  skillTip(skill: Skill): Explained {
    return this.#explain(this.skill(skill), this.#skills.get(skill));
  }

  #explain(title: string, thing: Thing | undefined): Explained {
    return { title, text: thing?.does[this.lang] ?? "", rules: thing?.rules ?? [] };
  }
}
