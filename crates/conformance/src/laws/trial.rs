//! One match in which the laws are checked, and helpers that the checks share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use serde::Serialize;
use serde_json::Value;
use zashiki_core::{Action, Game, GameRng, Match, Seat, Viewer};

use super::policy::Policy;

/// Maximum number of indexed actions compared with the list of legal actions at each step. Games with more
/// are sampled.
const SAMPLED_ACTIONS: usize = 400;

/// One match, with the laws checked at its steps.
pub struct Trial<'a, G: Game> {
    pub config: &'a Arc<G::Config>,
    pub options: &'a Value,
    pub seats: u8,
    pub seed: u64,
    pub policy: Policy,
}

impl<G: Game> Trial<'_, G> {
    /// Description of the current step for failure messages.
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

    /// The seat whose errors are compared at this step. It is another one at each step, since formatting
    /// errors is the slowest part.
    pub fn seat_for_errors(&self, match_: &Match<G>) -> Seat {
        Seat((match_.length() % usize::from(self.seats)) as u8)
    }
}

/// Properties of the game that occurred in any match of a battery, and counts of observations.
#[derive(Default)]
pub struct Findings {
    /// Set once a determinization differs from the state, so that the game has hidden information.
    pub hidden: Flag,
    /// Set once a seat knows something that a spectator does not.
    pub private: Flag,
    /// Set once simultaneous decisions are awaited.
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

/// The actions that are tried at a step: all indexed actions, or a random sample if there are too many.
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
