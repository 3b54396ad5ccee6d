/** Texts about the files kept for use without a network, in English. */
export const en = {
  title: "Use without a network",
  checking: "Looking at what this device keeps…",
  size: (kept: string, all: string) =>
    `All games, rules and bots of this page take ${all}; this device keeps ${kept} of it.`,
  keep: "Keep everything for offline use",
  keeping: (kept: string, all: string) => `${kept} of ${all} are kept.`,
  stop: "Stop",
  complete: (all: string) => `Everything is kept on this device (${all}).`,
  mayBeRemoved:
    "The browser may remove it if the device runs out of space. Installing the page on the home screen makes that less likely.",
  remove: "Remove what is kept",
  full: "There is not enough space on this device. What was kept so far remains usable. Free some space, or remove what is kept, and try again.",
  refused:
    "The browser does not let this page store anything. In a private window it never does; otherwise allow this site to store data in the browser’s settings.",
  unloaded:
    "Some files could not be loaded. What was kept so far remains usable. Check the connection and try again.",
  unsupported:
    "This browser cannot keep this page for offline use. It needs an address that begins with https://.",
};

/** The texts in any language. */
export type OfflineWords = typeof en;
