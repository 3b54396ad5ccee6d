//! Alpha–beta search, for games of two seats without hidden information.
//!
//! Negamax with alpha–beta pruning (Knuth and Moore, "An Analysis of Alpha-Beta Pruning", Artificial
//! Intelligence 6(4), 1975) in the form of principal variation search, with iterative deepening and a
//! transposition table. Late quiet actions are first searched to a reduced depth (late move reductions), and
//! beyond the depth a quiescence search follows noisy actions until the position is quiet. The search is
//! independent of the game, which provides its heuristic value, a state hash and the noisy actions.

mod bot;
mod negamax;
mod ordering;
mod transpositions;
mod window;

pub use bot::AlphaBeta;
