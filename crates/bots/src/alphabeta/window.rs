//! Search values, and the alpha–beta window.

/// The alpha–beta window: the open interval of values, for the seat to decide, that can still change the
/// result of the search.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

/// Value of a won game; it is reduced by one for each step until the end.
pub(super) const WON: i32 = 1_000_000;
/// The window that contains every value.
pub(super) const OPEN: Window = Window { alpha: -WON, beta: WON };
/// Values whose absolute value is above this are certain wins or losses; the others are heuristic.
pub(super) const CERTAIN: i32 = WON / 2;
/// Number of units of a search value that correspond to one point of heuristic value.
pub(super) const POINT: i32 = 100;

/// The value of a position one step before a position with this value. A certain win or loss comes closer to
/// 0 by one with each step, for either seat.
pub(super) fn one_step_farther(value: i32) -> i32 {
    if value.abs() > CERTAIN { value - value.signum() } else { value }
}

/// The inverse of [`one_step_farther`].
pub(super) fn one_step_nearer(value: i32) -> i32 {
    if value.abs() > CERTAIN && value.abs() < WON { value + value.signum() } else { value }
}
