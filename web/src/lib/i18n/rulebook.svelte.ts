/** What the game on screen calls its things, what it states, and which statement is open. */
import type { GamePage, HouseRules } from "../../generated/parlour";
import type { GameInfo, Rule, Term, Text } from "../../generated/table";
import { getRules, problemText } from "../api/api";

let game = $state.raw<string | null>(null);
let rules = $state.raw<ReadonlyMap<string, Rule> | null>(null);
let trouble = $state.raw<Text | null>(null);
let terms = $state.raw<Readonly<Record<string, Term>>>({});
let seatNames = $state.raw<readonly Text[]>([]);
let house = $state.raw<HouseRules | null>(null);
let opened = $state<string | null>(null);
let drawer = $state(false);

/** What a game brings to be spoken of. */
type Words = Pick<GamePage, "glossary"> &
  Partial<Pick<GamePage, "house">> & { info?: Pick<GameInfo, "id" | "seat_names"> };

/** The words of the game on screen. */
export const rulebook = {
  /** Puts the words of a game on the table; its statements come when somebody reads one. */
  use(page: Words): void {
    const id = page.info?.id ?? null;
    if (id !== game) rules = null;
    game = id;
    terms = page.glossary;
    seatNames = page.info?.seat_names ?? [];
    house = page.house ?? null;
  },
  /** Sends for the statements, where they are not here; `trouble` says why they do not come. */
  async fetch(): Promise<void> {
    const asked = game;
    if (asked === null || rules) return;
    try {
      const { rules: found } = await getRules(asked);
      if (asked !== game) return;
      rules = new Map(found.map((rule) => [rule.id, rule]));
      trouble = null;
    } catch (thrown) {
      if (asked === game) trouble = problemText(thrown);
    }
  },
  /** Every statement of the game in the rulebook's order, then the house's own; null before they come. */
  get listed(): readonly Rule[] | null {
    return rules && [...rules.values()];
  },
  /** Why the statements did not come. */
  get trouble(): Text | null {
    return trouble;
  },
  /** The statement with this id, once they have come. */
  find(id: string): Rule | undefined {
    return rules?.get(id);
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
  /** What of the rules of the house is spoken of; null before it comes. */
  get commonRules(): HouseRules | null {
    return house;
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
    void this.fetch();
  },
  close(): void {
    drawer = false;
    opened = null;
  },
};
