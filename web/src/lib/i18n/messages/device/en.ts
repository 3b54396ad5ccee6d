import { counted } from "../../grammar/en";

/** English texts about games on this device, loaded by the parts of the page that show them. */
export const en = {
  noWasm:
    "Games cannot be played on this device: the browser does not run WebAssembly. Update the browser, or turn WebAssembly on if it is switched off (some protected modes do that).",
  noSimd:
    "Games cannot be played on this device: the browser is too old for the engine (it lacks WebAssembly SIMD). Update the browser; all browsers since 2023 have it.",
  noWorkers:
    "Games cannot be played on this device: the browser does not start module workers. Update the browser.",
  noStorage:
    "The game cannot be saved: the browser gives this page no storage, as in some private windows. Open the page in an ordinary window, or allow the page to store data.",
  storageFull:
    "The last decision could not be saved: this device has no space left for the page. The game is as it was before. Free some space (remove finished games; save them to a file first if you want them), then try again.",
  storageFailed: (reason: string) =>
    `The game could not be saved or read: the browser’s storage reported an error (${reason}). What was saved before is untouched. Reload the page; if that does not help, restart the browser.`,
  storageNewer:
    "These games were saved by a newer version of the page than this one. They are untouched. Close all other tabs of the page and reload it.",
  moduleAway:
    "The engine of this game is not on this device yet and could not be loaded: there is no connection. It is needed once; connect and try again. Your games are safe.",
  moduleDamaged: (reason: string) =>
    `The engine of this game could not be started: its file is missing or damaged (${reason}). Your games are safe. Reload the page; if that does not help, delete this page’s cached files in the browser’s settings, not its data.`,
  noModule:
    "This game cannot be played on this device: the page was published without its engine. Play it on a server, or let the publisher of the page know.",
  engineFailed:
    "The engine stopped at this request because of an internal error, and was started again. Nothing was lost: every game is as it was before. Try something else, and report the error.",
  engineStops:
    "The engine stopped several times at this game because of an internal error. The game is safe. Save it to a file from the front page and report the error; reload the page to try again.",
  decisionFails:
    "The engine stopped because of an internal error, so your decision was not carried out. The game is as it was before. Choose something else, and report the error.",
  needsServer:
    "This needs a server, and this page has none: games here are played on this device. On the page of a Zashiki server you can invite friends by link, meet others in the lobby and be rated.",
  noTable:
    "There is no such game on this device. It may have been removed, or it is on another device: save it there to a file and open the file here.",
  noGame: (id: string) =>
    `This page has no game “${id}”. Choose one from the front page; a newer version of the page may have it.`,
  unreadable: "The request cannot be read: it is not JSON, or it names no game.",

  onDevice: "On this device",
  onDeviceHint: "Against bots, or with people beside you. Works without a connection.",
  onServer: "On the server",
  onServerHint: "With friends by link, or with anybody who is here.",
  where: "Where",

  remove: "Remove",
  removeOf: (name: string) => `Remove: ${name}`,
  removeSure: "Remove this game?",
  removeText: "It is deleted from this device, and cannot be brought back unless you saved it.",
  keepIt: "Keep it",

  handOver: "Hand over",
  handOverOf: (name: string) => `Hand over to the server: ${name}`,
  handOverSure: "Hand this game to the server?",
  handOverText:
    "It continues there, from every device of yours, with a link and its record, without ratings. It leaves this device once the server has it.",

  transferText:
    "All games on this device, with your settings, lessons and solved puzzles, in one file: as a backup, or for another device.",
  chooseGames: "Choose games",
  save: (n: number) => `Save ${counted(n, "game", "games")} to a file`,
  saveNothing: "Save settings and progress to a file",
  withProgress: "With settings, lessons and solved puzzles",
  open: "Open a file…",
  saved: "Saved.",
  imported: (n: number) => `${counted(n, "game", "games")} added.`,
  same: (n: number) =>
    n === 1 ? "1 game was here already, unchanged." : `${n} games were here already, unchanged.`,
  clash: (n: number) =>
    n === 1
      ? "1 game in the file is on this device too, but differs."
      : `${n} games in the file are on this device too, but differ.`,
  keepBoth: "Keep both",
  skip: "Skip them",
  progressTaken: "Settings and progress were added.",
  rejected: (n: number) =>
    `${counted(n, "game", "games")} in the file cannot be used and ${n === 1 ? "was" : "were"} left out:`,
  notBackup:
    "This file holds no saved games. Choose a file that this page saved (zashiki-games-….json). For the record of a single game, use “Open a record”.",
  backupDamaged:
    "This file is damaged: it is not complete. Nothing was changed. Save it again on the other device, and send it without changing it.",
  backupNewer:
    "This file was saved by a newer version of the page. Nothing was changed. Reload this page to update it, then open the file again.",
  backupTooBig: (mb: number) =>
    `This file is larger than ${mb} MB, more than this page reads. Nothing was changed. Save fewer games into one file.`,
  entryDamaged: (table: string) => `${table}: its data is damaged.`,
  entryRefused: (table: string, why: string) => `${table}: ${why}`,
};

/** The type of these texts in every language. */
export type DeviceWords = typeof en;
