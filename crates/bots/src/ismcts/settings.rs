//! Settings of the search.

use crate::search::budget::Budget;

/// Search settings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Budget for a decision.
    pub budget: Budget,
    /// The constant of UCB1: how much to explore, for values from 0 (lost) to 1 (won).
    pub exploration: f32,
    /// Number of random decisions after the tree before the position is evaluated.
    pub depth: u32,
    /// Progressive widening: a node with n visits has up to this times √n edges.
    pub widening: f32,
    /// Number of trees searched in parallel, each with its part of the simulations, or for all of the time.
    pub trees: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        let budget = Budget::Simulations(1000);
        Settings { budget, exploration: 0.35, depth: 3, widening: 1.0, trees: 1 }
    }
}
