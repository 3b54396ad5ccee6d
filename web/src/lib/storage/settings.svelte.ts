/** The user's settings on this device. */
import { PRINTED } from "../i18n/grammar";
import { FRAME_MS, MOVE_MS, SPEEDS, type Speed } from "../story/pace";
import { language } from "../i18n/i18n.svelte";
import { readStored, writeStored } from "./storage";

/** The pieces that games draw: with kanji, as in the box, or with Latin letters and words. */
export type Pieces = "kanji" | "latin";

/** The styles of pieces. */
export const PIECES: readonly Pieces[] = ["kanji", "latin"];

/** The colour scheme of the page: that of the user's system, or a fixed one. */
export type Theme = "system" | "light" | "dark";

/** The colour schemes, the default first. */
export const THEMES: readonly Theme[] = ["system", "light", "dark"];

const SPEED = "zashiki.speed";
const THEME = "zashiki.theme";
const PIECE_STYLE = "zashiki.pieces";
const NAME = "zashiki.name";

const storedSpeed = readStored(SPEED);
let speed = $state<Speed>(SPEEDS.find((known) => known === storedSpeed) ?? "normal");
const storedTheme = readStored(THEME);
let theme = $state<Theme>(THEMES.find((known) => known === storedTheme) ?? "system");
const storedPieces = readStored(PIECE_STYLE);
let pieces = $state<Pieces | null>(PIECES.find((known) => known === storedPieces) ?? null);
let name = $state(readStored(NAME) ?? "");

const lessMotion = window.matchMedia?.("(prefers-reduced-motion: reduce)");
let systemReduced = $state(lessMotion?.matches ?? false);
lessMotion?.addEventListener("change", (event) => {
  systemReduced = event.matches;
});

/** A setting that is on or off, stored on the device. */
class Switch {
  readonly #key: string;
  #on = $state(false);

  constructor(key: string, usual: boolean) {
    this.#key = key;
    const stored = readStored(key);
    this.#on = stored === null ? usual : stored === "yes";
  }
  get on(): boolean {
    return this.#on;
  }
  set on(next: boolean) {
    this.#on = next;
    writeStored(this.#key, next ? "yes" : "no");
  }
}

/** The user's settings. Markup and effects that read a setting are updated when it changes. */
export const settings = {
  /** The animation speed that the user chose. */
  get speed(): Speed {
    return speed;
  },
  set speed(next: Speed) {
    speed = next;
    writeStored(SPEED, next);
  },
  /** The colour scheme that the user chose. */
  get theme(): Theme {
    return theme;
  },
  set theme(next: Theme) {
    theme = next;
    writeStored(THEME, next);
  },
  /** The style of pieces that the user chose; before that, the usual one in the page's language. */
  get pieces(): Pieces {
    return pieces ?? (language.now === PRINTED ? "kanji" : "latin");
  },
  set pieces(next: Pieces) {
    pieces = next;
    writeStored(PIECE_STYLE, next);
  },
  /** True if the page describes an action in words and takes it only after a confirmation. */
  confirm: new Switch("zashiki.confirm", false),
  /** True if the page plays sounds. */
  sound: new Switch("zashiki.sound", true),
  /** True if the phrases of other players are hidden. */
  mute: new Switch("zashiki.mute", false),
  /** True if the user wants notifications while the page is not visible. */
  alerts: new Switch("zashiki.alerts", false),
  /** True if text and lines have a higher contrast. */
  contrast: new Switch("zashiki.contrast", false),
  /** True if buttons are placed for the thumb of the left hand. */
  leftHanded: new Switch("zashiki.left-handed", false),
  /** True if the user's system requests less motion. */
  get systemReduced(): boolean {
    return systemReduced;
  },
  /** True if nothing on the page should move. */
  get still(): boolean {
    return systemReduced || speed === "off";
  },
  /**
   * The duration of one change of the display, in milliseconds; with 0, only the last change is
   * shown.
   */
  get frameMs(): number {
    return systemReduced ? 0 : FRAME_MS[speed];
  },
  /** The duration of a piece's movement, in milliseconds; 0 without animation. */
  get moveMs(): number {
    return systemReduced ? 0 : MOVE_MS[speed];
  },
  /** The user's name; empty until it is set. */
  get name(): string {
    return name;
  },
  set name(next: string) {
    name = next;
    writeStored(NAME, next);
  },
};
