/**
 * The terms and the rules of the game that the page shows, and the rule that is open in the drawer.
 */
import type { GamePage, HouseRules } from "../../generated/session";
import type { GameInfo, Rule, ScoreCause, Term, LocalizedText } from "../../generated/core";
import { getRules } from "../api/games";
import { problemText } from "../api/http";

let game = $state.raw<string | null>(null);
let rules = $state.raw<ReadonlyMap<string, Rule> | null>(null);
let trouble = $state.raw<LocalizedText | null>(null);
let terms = $state.raw<Readonly<Record<string, Term>>>({});
/** The terms of every game of which anything was shown, by its id. */
let known = $state.raw<Readonly<Record<string, Readonly<Record<string, Term>>>>>({});
let seatNames = $state.raw<readonly LocalizedText[]>([]);
let scoreCauses = $state.raw<readonly ScoreCause[]>([]);
let house = $state.raw<HouseRules | null>(null);
let opened = $state<string | null>(null);
let drawer = $state(false);

/** The texts that the server sends for a game. */
type Words = Pick<GamePage, "glossary"> &
  Partial<Pick<GamePage, "house">> & {
    info?: Pick<GameInfo, "id" | "seat_names"> & Partial<Pick<GameInfo, "score_causes">>;
  };

/** The texts of the game that the page shows. */
export const rulebook = {
  /** Sets the game that the page shows. Its rules are loaded when they are first needed. */
  use(page: Words): void {
    const id = page.info?.id ?? null;
    if (id !== game) rules = null;
    game = id;
    terms = page.glossary;
    if (page.info) rulebook.learn(page.info.id, page.glossary);
    seatNames = page.info?.seat_names ?? [];
    scoreCauses = page.info?.score_causes ?? [];
    house = page.house ?? null;
  },
  /** Stores the terms of a game that the page shows beside others, such as in a list of small boards. */
  learn(of: string, glossary: Readonly<Record<string, Term>>): void {
    known = { ...known, [of]: glossary };
  },
  /** Loads the rules, unless they are loaded already; a failure sets `trouble`. */
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
  /**
   * All rules of the game in the rulebook's order, then the built-in rules; null before they are
   * loaded.
   */
  get listed(): readonly Rule[] | null {
    return rules && [...rules.values()];
  },
  /** The reason why the rules could not be loaded; null if there was no failure. */
  get trouble(): LocalizedText | null {
    return trouble;
  },
  /** The rule with this id; undefined until the rules are loaded. */
  find(id: string): Rule | undefined {
    return rules?.get(id);
  },
  /**
   * The name of a term of a game, by its key in the game's glossary. An unknown key is shown as it
   * is, so that a missing term is noticed.
   */
  name(of: string, key: string): LocalizedText {
    return known[of]?.[key] ?? terms[key] ?? { ja: key, en: key };
  },
  /**
   * The ids of the rules that define a term, by its key in the game's glossary; empty if the name
   * is enough.
   */
  rulesOf(key: string): readonly string[] {
    return terms[key]?.rules ?? [];
  },
  /** The ids of the built-in rules that the page mentions; null before they are loaded. */
  get commonRules(): HouseRules | null {
    return house;
  },
  /** The game's names of its seats. */
  get seatNames(): readonly LocalizedText[] {
    return seatNames;
  },
  /** The causes of changes of scores in the game; empty if it keeps no ledger. */
  get scoreCauses(): readonly ScoreCause[] {
    return scoreCauses;
  },
  /** The id of the rule to which the drawer opens; null if it opens at no special rule. */
  get opened(): string | null {
    return opened;
  },
  /** True if the drawer with the rules is open. */
  get isOpen(): boolean {
    return drawer;
  },
  /** Opens the drawer with the rules, at a rule if an id is given. */
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
