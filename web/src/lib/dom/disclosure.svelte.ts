/** A panel that a button unfolds: it folds when one looks elsewhere, and by Escape. */
export class Disclosure {
  /** Whether it is unfolded. */
  open = $state(false);
  /** Whether it ever was: what it shows need not be there before. */
  wanted = $state(false);
  /** What holds button and panel. */
  box = $state<HTMLElement>();
  button = $state<HTMLButtonElement>();

  toggle = (): void => {
    this.open = !this.open;
    this.wanted = true;
  };
  /** Folds it, and goes back to the button. */
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
