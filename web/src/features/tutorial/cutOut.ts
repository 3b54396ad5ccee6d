/** The part of a board that a figure shows enlarged: the surroundings of a few places. */
import type { Box } from "../../lib/dom/spatialNav";

/** A width and a height in CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The margin around the places, as a part of the longer side of their bounding box. */
const MARGIN = 0.3;
/** The smallest width of a part, as a part of the board's width. */
const LEAST = 0.25;

/** The smallest box that contains all of these, which must not be empty. */
function around(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** The start of a stretch of `length` around the middle `at`, moved into `0..whole`. */
const within = (at: number, length: number, whole: number) =>
  Math.min(Math.max(at - length / 2, 0), Math.max(whole - length, 0));

/**
 * The part of the board around the places, with the proportions of the frame in which it is shown.
 * The whole board if there are no places.
 */
export function cutAround(boxes: readonly Box[], board: Size, frame: Size): Box {
  const proportion = frame.width / frame.height;
  const whole = Math.max(board.width, board.height * proportion);
  if (boxes.length === 0)
    return { left: (board.width - whole) / 2, top: 0, width: whole, height: whole / proportion };
  const { left, top, width, height } = around(boxes);
  const margin = MARGIN * Math.max(width, height);
  const wanted = Math.max(width + margin, (height + margin) * proportion, LEAST * board.width);
  const taken = Math.min(wanted, whole);
  return {
    left: within(left + width / 2, taken, board.width),
    top: within(top + height / 2, taken / proportion, board.height),
    width: taken,
    height: taken / proportion,
  };
}
