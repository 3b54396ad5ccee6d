//! The use of kinds of actions, and the limits at which a kind counts as dead or dominant.

use super::kinds::Use;

/// Minimum number of decisions with an available action of a kind for statements about that kind.
pub(crate) const OFFERS: u64 = 50;
/// Share of the decisions below which an available kind is dead.
pub(crate) const DEAD: f64 = 0.01;
/// Share of the decisions above which an available kind is dominant.
pub(crate) const DOMINANT: f64 = 0.9;

impl Use {
    /// Share of the decisions with an available action of the kind in which one was taken.
    pub(crate) fn rate(&self) -> f64 {
        self.taken as f64 / self.offered.max(1) as f64
    }

    /// Returns true if the kind is almost never taken when it is available.
    pub(crate) fn is_dead(&self) -> bool {
        self.offered >= OFFERS && self.rate() < DEAD
    }

    /// Returns true if the kind is almost always taken when there is another choice.
    pub(crate) fn is_dominant(&self) -> bool {
        self.offered >= OFFERS && self.rate() > DOMINANT
    }
}
