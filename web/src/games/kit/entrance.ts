/**
 * Entrance animations that play once. A board recreates its elements whenever its lists change; an
 * element that was there before must not play its animation again.
 */
import type { Attachment } from "svelte/attachments";

/** The entrances that have played at one table. */
export class Entrances {
  #entered = new Set<string>();

  /** Returns true the first time; from then on the thing counts as entered. */
  first(key: string): boolean {
    if (this.#entered.has(key)) return false;
    this.#entered.add(key);
    return true;
  }

  /**
   * Gives the element the class `how`, whose animation is its entrance, the first time something
   * with this key is shown. Use it as `{@attach entrances.enter("round 2, seat 1, card 5",
   * "flip")}`; the class is styled globally, since no template names it.
   */
  enter(key: string, how: string): Attachment {
    return (node) => {
      if (!this.first(key)) return;
      node.classList.add(how);
      return () => node.classList.remove(how);
    };
  }
}
