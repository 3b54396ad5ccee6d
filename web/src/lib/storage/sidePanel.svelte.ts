/** The state of the side panel of a table: its width, its tab, and whether it is open. */
import { readStored, writeStored } from "./storage";

/** The tabs of the side panel, in their order. */
export const PANELS = ["log", "choices", "about"] as const;
export type Panel = (typeof PANELS)[number];

/** The media query for windows in which the panel is beside the board and does not shrink it. */
const DESK = "(min-width: 68rem)";
/** The key in the local storage for the tab that was open at the last visit, or {@link CLOSED}. */
const LEFT = "zashiki.panel";
const CLOSED = "closed";

const desk = window.matchMedia?.(DESK);
let docked = $state(desk?.matches ?? false);
const left = readStored(LEFT);
let wanted = $state(left !== CLOSED);
let sheet = $state(false);
let tab = $state<Panel>(PANELS.find((known) => known === left) ?? "log");
let past = $state(false);
desk?.addEventListener("change", (event) => {
  docked = event.matches;
});

/** The state of the side panel. Markup and effects that read it are updated when it changes. */
export const sidePanel = {
  /** True if the window is wide enough for the panel beside the board. */
  get docked(): boolean {
    return docked;
  },
  /**
   * True if the panel is open. In a wide window it is as the user left it at the last visit; in
   * others it is closed at first.
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
  /** Returns true if this tab of the panel is visible. */
  shows(which: Panel): boolean {
    return sidePanel.open && sidePanel.tab === which;
  },
  /**
   * True while the page shows the past, in a replay or after the end of a game. Nothing can be chosen
   * then, so the panel has no tab for choices and shows the log instead.
   */
  get past(): boolean {
    return past;
  },
  set past(next: boolean) {
    past = next;
  },
  /** The tabs that the panel has now. */
  get tabs(): readonly Panel[] {
    return past ? PANELS.filter((each) => each !== "choices") : PANELS;
  },
  /** The selected tab of the panel. */
  get tab(): Panel {
    return past && tab === "choices" ? "log" : tab;
  },
  set tab(next: Panel) {
    tab = next;
    writeStored(LEFT, next);
  },
  /** Closes the panel where it covers the board. */
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
