//! The player that reads ahead, for games of two seats in which nothing is hidden.
//!
//! Negamax with alpha–beta pruning (Knuth and Moore, "An Analysis of Alpha-Beta Pruning", Artificial
//! Intelligence 6(4), 1975) in the form of principal variation search, with iterative deepening and a
//! transposition table. Late quiet actions are first searched to a reduced depth (late move reductions), and
//! beyond the depth a quiescence search follows noisy actions until the position is quiet. The search is
//! independent of the game: it asks the game for its heuristic value, a state hash and which actions are
//! noisy.

mod bot;
mod negamax;
mod ordering;
mod transpositions;
mod window;

pub use bot::AlphaBeta;
