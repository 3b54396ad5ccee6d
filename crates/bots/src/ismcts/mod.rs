//! Information-set Monte Carlo tree search, for any game.
//!
//! Single-observer information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, "Information Set
//! Monte Carlo Tree Search", IEEE TCIAIG 4(2), 2012). Every simulation samples a new determinization and
//! descends one shared tree, whose edges are actions, as far as that determinization allows. An edge counts
//! how often it was available, and that count replaces the parent's visits in UCB1, so an edge that is rarely
//! available is neither neglected nor overvalued.
//!
//! Games with hundreds of actions are searched by progressive widening (Coulom, "Computing Elo
//! Ratings of Move Patterns in the Game of Go", 2007; Chaslot et al., "Progressive Strategies
//! for Monte-Carlo Tree Search", 2008): a node gets new edges only as it is visited more
//! often, and the promising ones first.

mod bot;
mod node;
mod offers;
mod reuse;
mod rollout;
mod root;
mod saved_tree;
mod search;
mod selection;
mod settings;
mod spread;
#[cfg(test)]
mod test_support;
mod tree;

pub use bot::Ismcts;
pub use settings::Settings;
