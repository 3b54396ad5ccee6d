/** What the person set on this device. */
import { readStored, writeStored } from "./storage";

/** How fast changes are shown. */
export type Speed = "normal" | "fast" | "off";

/** The speeds, slowest first. */
export const SPEEDS: readonly Speed[] = ["normal", "fast", "off"];

/** How long one change stays on screen at each speed, in milliseconds. */
const FRAME_MS: Record<Speed, number> = { normal: 450, fast: 180, off: 0 };

/** How long a piece takes to its new place at each speed, in milliseconds. */
const MOVE_MS: Record<Speed, number> = { normal: 380, fast: 180, off: 0 };

/** Which colours the page has: those of the person's system, or always the same. */
export type Theme = "system" | "light" | "dark";

/** The themes, the usual one first. */
export const THEMES: readonly Theme[] = ["system", "light", "dark"];

const SPEED = "zashiki.speed";
const THEME = "zashiki.theme";
const NAME = "zashiki.name";

const storedSpeed = readStored(SPEED);
let speed = $state<Speed>(SPEEDS.find((known) => known === storedSpeed) ?? "normal");
const storedTheme = readStored(THEME);
let theme = $state<Theme>(THEMES.find((known) => known === storedTheme) ?? "system");
let name = $state(readStored(NAME) ?? "");

const lessMotion = window.matchMedia?.("(prefers-reduced-motion: reduce)");
let systemReduced = $state(lessMotion?.matches ?? false);
lessMotion?.addEventListener("change", (event) => {
  systemReduced = event.matches;
});

/** What is either on or off, and stays so. */
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

/** The settings; reading one in markup or an effect follows every change. */
export const settings = {
  /** The speed the person chose. */
  get speed(): Speed {
    return speed;
  },
  set speed(next: Speed) {
    speed = next;
    writeStored(SPEED, next);
  },
  /** The colours the person chose. */
  get theme(): Theme {
    return theme;
  },
  set theme(next: Theme) {
    theme = next;
    writeStored(THEME, next);
  },
  /** Whether a decision is shown in words and taken only when the person says so once more. */
  confirm: new Switch("zashiki.confirm", false),
  /** Whether the table is heard. */
  sound: new Switch("zashiki.sound", true),
  /** Whether what others say at a table is not shown. */
  mute: new Switch("zashiki.mute", false),
  /** Whether the person wishes to be notified when they are called and look elsewhere. */
  alerts: new Switch("zashiki.alerts", false),
  /** Whether text and lines stand out more than they would. */
  contrast: new Switch("zashiki.contrast", false),
  /** Whether buttons and consoles lie where the left thumb is. */
  leftHanded: new Switch("zashiki.left-handed", false),
  /** Whether the person's system asks for less motion. */
  get systemReduced(): boolean {
    return systemReduced;
  },
  /** Whether nothing should move. */
  get still(): boolean {
    return systemReduced || speed === "off";
  },
  /** How long one change stays on screen, in milliseconds; 0 shows the last one at once. */
  get frameMs(): number {
    return systemReduced ? 0 : FRAME_MS[speed];
  },
  /** How long a piece takes to its new place, in milliseconds; 0 where nothing moves. */
  get moveMs(): number {
    return systemReduced ? 0 : MOVE_MS[speed];
  },
  /** The person's name; empty until they give one. */
  get name(): string {
    return name;
  },
  set name(next: string) {
    name = next;
    writeStored(NAME, next);
  },
};
