/**
 * Things that enter once. A board makes its elements anew whenever its lists change; an animation
 * of theirs must not be played again for what has been there all along.
 */
import type { Attachment } from "svelte/attachments";

/** Remembers what has entered at one table. */
export class Entrances {
  #entered = new Set<string>();

  /** Whether this is the first time: from now on it has entered. */
  first(key: string): boolean {
    if (this.#entered.has(key)) return false;
    this.#entered.add(key);
    return true;
  }

  /**
   * Gives the element the class `how`, whose animation is its entrance, the first time something
   * with this key is shown. Use it as `{@attach entrances.enter("round 2, seat 1, card 5", "flip")}`;
   * the class is styled globally, since no template names it.
   */
  enter(key: string, how: string): Attachment {
    return (node) => {
      if (!this.first(key)) return;
      node.classList.add(how);
      return () => node.classList.remove(how);
    };
  }
}
