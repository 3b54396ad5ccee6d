/**
 * The state of a panel that is opened by a button. It closes when the focus moves or the user
 * presses outside, and by Escape.
 */
export class Disclosure {
  /** True if the panel is open. */
  open = $state(false);
  /** True if the panel was ever open; its content is not loaded before. */
  wanted = $state(false);
  /** The element that contains both the button and the panel. */
  box = $state<HTMLElement>();
  button = $state<HTMLButtonElement>();

  toggle = (): void => {
    this.open = !this.open;
    this.wanted = true;
  };
  /** Closes the panel and returns the focus to the button. */
  fold = (): void => {
    this.open = false;
    this.button?.focus();
  };
  /** Handles the document's `keydown` events: Escape closes the panel. */
  key = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && this.open) this.fold();
  };
  /** Handles the document's `pointerdown` and `focusin` events: outside, they close the panel. */
  outside = (event: Event): void => {
    if (this.open && !this.box?.contains(event.target as Node)) this.open = false;
  };
}
