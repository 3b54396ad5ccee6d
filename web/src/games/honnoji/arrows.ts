/**
 * The arrows that show the interpretation of a layout. Coordinates count cells from the upper left
 * corner of a frame.
 */
import type { Cell, Direction, Effect, Icon, IconReading } from "../../generated/honnoji";
import type { Frame } from "./layout";

interface Point {
  x: number;
  y: number;
}

/** The arrow of one icon, which points along the numbers that the icon reads. */
export interface Arrow {
  key: string;
  icon: Icon;
  from: Point;
  to: Point;
  /** The direction of the arrow in degrees, clockwise from up. */
  turn: number;
  /** The designated number; null if the icon reads no number. */
  number: number | null;
  badge: Point;
  /** True if the icon has no effect for the pawn's square. */
  idle: boolean;
}

/** The change of coordinates on the screen for one step in each direction. */
export const STEP: Record<Direction, Point> = {
  up: { x: 0, y: -1 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
};
const TURN: Record<Direction, number> = { up: 0, right: 90, down: 180, left: 270 };
/** The kinds of effects by which an icon does nothing. */
const IDLE: readonly Effect["kind"][] = ["nothing", "stays", "out_of_reach"];
/**
 * The sideways offset of each icon's arrow, in cells: arrows along the same cells are side by side.
 */
const LANE: Record<Icon, number> = { move: -0.33, sword: 0.33, gun: -0.18, recover: -0.33 };

/** The arrows of these interpreted icons, in the coordinates of the frame. */
export function arrows(readings: readonly IconReading[], frame: Frame): Arrow[] {
  const middle = ({ x, y }: Cell): Point => ({
    x: x - frame.left + 0.5,
    y: frame.top - y + 0.5,
  });
  return readings.map((reading) => {
    const { card, cell, icon, direction, chain, number } = reading;
    const step = STEP[direction];
    const side = { x: -step.y * LANE[icon], y: step.x * LANE[icon] };
    const along = (point: Point, far: number): Point => ({
      x: point.x + step.x * far + side.x,
      y: point.y + step.y * far + side.y,
    });
    const start = middle(cell);
    const last = chain.at(-1)?.cell;
    return {
      key: `${card} ${cell.x},${cell.y} ${icon} ${direction}`,
      icon,
      from: along(start, 0.4),
      to: last ? along(middle(last), 0.1) : along(start, 0.62),
      turn: TURN[direction],
      number,
      badge: last ? along(middle(last), 0.31) : start,
      idle: IDLE.includes(reading.effect.kind),
    };
  });
}
