//! Values of the search and the window of those that still matter.

/// The open interval of values that still matter to the seat that decides.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

/// A won play; one step further away it is worth one less.
pub(super) const WON: i32 = 1_000_000;
/// Every value matters.
pub(super) const OPEN: Window = Window { alpha: -WON, beta: WON };
/// Values beyond this are certain results, below it appraisals.
pub(super) const CERTAIN: i32 = WON / 2;
/// The search value of one point of heuristic value.
pub(super) const POINT: i32 = 100;

/// A certain result one step further away is worth less, for either seat.
pub(super) fn farther(value: i32) -> i32 {
    if value.abs() > CERTAIN { value - value.signum() } else { value }
}

/// The inverse of [`farther`].
pub(super) fn nearer(value: i32) -> i32 {
    if value.abs() > CERTAIN && value.abs() < WON { value + value.signum() } else { value }
}
