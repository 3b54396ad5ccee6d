//! 森羅万象 (HCK Shinra): a battle of stacked cards with life points.
