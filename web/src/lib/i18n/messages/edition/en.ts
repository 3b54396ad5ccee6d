import { counted } from "../../grammar/en";

/** English texts of the page on which an owner of a game enters its components. */
export const en = {
  title: (game: string) => `My edition of ${game}`,
  intro:
    "No complete list of this game’s printed components has survived, so some were reconstructed. If you own the box, enter what it really contains. Everything is checked as you type and stays on this device.",
  groups: "Parts",
  unchanged: "Same as the built-in components",
  differences: (n: number) => counted(n, "difference", "differences"),
  faults: (n: number) => `${counted(n, "entry needs", "entries need")} correction`,
  fromBox: (n: number, all: number) => `${n} of ${counted(all, "entry", "entries")} from the box`,
  checking: "Checking…",
  keptHere: "Stored on this device",
  notKept: "This browser stores nothing. Save the edition as a file before you leave.",
  undo: "Undo",
  redo: "Redo",
  resetAll: "Reset everything",
  resetEntry: "Reset",
  addEntry: (what: string) => `Add: ${what}`,
  removeEntry: "Remove",
  raiseEntry: "Move up",
  changed: "changed",
  sourceOf: {
    rulebook: "the rulebook",
    published: "a public page",
    reconstructed: "reconstructed",
    box: "from the box",
  } as Record<string, string>,
  whatDiffers: "What differs",
  nothingDiffers: "Nothing differs from the built-in components.",
  fingerprint: "Fingerprint",
  saveFile: "Save as a file",
  openFile: "Open a file",
  copyLink: "Copy a link",
  linkTooLong: "This edition is too long for a link. Save it as a file and send the file.",
  faultsFirst: "Correct the marked entries first.",
  play: "Open a table with it",
  offeredLink: "This link contains an edition.",
  offeredFile: (name: string) => `The file “${name}” contains an edition.`,
  offeredReplaces:
    "Your own edition on this device is replaced if you keep it. You can undo that here.",
  keepOffered: "Keep it",
  declineOffered: "Leave everything as it was",
  linkDamaged: "The link is damaged or was cut off. Ask for it again, or for a file.",
  fileTooLarge: (name: string, kb: number) =>
    `“${name}” is larger than ${kb} KB, so it is not a components file.`,
  noForm: "This game has no components to enter.",
  rules: "Conditions",
  none: "none",
  offset: (forward: number, right: number) =>
    [
      forward >= 0 ? `${forward} forward` : `${-forward} back`,
      right >= 0 ? `${right} right` : `${-right} left`,
    ].join(", "),
  languageOf: { ja: "Japanese", en: "English" },
  addRecord: (what: string) => `Add: ${what}`,
  removeRecord: (what: string, n: number) => `Remove ${what} ${n}`,
  picture: "Picture",
  edition: "Another edition",
  close: "Close",
  components: "Components",
  builtIn: "Built-in",
  builtInHint: "Play with the usual components",
  mine: "My edition",
  mineHint: (n: number) => counted(n, "difference", "differences"),
  enterMine: "Enter what your box contains",
  changeMine: "Change my edition",
  ratedNot: "A table with your own edition cannot be rated.",
};

/** The texts of the page of editions in a language. */
export type EditionWords = typeof en;
