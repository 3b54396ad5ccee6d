/** What is open beside the board. */
import { readStored, writeStored } from "./storage";

/** What there is to open, in the order of the tabs. */
export const PANELS = ["log", "choices", "about"] as const;
export type Panel = (typeof PANELS)[number];

/** From this width on the panel stands beside the board and takes nothing from it. */
const DESK = "(min-width: 68rem)";
/** What was open when the person left: a panel, or none. */
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
  /** Whether there is room for it beside the board. */
  get docked(): boolean {
    return docked;
  },
  /** Whether it is open. On a desk it stays as the person left it, elsewhere it begins closed. */
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
  /** Whether this is what can be seen of it. */
  shows(which: Panel): boolean {
    return sidePanel.open && tab === which;
  },
  /** What it shows. */
  get tab(): Panel {
    return tab;
  },
  set tab(next: Panel) {
    tab = next;
    writeStored(LEFT, next);
  },
  /** Takes the sheet away from over the board. */
  fold(): void {
    sheet = false;
  },
  toggle(): void {
    sidePanel.open = !sidePanel.open;
  },
  /** Opens it and shows this. */
  show(next: Panel): void {
    sidePanel.tab = next;
    sidePanel.open = true;
  },
};
