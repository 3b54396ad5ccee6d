/**
 * The sizes of the windows (width and height in CSS pixels) in which tables are tested, from a
 * large desktop to a small phone.
 */
export const SIZES = [
  [1920, 1080],
  [1440, 900],
  [1366, 768],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [360, 800],
] as const;

/** The windows in which pages other than tables are tested: a phone, a tablet, and two desktops. */
export const PAGE_SIZES = [
  [360, 800],
  [768, 1024],
  [1366, 768],
  [1440, 900],
] as const;
