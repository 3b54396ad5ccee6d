/**
 * The approximate width of a text as a multiple of its letters' size: CJK characters are one em wide,
 * others `narrow` ems.
 */
export const widthOf = (text: string, narrow: number): number =>
  [...text].reduce((sum, letter) => sum + (letter > "\u2fff" ? 1 : narrow), 0);
