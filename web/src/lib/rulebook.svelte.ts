/** The rule statements of the game on screen, and which one is open in the drawer. */
import type { Rule } from '../generated/table';

let rules = $state.raw<ReadonlyMap<string, Rule>>(new Map());
let opened = $state<string | null>(null);
let drawer = $state(false);

/** The rules of the game on screen. */
export const rulebook = {
  /** Every statement, in the rulebook's order. */
  get all(): Rule[] {
    return [...rules.values()];
  },
  /** Puts the rules of a game on the table. */
  use(next: readonly Rule[]): void {
    rules = new Map(next.map((rule) => [rule.id, rule]));
  },
  /** The statement with this id. */
  find(id: string): Rule | undefined {
    return rules.get(id);
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
