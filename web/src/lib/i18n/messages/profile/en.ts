import type { Colour, Crest } from "../../../../generated/session";
import { counted } from "../../grammar/en";

/** English texts of the pages about users: profile and ratings. Only those pages load them. */
export const en = {
  profileHint:
    "Nothing here is needed to play. What you set is stored on this server only: no e-mail, no password.",
  profileHereHint: "Nothing here is needed to play. What you set is kept on this device alone.",
  profileSave: "Save",
  profileSaved: "Saved.",
  profileLook: "Your crest",
  profileColour: "Its colour",
  crest: (crest: Crest) =>
    ({
      fan: "Fan",
      moon: "Moon",
      mountain: "Mountain",
      waves: "Waves",
      scales: "Scales",
      lozenges: "Lozenges",
      plum: "Plum blossom",
      well: "Well",
      arrows: "Arrows",
      wheel: "Wheel",
      hemp: "Hemp leaf",
      knot: "Knot",
    })[crest],
  colour: (colour: Colour) =>
    ({
      ink: "Ink, round",
      vermilion: "Vermilion, square",
      indigo: "Indigo, six-sided",
      moss: "Moss, eight-sided",
      gold: "Gold, on its point",
    })[colour],
  wantRated: "Rate my results",
  wantRatedHint:
    "At tables that are rated, and only when everybody there wants it. Your name and crest are then listed among the strongest.",
  elsewhere: "On another device",
  passkeys: "Your passkeys",
  passkeyHint:
    "A passkey stays on your device, or on all your devices if they share passkeys. You use it the way you unlock the device: nothing to write down.",
  passkeyMake: "Make a passkey",
  passkeyUse: "I have a passkey",
  passkeyMade: "The passkey is registered.",
  passkeySince: (when: string) => `made ${when}`,
  passkeyOne: "Passkey",
  passkeyDrop: "Remove",
  passkeyDropThis: (when: string) => `Remove the passkey made ${when}`,
  enteringPasskey: (name: string) =>
    name === "" ? "This passkey is valid." : `This is the passkey of ${name}.`,
  codeHint:
    "With a recovery code you can play as yourself in another browser too, even if this one is lost. Whoever has it can do all that you can: keep it to yourself.",
  codeMake: "Make a recovery code",
  codeAnew: "Make a new code (the old one stops working)",
  codeCopy: "Copy the code",
  codeOnce: "Write it down or scan it. It is shown only now.",
  codeLink: "A link with your recovery code",
  codeHave: "I have a code",
  codeField: "Recovery code",
  codeCheck: "Check it",
  entering: (name: string) =>
    name === "" ? "This code is valid." : `This is the code of ${name}.`,
  enteringCome: (tables: number) =>
    `Your seats at ${counted(tables, "table", "tables")} come with you.`,
  enteringStay: (tables: number) =>
    `Your seats at ${counted(tables, "table", "tables")} stay behind, because the other person has a seat there too. You can no longer play there from this browser.`,
  enteringBack: (tables: number) =>
    `Your present profile in this browser remains, with its seats at ${counted(tables, "table", "tables")}. You can return to it with its own code or passkey, or on its other device.`,
  enteringOwn: "The name, crest and ratings that this browser has now are deleted.",
  enteringSure: "Play as this person here",
  entered: "This browser is yours now.",
  devices: "Your devices",
  deviceThis: "This browser",
  deviceOther: "Another browser",
  deviceSince: (when: string) => `added ${when}`,
  signOut: "Sign out",
  signOutThis: (when: string) => `Sign out the browser added ${when}`,
  signOutOthers: "Sign out all others",
  myRatings: "Your ratings",
  noRatings: "None yet. They come with the first rated game that ends.",
  ratedAt: (game: string, seats: number) => `${game}, ${counted(seats, "player", "players")}`,
  points: (points: number, margin: number) => `${points} ± ${margin}`,
  provisional: "provisional",
  history: "Rating history",
  historyNone: "No results since the server began to record them.",
  historyTold: (results: number, first: number, day: string, last: number) =>
    `${counted(results, "result", "results")}, from ${first} on ${day} to ${last} now.`,
  historyEnds: (most: number, least: number) => `Highest ${most}, lowest ${least}.`,
  historyHint:
    "One step for each result that counted. The true strength lies within the shaded band two times out of three.",
  historyDay: "Game",
  strongest: "The strongest",
  strongestAt: (game: string) => `The strongest at ${game}`,
  strongestHint:
    "People who want to be rated, and bots. People start at 1500 and are ranked once their rating is certain enough; bots are rated by games between bots.",
  nobodyRated: "Nobody has a rating here yet.",
  rank: "Rank",
  rankName: "Name",
  rankPoints: "Rating",
  rankPlays: "Games",
  favourites: "What you play",
  favourite: (plays: number, won: number) => `${counted(plays, "game", "games")}, ${won} won`,
  finishedGames: "Finished games",
  noFinished: "None yet.",
  forgetMe: "Forget me",
  forgetHint:
    "Your name, crest, code, passkeys, other devices and ratings are deleted, and finished games no longer show your name and are no longer listed here. In games under way a bot plays on for you, and your tables that have not begun are cancelled.",
  forgetHereHint:
    "Your name, crest and all games on this device are deleted. This cannot be taken back; save the games to a file first if you want to keep them.",
  exportTitle: "Your data",
  exportHint: "Everything that this server has about you, in one file (JSON).",
  exportMe: "Download my data",
  exported: "The file is saved.",
  forgetSure: "Forget all of it",
  keepAll: "Keep it",
};

/** The type of these texts in every language. */
export type ProfileWords = typeof en;
