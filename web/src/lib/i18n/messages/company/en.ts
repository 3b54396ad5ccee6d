/** English texts about company at a table: the next step of a waiting table, and a search in the background. */
export const en = {
  /** The next step of the waiting room, in one line. */
  next: {
    invite: (n: number) =>
      `Next: send the link below, or put ${n === 1 ? "a bot in the open seat" : "bots in the open seats"}.`,
    wait: (n: number) =>
      `Nothing more to do: the game begins as soon as ${n === 1 ? "one more seat is" : `${n} more seats are`} taken.`,
    searching: "Nothing more to do: the game begins as soon as every seat is taken.",
    sit: "Next: choose a seat. Sitting down means that you are ready; the rules are further below.",
    full: "Every seat is taken: you can watch this game.",
  },
  searchTitle: "Search for an opponent",
  searchGoesOn: "Still looking for an opponent",
  searchBack: "To the waiting table",
  searchStop: "Stop looking",
  found: (name: string) => `${name} is here, and your game has begun.`,
  foundGo: "Go there",
  foundLater: "Finish this first",
  foundTold: (name: string) => `${name} reads: “One moment, please.”`,
  searchOver: "The table at which you waited is closed.",
  searchDismiss: "Hide this",
  botFailed: "Choose a bot yourself",
};

/** The type of these texts in every language. */
export type CompanyWords = typeof en;
