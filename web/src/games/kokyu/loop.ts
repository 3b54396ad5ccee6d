/**
 * The geometry of the bedroom loop. The squares are along a rounded rectangle, clockwise on the
 * screen. 開始 (square 0) is in the middle of the lower side, so a tea square half-way round is
 * opposite to it. 開始 and 茶休憩 are larger than the others.
 */

export interface Point {
  x: number;
  y: number;
}

export interface LoopSize {
  /** Size of the drawing, in the units of its coordinates. */
  width: number;
  height: number;
  /** Width of the road, which the squares fill. */
  road: number;
  /** Radius of the corners, measured on the middle of the road. */
  corner: number;
}

export interface LoopSquare {
  /** The middle of the square, in the coordinates of the drawing. */
  centre: Point;
  /** The direction of walking at the middle of the square, in degrees (0: to the right). */
  heading: number;
  /** The outline of the square, as SVG path data. */
  outline: string;
}

const START_WEIGHT = 1.5;
const TEA_WEIGHT = 1.9;
const EDGE_SAMPLES = 10;

/** The point and the outward normal at a distance along the middle of the road. */
function along(size: LoopSize, distance: number): { at: Point; out: Point } {
  const { width, height, road, corner: r } = size;
  const w = width - road - 2 * r;
  const h = height - road - 2 * r;
  const arc = (Math.PI / 2) * r;
  const left = road / 2;
  const top = road / 2;
  const right = width - road / 2;
  const bottom = height - road / 2;
  const total = 2 * (w + h) + 4 * arc;
  let s = ((distance % total) + total) % total;

  const bend = (cx: number, cy: number, from: number) => {
    const angle = from + s / r;
    const out = { x: Math.cos(angle), y: Math.sin(angle) };
    return { at: { x: cx + r * out.x, y: cy + r * out.y }, out };
  };

  // From the middle of the lower side to the left, then clockwise.
  if (s < w / 2) return { at: { x: width / 2 - s, y: bottom }, out: { x: 0, y: 1 } };
  s -= w / 2;
  if (s < arc) return bend(left + r, bottom - r, Math.PI / 2);
  s -= arc;
  if (s < h) return { at: { x: left, y: bottom - r - s }, out: { x: -1, y: 0 } };
  s -= h;
  if (s < arc) return bend(left + r, top + r, Math.PI);
  s -= arc;
  if (s < w) return { at: { x: left + r + s, y: top }, out: { x: 0, y: -1 } };
  s -= w;
  if (s < arc) return bend(right - r, top + r, -Math.PI / 2);
  s -= arc;
  if (s < h) return { at: { x: right, y: top + r + s }, out: { x: 1, y: 0 } };
  s -= h;
  if (s < arc) return bend(right - r, bottom - r, 0);
  s -= arc;
  return { at: { x: right - r - s, y: bottom }, out: { x: 0, y: 1 } };
}

/** Length of the whole loop, measured along the middle of the road. */
export function circumference({ width, height, road, corner: r }: LoopSize): number {
  return 2 * (width - road - 2 * r + height - road - 2 * r) + 2 * Math.PI * r;
}

const round = (n: number) => Math.round(n * 10) / 10;

/** The shapes of the squares of a loop of this size. `tea` is the index of the tea square. */
export function loop(squares: number, tea: number, size: LoopSize): LoopSquare[] {
  const weight = (i: number) => (i === 0 ? START_WEIGHT : i === tea ? TEA_WEIGHT : 1);
  let sum = 0;
  for (let i = 0; i < squares; i++) sum += weight(i);
  const unit = circumference(size) / sum;
  const out: LoopSquare[] = [];
  // The middle of 開始 is at distance 0.
  let begin = (-weight(0) / 2) * unit;
  for (let i = 0; i < squares; i++) {
    const length = weight(i) * unit;
    const middle = along(size, begin + length / 2);
    const edge = (t: number, side: number): string => {
      const { at, out: o } = along(size, begin + length * t);
      const d = (side * size.road) / 2;
      return `${round(at.x + o.x * d)} ${round(at.y + o.y * d)}`;
    };
    const outer: string[] = [];
    const inner: string[] = [];
    for (let k = 0; k <= EDGE_SAMPLES; k++) {
      outer.push(edge(k / EDGE_SAMPLES, 1));
      inner.unshift(edge(k / EDGE_SAMPLES, -1));
    }
    out.push({
      centre: { x: round(middle.at.x), y: round(middle.at.y) },
      // Walking clockwise the outside is on the left.
      heading: round((Math.atan2(middle.out.x, -middle.out.y) * 180) / Math.PI),
      outline: `M${outer.join("L")}L${inner.join("L")}Z`,
    });
    begin += length;
  }
  return out;
}

/**
 * The squares on a consort's walk, both ends included. `from` and `to` also count the squares of
 * completed laps. If `to` is lower, the consort was pushed back, and the squares are in the
 * opposite direction.
 */
export function walk(
  squares: number,
  from: { square: number; laps: number },
  to: { square: number; laps: number },
): number[] {
  const start = from.laps * squares + from.square;
  const end = to.laps * squares + to.square;
  const step = Math.sign(end - start);
  const path = [from.square];
  for (let at = start; at !== end;) {
    at += step;
    path.push(((at % squares) + squares) % squares);
  }
  return path;
}
