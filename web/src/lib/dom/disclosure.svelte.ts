/**
 * A panel opened by a button: it closes when the focus or a press goes elsewhere, and by Escape.
 */
export class Disclosure {
  /** True if the panel is open. */
  open = $state(false);
  /** True if the panel was ever open: its content is not needed before. */
  wanted = $state(false);
  /** The element that contains the button and the panel. */
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
  /** For the document's `keydown`. */
  key = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && this.open) this.fold();
  };
  /** For the document's `pointerdown` and `focusin`. */
  outside = (event: Event): void => {
    if (this.open && !this.box?.contains(event.target as Node)) this.open = false;
  };
}
