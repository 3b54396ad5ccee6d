//! Settings of the tree search.

use crate::search::budget::Budget;

/// Settings of [`Ismcts`](crate::Ismcts).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Budget for each decision.
    pub budget: Budget,
    /// The exploration constant of UCB1, for values from 0 (lost) to 1 (won).
    pub exploration: f32,
    /// Number of decisions that a simulation plays in the rollout, after the tree, before the position is
    /// evaluated.
    pub depth: u32,
    /// Progressive widening: a node with n visits has up to this times √n edges.
    pub widening: f32,
    /// Number of trees searched in parallel. Each has an equal share of a budget in simulations, or the whole
    /// time of a budget in time.
    pub trees: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        let budget = Budget::Simulations(1000);
        Settings { budget, exploration: 0.35, depth: 3, widening: 1.0, trees: 1 }
    }
}
