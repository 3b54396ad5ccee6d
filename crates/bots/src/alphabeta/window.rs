//! Search values, and the alpha–beta window.

/// The open interval of values that can still change the result, for the seat to decide.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: i32,
    pub beta: i32,
}

/// Value of a won game; each step until the end reduces it by one.
pub(super) const WON: i32 = 1_000_000;
/// The window that contains every value.
pub(super) const OPEN: Window = Window { alpha: -WON, beta: WON };
/// Absolute values above this are certain results, those below are heuristic values.
pub(super) const CERTAIN: i32 = WON / 2;
/// The search value of one point of heuristic value.
pub(super) const POINT: i32 = 100;

/// The value of a result one step before it: a certain result counts less the farther it is, for either seat.
pub(super) fn one_step_farther(value: i32) -> i32 {
    if value.abs() > CERTAIN { value - value.signum() } else { value }
}

/// The inverse of [`one_step_farther`].
pub(super) fn one_step_nearer(value: i32) -> i32 {
    if value.abs() > CERTAIN && value.abs() < WON { value + value.signum() } else { value }
}
