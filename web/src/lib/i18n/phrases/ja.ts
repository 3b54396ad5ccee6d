/** The places at which a Japanese text may break, between the words that the browser finds in it. */

const HIRAGANA = /^[ぁ-ゟ]+$/;
const ENDS_IN_HIRAGANA = /[ぁ-ゟ]$/;
const PARTICLES = "は が を に で と も へ の や から まで より ので".split(" ");
const ENDINGS = "ました でした ません ましょう".split(" ");
/** Signs after which a line may always break, signs with which none begins, and with which none ends. */
const STOP = /[、。！？：・!?]$/;
const CLOSING = /^[、。」』】）！？：・)\]!?:,.]/;
const OPENING = /[「『【（([]$/;

export function ja(before: string, after: string): boolean {
  if (CLOSING.test(after) || OPENING.test(before)) return false;
  if (STOP.test(before)) return true;
  if (!HIRAGANA.test(after)) return ENDS_IN_HIRAGANA.test(before);
  // Words of one or two hiragana are particles and endings, or too short to begin a line.
  return after.length > 2 && !ENDINGS.includes(after) && PARTICLES.includes(before);
}
