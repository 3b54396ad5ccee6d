/** What the game on screen states and calls its things, and which statement is open. */
import type { GamePage } from "../generated/parlour";
import type { GameInfo, Rule, Term, Text } from "../generated/table";

let rules = $state.raw<ReadonlyMap<string, Rule>>(new Map());
let terms = $state.raw<Readonly<Record<string, Term>>>({});
let seatNames = $state.raw<readonly Text[]>([]);
let opened = $state<string | null>(null);
let drawer = $state(false);

/** What a game brings to be spoken of. */
type Words = Pick<GamePage, "rules" | "glossary"> & { info?: Pick<GameInfo, "seat_names"> };

/** The words of the game on screen. */
export const rulebook = {
  /** Every statement of the game in the rulebook's order, then the house's own. */
  get listed(): Rule[] {
    return [...rules.values()];
  },
  /** Puts the words of a game on the table. */
  use(page: Words): void {
    rules = new Map(page.rules.map((rule) => [rule.id, rule]));
    terms = page.glossary;
    seatNames = page.info?.seat_names ?? [];
  },
  /** The statement with this id. */
  find(id: string): Rule | undefined {
    return rules.get(id);
  },
  /**
   * What the game calls a thing, by its key in the game's glossary. An unknown key is shown as it
   * is, so that a missing word is seen.
   */
  name(key: string): Text {
    return terms[key] ?? { ja: key, en: key };
  },
  /** The rules that say what a thing is, by the same key; empty where its name says it all. */
  rulesOf(key: string): readonly string[] {
    return terms[key]?.rules ?? [];
  },
  /** What the game calls its seats. */
  get seatNames(): readonly Text[] {
    return seatNames;
  },
  /** The statement to look at in the drawer. */
  get opened(): string | null {
    return opened;
  },
  /** Whether the drawer is open. */
  get isOpen(): boolean {
    return drawer;
  },
  /** Opens the drawer, at a statement if one is named. */
  open(id: string | null = null): void {
    opened = id;
    drawer = true;
  },
  close(): void {
    drawer = false;
    opened = null;
  },
};
