/** What a position that is edited is about, in words. */
import type { EditTarget } from "../types";
import type { Text } from "../../generated/table";
import { message } from "../../lib/i18n/messages";

/** What a seat is called; by its number where nobody named it. */
export const seatName = (seat: number, { names }: Pick<EditTarget, "names">): Text =>
  names[seat] ?? message((words) => words.playerNumber(seat + 1));
