import type { Matter } from "../../../../generated/session";
import { counted } from "../../grammar/en";

/** English texts about taking and leaving seats, loaded by the parts of the page that show them. */
export const en = {
  abandon: "Offer to stop (no result)",
  abandonAlone: "Stop the game (no result)",
  abandonSure: "Stop this game?",
  abandonText: "It ends at once, without a result. This cannot be taken back.",
  leave: "Leave: a bot plays on",
  leaveNoResign: "This game has no resignation. Whoever leaves is replaced by a bot.",
  leaveSure: "Leave this game?",
  leaveText: "A bot plays on for you. You can come back at any time.",
  giveUpText:
    "Or give up your seat: a bot plays on until somebody else takes it, and you cannot come back unless it is still free.",
  giveUpRated: "This game is rated, so your seat stays yours.",
  giveUp: "Give up my seat",
  awayText: "You have left. A bot plays for you.",
  comeBack: "Come back",
  freeChair: (place: string) =>
    `The seat ${place} is free; a bot plays there until somebody takes it.`,
  standUp: "Stand up",
  moveHere: "Move here",
  addSeat: "Add a seat",
  removeSeat: "Remove this seat",
  whoSitsHere: (place: string) => `Who sits at ${place}`,
  askToGo: "Leave it open",
  cancelTable: "Cancel the table",
  cancelSure: "Cancel this table?",
  cancelText:
    "Nobody can sit down here any more. Those who have the link see that it was cancelled.",
  keepTable: "Keep it",
  termsTitle: "Time and guests",
  timeLimit: "Time",
  timeNone: "No limit",
  whenLate: "When time runs out",
  listedOption: "Show it in the lobby, so that anybody can join",
  onlookersOption: "Let others watch while we play",
  ratedOption:
    "Count the result for the ratings (needs a time limit; no take-backs after the others have moved)",
  adviceOption: "Allow hints for the player to move (not in rated games)",
  seatHere: "Somebody here, on this device",
  seatHereHint: "You pass the device around; everybody sees only their own cards.",
  nameOf: (place: string) => `Name at ${place}`,
  handOver: (name: string) => `Hand the device to ${name}`,
  handOverText: "Your hidden cards stay covered until then.",
  iAm: (name: string) => `I am ${name}`,
  muteOthers: "Hide the phrases of others",
  inviteText: "Send this link. Anyone who opens it can take a free seat.",
  shareText: (game: string) => `Play ${game} with me:`,
  dealtAgain: (names: string) =>
    `Somebody stood up during the shuffle, so it starts again. Waiting for ${names}; anybody who does not answer within seconds is named in the record of the shuffle.`,
  beforeStart: "Before the game",
  waitingToStart: "The game begins by itself once every seat is taken.",
  youSit: "You sit here. Keep this page open, or come back by the same link.",
  resignSure: "Resign this game?",
  resignText: "It ends at once, and the others win. This cannot be taken back.",
  offerDraw: "Offer a draw",
  offerNotYet: "You may offer a draw again after your next decision.",
  resign: "Resign",
  report: "Report a name",
  reportText:
    "For names that insult, threaten, or pretend to be somebody. Whoever runs this server reads your report; nobody at the table learns of it.",
  reportWhose: "Whose name",
  reportRemark: "What is wrong with it, if that is not obvious",
  reportSend: "Send the report",
  chat: "Messages at this table",
  chatEmpty: "Everybody with a seat reads what you write. It is gone when the table closes.",
  chatField: "Write a message",
  chatSend: "Send",
  muteOne: (name: string) => `Hide the messages of ${name}`,
  reportChat: "Report a name or a message",
  reportQuote: (name: string, text: string) => `${name}: “${text}”`,
  reportWhich: "Which message",
  reportNone: "no message, only the name",
  searching: "Looking for an opponent…",
  searchingFor: (time: string) => `for ${time}`,
  searchingCount: (n: number) =>
    n > 1 ? `${counted(n, "person", "people")} waiting in the lobby` : "Nobody else is waiting yet",
  searchingHint:
    "Your table is listed in the lobby. The game begins by itself as soon as every seat is taken.",
  searchingNotify: "Notify me when somebody comes",
  searchingNotified: "You will be notified. You may look at other pages in another tab.",
  searchingBot: "Play a bot meanwhile",
  searchingBotHint: "During a game against a bot, the search goes on.",
  /** The people by seat. */
  seatsAre: (seats: readonly { name: string; place: string }[]) =>
    `Seats: ${seats.map(({ name, place }) => `${name} – ${place}`).join(", ")}.`,
  /** The user's seat in a rematch, and the one in the game before. */
  seatNow: (now: string, before: string) => `You are ${now} now; you were ${before}.`,
  /** Events about people. The seats are filled in as names: see `seatPlaceholders`. */
  people: {
    expired: (seat: number) => `⟦${seat}⟧ ran out of time; a bot decided.`,
    lost_on_time: (seat: number) => `⟦${seat}⟧ ran out of time and lost the seat.`,
    took_back: (seat: number, decision: string, agreed: boolean) =>
      `⟦${seat}⟧ took back ${agreed ? "a decision, as everybody agreed" : "a decision"}${decision ? `: “${decision}”` : "."}`,
    left: (seat: number) => `⟦${seat}⟧ left the table. A bot plays on.`,
    returned: (seat: number) => `⟦${seat}⟧ ⟦is|are⟧ at the table again.`,
    disconnected: (seat: number) => `⟦${seat}⟧ lost the connection.`,
    reconnected: (seat: number) => `⟦${seat}⟧ ⟦is|are⟧ connected again.`,
    resigned: (seat: number) => `⟦${seat}⟧ resigned.`,
    failed: (seat: number) => `The program of ⟦${seat}⟧ failed.`,
    declined: {
      draw: (seat: number) => `⟦${seat}⟧ declined the draw.`,
      take_back: (seat: number) => `⟦${seat}⟧ did not agree to the take-back.`,
      abandon: (seat: number) => `⟦${seat}⟧ did not agree to stop the game.`,
    } satisfies Record<Matter, (seat: number) => string>,
    withdrew: {
      draw: (seat: number) => `⟦${seat}⟧ withdrew the offer of a draw.`,
      take_back: (seat: number) => `⟦${seat}⟧ no longer ⟦asks|ask⟧ to take back.`,
      abandon: (seat: number) => `⟦${seat}⟧ no longer ⟦offers|offer⟧ to stop the game.`,
    } satisfies Record<Matter, (seat: number) => string>,
  },
  introOffer: (game: string) => `New to ${game}?`,
  introDismiss: "No, thank you",
  reportSent: (name: string) => `Thank you. You have reported the name ${name}.`,
};

/** The type of these texts in every language. */
export type SeatTexts = typeof en;
