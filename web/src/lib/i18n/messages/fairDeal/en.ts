/** English texts about fair deals. */
export const en = {
  how: "How the deal is made",
  howText:
    "So that nobody can arrange the deal, the house shows the hash of a secret number first, and the device of everybody who sits down adds a number of its own, promised by its hash. The dice follow from all of them. After the game everything is shown and can be checked.",
  check: "Check this deal",
  commitment: "The hash that the house showed first",
  secret: "The secret of the house",
  hashOf: (names: string) => `Promised by ${names} (hash)`,
  shareOf: (names: string) => `Added by ${names}`,
  seed: "The seed of the dice",
  added: "Added.",
  waits: "Yet to come.",
  notAdded: "Did not come in time.",
  void: "Void: a seat was open again while the numbers were collected, and no new one came.",
  voidWaits: "Void: a seat was open again while the numbers were collected. A new one is awaited.",
  sure: "Nobody can have arranged this deal, not even the house.",
  fits: "Everything fits: the hashes the numbers, and the seed all of them. This page has found that by itself.",
  own: "What your device added is in it.",
  ownUnasked:
    "What your device had promised is not in it: the page was closed or not connected when it was asked for.",
  ownLate: "Your device sent its number, but the deal was made before it arrived.",
  missing: (names: string) =>
    `What ${names} had promised did not come in time. In league with the house they could have chosen between the deal with it and the deal without.`,
  ownVoid:
    "What your device had promised became void, since somebody stood up while the numbers were collected, and no new number came from it in time: the page was closed or not connected.",
  missingVoid: (names: string) =>
    `What ${names} had promised became void, since somebody stood up while the numbers were collected, and no new number came from there in time.`,
  alone: "Nobody added anything, so nothing shows that the house did not choose this deal.",
  fromPosition:
    "This game began from a position that somebody had set up: the numbers decide at most what chance brought after that.",
  broken: "This deal does not hold.",
  faultCommitment: "The hash that the house showed first is not that of its secret.",
  faultShares: (names: string) => `What ${names} added does not fit the hash it was promised by.`,
  faultSeed: "The seed of the dice does not follow from what was shown.",
  ownMissing:
    "The house had said that the number of your device was there, but it is not in this deal.",
  ownCommitment: "The house had shown your device another hash before.",
  ownPromises:
    "When your device sent its number, something else had been promised than is shown now.",
  elsewhere:
    "You need not take this page’s word for it: download the record, and a program from elsewhere (zashiki replay) checks it too.",
};

/** The type of these texts in every language. */
export type FairDealWords = typeof en;
