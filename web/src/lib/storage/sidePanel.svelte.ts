/** The panel beside the board. */
import { readStored, writeStored } from "./storage";

/** The panels, in the order of the tabs. */
export const PANELS = ["log", "choices", "about"] as const;
export type Panel = (typeof PANELS)[number];

/** From this width on the panel is beside the board and does not shrink it. */
const DESK = "(min-width: 68rem)";
/** The panel that was open at the last visit, or none. */
const LEFT = "zashiki.panel";
const CLOSED = "closed";

const desk = window.matchMedia?.(DESK);
let docked = $state(desk?.matches ?? false);
const left = readStored(LEFT);
let wanted = $state(left !== CLOSED);
let sheet = $state(false);
let tab = $state<Panel>(PANELS.find((known) => known === left) ?? "log");
desk?.addEventListener("change", (event) => {
  docked = event.matches;
});

/** The panel; reading it in markup or an effect follows every change. */
export const sidePanel = {
  /** True if there is room for the panel beside the board. */
  get docked(): boolean {
    return docked;
  },
  /**
   * True if the panel is open. On a wide screen it is as the user left it, on others it begins
   * closed.
   */
  get open(): boolean {
    return docked ? wanted : sheet;
  },
  set open(next: boolean) {
    if (!docked) {
      sheet = next;
      return;
    }
    wanted = next;
    writeStored(LEFT, next ? tab : CLOSED);
  },
  /** Returns true if this panel is visible. */
  shows(which: Panel): boolean {
    return sidePanel.open && tab === which;
  },
  /** The selected tab. */
  get tab(): Panel {
    return tab;
  },
  set tab(next: Panel) {
    tab = next;
    writeStored(LEFT, next);
  },
  /** Closes the sheet that covers the board. */
  fold(): void {
    sheet = false;
  },
  toggle(): void {
    sidePanel.open = !sidePanel.open;
  },
  /** Opens the panel with this tab. */
  show(next: Panel): void {
    sidePanel.tab = next;
    sidePanel.open = true;
  },
};
