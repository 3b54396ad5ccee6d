/**
 * The arrows on a card's face, computed from the moves in the components. A single arrowhead is a
 * move of one square, a double one a slide of any length, a bent arrow a knight's move, and ○ any
 * other leap.
 */

/** The moves of one kind of card, as the components list them. */
export interface Moves {
  readonly step: readonly string[];
  readonly slide: readonly string[];
  /** Targets of leaps: each as squares forward and squares to the right. */
  readonly leap: readonly (readonly number[])[];
}

/**
 * An arrow or ring on a card's face. The path `d` fits a card of 100 × 100 units that points
 * upwards.
 */
export interface Arrow {
  way: "step" | "slide" | "knight" | "ring";
  /** Path of the filled arrowheads; for a bent arrow or a ring also of the line. */
  heads: string;
  line: string;
}

type Vector = readonly [number, number];

/** The offset of one step in a direction, such as `FR`, in the drawing: right and down. */
function vector(direction: string): Vector {
  const has = (letter: string) => (direction.includes(letter) ? 1 : 0);
  return [has("R") - has("L"), has("B") - has("F")];
}

const point = ([x, y]: Vector) => `${round(x)} ${round(y)}`;
const round = (n: number) => Math.round(n * 10) / 10;
const add = ([x, y]: Vector, [dx, dy]: Vector, by = 1): Vector => [x + dx * by, y + dy * by];
const MIDDLE: Vector = [50, 50];

/** The path of a filled arrowhead that points along `to`, with its tip at `tip`. */
function head(tip: Vector, to: Vector, size: number): string {
  const far = Math.hypot(...to);
  const along: Vector = [to[0] / far, to[1] / far];
  const across: Vector = [-along[1], along[0]];
  const foot = add(tip, along, -size);
  return `M${point(tip)}L${point(add(foot, across, size * 0.78))}L${point(add(foot, across, -size * 0.78))}Z`;
}

/**
 * The distance from the card's centre to an arrowhead's tip: larger towards a corner than towards a
 * side.
 */
const reach = ([x, y]: Vector) => (x !== 0 && y !== 0 ? 41.5 : 45.5);

function arrow(direction: string, way: "step" | "slide"): Arrow {
  const to = vector(direction);
  const tip = add(MIDDLE, to, reach(to));
  const heads = head(tip, to, 8.5);
  if (way === "step") return { way, heads, line: "" };
  const diagonal = to[0] !== 0 && to[1] !== 0;
  return { way, heads: heads + head(add(tip, to, diagonal ? -5 : -6.5), to, 8.5), line: "" };
}

function leap([forward = 0, right = 0]: readonly number[]): Arrow {
  const [far, near] = [Math.abs(forward), Math.abs(right)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  if (far === 2 && near === 1) {
    const ahead: Vector =
      Math.abs(forward) === 2 ? [0, -Math.sign(forward)] : [Math.sign(right), 0];
    const aside: Vector =
      Math.abs(forward) === 2 ? [Math.sign(right), 0] : [0, -Math.sign(forward)];
    const foot = add(add(MIDDLE, ahead, 32), aside, 13);
    const bend = add(add(MIDDLE, ahead, 42), aside, 13);
    const tip = add(bend, aside, 13);
    return {
      way: "knight",
      heads: head(tip, aside, 7.5),
      line: `M${point(foot)}L${point(bend)}L${point(add(tip, aside, -6))}`,
    };
  }
  const to: Vector = [Math.sign(right), -Math.sign(forward)];
  const corner = to[0] !== 0 && to[1] !== 0;
  const [x, y] = add(MIDDLE, to, corner ? 36 : 40);
  return {
    way: "ring",
    heads: "",
    line: `M${round(x - 5)} ${round(y)}a5 5 0 1 0 10 0a5 5 0 1 0-10 0`,
  };
}

/**
 * The arrows of one card, or of all cards of a stack together. Where two cards differ, a slide
 * replaces a single step.
 */
export function arrows(cards: readonly (Moves | undefined)[]): Arrow[] {
  const slides = new Set(cards.flatMap((moves) => moves?.slide ?? []));
  const steps = new Set(cards.flatMap((moves) => moves?.step ?? []));
  const leaps = new Map(
    cards.flatMap((moves) => moves?.leap ?? []).map((way) => [way.join(), way] as const),
  );
  return [
    ...[...slides].map((direction) => arrow(direction, "slide")),
    ...[...steps].filter((to) => !slides.has(to)).map((direction) => arrow(direction, "step")),
    ...[...leaps.values()].map(leap),
  ];
}
