/**
 * Entrance animations that play once. A board creates its elements again whenever its lists change;
 * an element that was shown before must not play its animation again.
 */
import type { Attachment } from "svelte/attachments";

/** The entrance animations that have played at one table. */
export class Entrances {
  #entered = new Set<string>();

  /** Returns true at the first call with this key, and false from then on. */
  first(key: string): boolean {
    if (this.#entered.has(key)) return false;
    this.#entered.add(key);
    return true;
  }

  /**
   * Gives the element the class `how`, whose animation is its entrance, the first time that an
   * element with this key is shown. Use it as `{@attach entrances.enter("round 2, seat 1, card 5",
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
