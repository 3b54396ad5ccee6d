//! Small games with known solutions, outside the registry, for testing players and search algorithms.
//!
//! | Game | Known result |
//! |---|---|
//! | [`Kuhn`] | every equilibrium, and the value −1/18 (Kuhn, "A Simplified Two-Person Poker", 1950) |
//! | [`Leduc`] | the value −0.0856, computed (the game is from Southey et al., "Bayes' Bluff", UAI 2005) |
//! | [`Goofspiel`] | the value 0 by symmetry, and the best response to random play (Ross, "Goofspiel: The Game of Pure Strategy", 1971) |
//! | [`HideAndSeek`] | three seats and a team: each seat's best choice |
//!
//! Each game defines its [`Rules`]; [`Small`] makes a [`zashiki_core::GameState`] of them. [`Exact`]
//! solves the two-seat games over the whole game tree: values, best responses, exploitability and
//! equilibria.

mod exact;
mod goofspiel;
mod hide_and_seek;
mod poker;
mod small;

pub use exact::{Exact, Plans, Situation};
pub use goofspiel::{Bids, Goofspiel};
pub use hide_and_seek::{HideAndSeek, Hideout};
pub use poker::{Hand, Kuhn, Leduc};
pub use small::{Act, Ending, Rules, Small};
