//! One checked match, and what the checks of all laws use.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde::Serialize;
use serde_json::Value;
use zashiki_core::{Action, DynMatch as _, Game, GameRng, Match, Seat, Viewer};

use super::policy::Policy;

/// Number of actions checked against the complete list in games with more than this.
const SAMPLED_ACTIONS: usize = 400;

/// One match, checked at every step.
pub struct Trial<'a, G: Game> {
    pub config: &'a Arc<G::Config>,
    pub options: &'a Value,
    pub seats: u8,
    pub seed: u64,
    pub policy: Policy,
}

impl<G: Game> Trial<'_, G> {
    /// Description of the current step, for failures.
    pub fn at(&self, match_: &Match<G>) -> String {
        format!(
            "{} ({} seats, options {}, seed {}, {:?}) at step {}",
            G::info().id,
            self.seats,
            self.options,
            self.seed,
            self.policy,
            match_.length()
        )
    }

    /// All viewers: the seats, spectators and the omniscient viewer.
    pub fn viewers(&self) -> impl Iterator<Item = Viewer> {
        Viewer::all(self.seats).chain([Viewer::Omniscient])
    }

    /// The seat whose errors are compared at this step. Seats take turns, since formatting errors is the
    /// slowest part.
    pub fn seat_for_errors(&self, match_: &Match<G>) -> Seat {
        Seat((match_.length() % usize::from(self.seats)) as u8)
    }
}

/// Findings of a battery about the game and its observations.
#[derive(Default)]
pub struct Findings {
    /// Set once a determinization differs from the state.
    pub hidden: Flag,
    /// Set once a seat knows something that a spectator does not.
    pub private: Flag,
    /// Set once decisions are simultaneous.
    pub simultaneous: Flag,
    /// Set once a decision has more legal actions than are listed.
    pub open_decisions: Flag,
    /// Number of observations.
    pub observations: AtomicUsize,
    /// Number of observations that equal the observation of a different view.
    pub equal_observations: AtomicUsize,
}

/// A flag that can only be set.
#[derive(Default)]
pub struct Flag(AtomicBool);

impl Flag {
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets the flag if `condition` returns true. Calls it only while the flag is not set.
    pub fn set_if(&self, condition: impl FnOnce() -> bool) {
        if !self.is_set() && condition() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// All indexed actions, or a sample if there are too many.
pub fn probes<G: Game>(rng: &mut GameRng) -> Vec<G::Action> {
    if <G::Action>::COUNT <= SAMPLED_ACTIONS {
        (0..<G::Action>::COUNT).filter_map(G::Action::from_index).collect()
    } else {
        (0..SAMPLED_ACTIONS)
            .filter_map(|_| G::Action::from_index(rng.below(<G::Action>::COUNT as u32) as usize))
            .collect()
    }
}

/// The value as JSON.
pub fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("views, events and positions are plain data")
}

/// The value as JSON text.
pub fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("views and positions are plain data")
}
