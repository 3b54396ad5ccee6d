//! Small games whose answers are known, on the contract of [`zashiki-core`], outside the shelf: what players
//! and searches are checked against.
//!
//! | game | what is known of it |
//! |---|---|
//! | [`Kuhn`] | every equilibrium, and the value −1/18 (Kuhn, "A Simplified Two-Person Poker", 1950) |
//! | [`Leduc`] | the value −0.0856, from solving it (Southey et al., "Bayes' Bluff", UAI 2005, is where the game is from) |
//! | [`Goofspiel`] | the value 0 by symmetry, and the best answer to chance (Ross, "Goofspiel: The Game of Pure Strategy", 1971) |
//! | [`HideAndSeek`] | three seats and a team: each seat's best choice |
//!
//! What is of one game is its [`Rules`]; [`Small`] makes a [`zashiki_core::GameState`] of them. The games of two
//! are solved by [`Exact`], over all they can come to: values, best answers, exploitability and
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
