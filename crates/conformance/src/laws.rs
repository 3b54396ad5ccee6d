//! The conformance laws, as a battery of checks at every step of random and adversarial matches.
//!
//! Failures name the laws by their numbers in the documentation of [`zashiki_core::GameState`]. The laws
//! are grouped by subject:
//!
//! | Module | Laws |
//! |---|---|
//! | `actions` | 1 legal actions and drafts, 7 invalid input, 12 sub-actions, 14 batched values and samples |
//! | `information` | 3 and 4 determinizations, 10 the omniscient viewer, 13 serialized views |
//! | `observations` | 11 observations |
//! | `events` | 8 revealing events and undo, 9 previews |
//! | `history` | 2 records and positions, the end of a match |
//! | `story` | 15 changes of scores, 16 episodes |
//! | `drawings` | 17 boards as pictures and as text |
//! | `battery` | 5 invariants, 6 the maximum length, and the matches in which all laws are checked |

mod actions;
mod battery;
mod configurations;
mod drawings;
mod events;
mod frequencies;
mod history;
mod information;
mod observations;
mod policy;
mod story;
mod trial;

pub use battery::battery;
pub(crate) use configurations::configurations;
pub use frequencies::equal_frequencies;
pub use story::ledgers;
