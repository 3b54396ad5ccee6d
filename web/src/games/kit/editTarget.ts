/** Texts about the players of a position that is edited. */
import type { EditTarget } from "../types";
import type { LocalizedText } from "../../generated/core";
import { message } from "../../lib/i18n/messages";

/** The game's name of a seat; "Player" with its number if it has none. */
export const seatName = (seat: number, { names }: Pick<EditTarget, "names">): LocalizedText =>
  names[seat] ?? message((words) => words.playerNumber(seat + 1));
