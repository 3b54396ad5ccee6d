/** English texts about fair deals. Players read of a shuffle. */
export const en = {
  how: "How the shuffle is kept fair",
  howText:
    "Nobody can choose the cards or tiles, not even the server: it commits to a secret number before the game, the device of every player adds a number of its own, and the shuffle follows from all of them. After the game all numbers are shown, and this page checks them for you.",
  check: "Verify the shuffle",
  numbers: "The numbers",
  commitment: "The server’s commitment (hash), shown before the game",
  secret: "The server’s secret number",
  hashOf: (names: string) => `Commitment of ${names} (hash)`,
  shareOf: (names: string) => `Number added by ${names}`,
  seed: "The seed of the shuffle",
  added: "Added.",
  waits: "Not here yet.",
  notAdded: "Did not arrive in time.",
  void: "Void: a seat became free while the numbers were collected, and no new number came.",
  voidWaits: "Void: a seat became free while the numbers were collected. A new number is awaited.",
  sure: "Nobody can have arranged this shuffle, not even the server.",
  fits: "Everything matches: each number fits its hash, and the seed follows from all of them. This page has computed that itself.",
  own: "The number of your device is part of it.",
  ownUnasked:
    "The number of your device is not part of it: the page was closed or not connected when it was asked for.",
  ownLate: "Your device sent its number, but the cards were shuffled before it arrived.",
  missing: (names: string) =>
    `The number of ${names} did not arrive in time. Together with the server they could have chosen between the shuffle with it and the one without.`,
  ownVoid:
    "The number of your device became void, because somebody stood up while the numbers were collected, and no new one arrived in time: the page was closed or not connected.",
  missingVoid: (names: string) =>
    `The number of ${names} became void, because somebody stood up while the numbers were collected, and no new one arrived in time.`,
  alone: "Nobody added a number, so nothing shows that the server did not choose this shuffle.",
  fromPosition:
    "This game began from a position that somebody had set up: the numbers decide only what was drawn after that.",
  broken: "This shuffle failed the check.",
  faultCommitment: "The server’s secret number does not fit its commitment.",
  faultShares: (names: string) => `The number of ${names} does not fit its commitment.`,
  faultSeed: "The seed does not follow from the numbers shown.",
  ownMissing:
    "The server had confirmed the number of your device, but it is not part of this shuffle.",
  ownCommitment: "The server had shown your device another commitment before.",
  ownPromises: "When your device sent its number, the commitments were not the ones shown now.",
  elsewhere:
    "You need not take this page’s word for it: download the record, and check it with another program (zashiki replay).",
};

/** The type of these texts in every language. */
export type FairDealWords = typeof en;
