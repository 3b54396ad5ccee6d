/** The rule statements of the game on screen, and which one is open in the drawer. */
import type { Rule } from "../generated/table";
import { catalogues } from "./messages";

let rules = $state.raw<ReadonlyMap<string, Rule>>(new Map());
let opened = $state<string | null>(null);
let drawer = $state(false);

/** The table's own rules, which hold for every game. */
const HOUSE: ReadonlyMap<string, Rule> = new Map(
  Array.from({ length: 15 }, (_, index) => {
    const id = `T-${index + 1}`;
    const key = `tRule${index + 1}` as keyof typeof catalogues.en & `tRule${number}`;
    const { ja, en } = catalogues;
    const source = `${ja.tableRule} / ${en.tableRule}`;
    return [id, { id, ja: ja[key], en: en[key], source, not_applicable: "" }];
  }),
);

/** The rules of the game on screen. */
export const rulebook = {
  /** Every statement of the game in the rulebook's order, then the house's own. */
  get listed(): Rule[] {
    return [...rules.values(), ...HOUSE.values()];
  },
  /** Puts the rules of a game on the table. */
  use(next: readonly Rule[]): void {
    rules = new Map(next.map((rule) => [rule.id, rule]));
  },
  /** The statement with this id. */
  find(id: string): Rule | undefined {
    return rules.get(id) ?? HOUSE.get(id);
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
