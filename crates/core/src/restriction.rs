//! Restricted play: some seats avoid certain actions if they have alternatives.

use std::fmt;
use std::sync::Arc;

use crate::{Seat, SeatSet};

/// Actions that some seats never choose while they have another choice, to measure what these
/// actions are worth (Jaffe et al., "Evaluating Competitive Game Balance with Restricted Play",
/// AIIDE 2012).
///
/// It is part of a [configuration](crate::GameConfig::restricted), so every search that plans for those
/// seats takes it into account. It changes no rule: the forbidden actions stay legal and stay listed by
/// [`legal_into`](crate::GameState::legal_into).
#[derive(Clone)]
pub struct Restriction {
    seats: SeatSet,
    forbids: Arc<dyn Fn(&str) -> bool + Send + Sync>,
}

impl Restriction {
    /// Creates a restriction by which these seats avoid every action for whose notation `forbids` returns
    /// true.
    pub fn new(
        seats: SeatSet,
        forbids: impl Fn(&str) -> bool + Send + Sync + 'static,
    ) -> Restriction {
        Restriction { seats, forbids: Arc::new(forbids) }
    }

    /// Returns true if the seat must avoid some actions.
    pub fn concerns(&self, seat: Seat) -> bool {
        self.seats.contains(seat)
    }

    /// Removes the forbidden actions from a list of the seat's actions, unless none would remain.
    pub fn keep_allowed<A: fmt::Display>(&self, seat: Seat, actions: &mut Vec<A>) {
        if !self.concerns(seat) {
            return;
        }
        let allowed = |action: &A| !(self.forbids)(&action.to_string());
        if actions.iter().any(allowed) {
            actions.retain(allowed);
        }
    }
}

impl fmt::Debug for Restriction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Restriction").field("seats", &self.seats).finish_non_exhaustive()
    }
}

/// Restrictions are equal if they concern the same seats and share one closure, as clones do.
impl PartialEq for Restriction {
    fn eq(&self, other: &Restriction) -> bool {
        self.seats == other.seats && Arc::ptr_eq(&self.forbids, &other.forbids)
    }
}

impl Eq for Restriction {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_seats_concerned_lose_choices_and_never_their_last() {
        let restriction = Restriction::new(SeatSet::one(Seat(1)), |action| action.starts_with('a'));
        let keep = |seat, actions: &[&'static str]| {
            let mut actions = actions.to_vec();
            restriction.keep_allowed(seat, &mut actions);
            actions
        };
        assert_eq!(keep(Seat(1), &["a 1", "b", "a 2"]), ["b"]);
        assert_eq!(keep(Seat(0), &["a 1", "b"]), ["a 1", "b"]);
        assert_eq!(keep(Seat(1), &["a 1", "a 2"]), ["a 1", "a 2"]);
    }
}
