//! Policies by which the seats of a checked match choose actions.

use zashiki_core::{Game, GameRng, SearchHintsExt as _, Seat};

/// Number of random legal actions of which [`Policy::Worst`] takes the worst.
const WORST_OF: usize = 8;

/// The policy by which the seats of a checked match choose actions.
#[derive(Clone, Copy, Debug)]
pub enum Policy {
    /// A uniformly random legal action.
    Random,
    /// Always the first action of the list of legal actions.
    First,
    /// Always the last action of the list of legal actions.
    Last,
    /// The worst of some random actions for the acting seat, to prolong the match.
    Worst,
}

impl Policy {
    pub const ALL: [Policy; 4] = [Policy::Random, Policy::First, Policy::Last, Policy::Worst];

    pub fn choose<G: Game>(
        self,
        state: &G,
        seat: Seat,
        legal: &[G::Action],
        rng: &mut GameRng,
    ) -> G::Action {
        match self {
            Policy::Random => *rng.pick(legal),
            Policy::First => legal[0],
            Policy::Last => legal[legal.len() - 1],
            Policy::Worst => {
                let count = legal.len().min(WORST_OF);
                let sample: Vec<G::Action> = (0..count).map(|_| *rng.pick(legal)).collect();
                sample
                    .into_iter()
                    .min_by_key(|action| state.value_after(seat, *action))
                    .expect("a seat to move has a legal action")
            }
        }
    }
}
