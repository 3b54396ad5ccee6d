//! Proofs about positions, for any game: a seat reaches a goal within a number of its turns against
//! every defence, and there is only one way to do so.
//!
//! All results come from exhaustive search: nothing is estimated, and what cannot be proved within the
//! allowed number of positions is reported as unknown. A turn is everything that a seat decides until
//! another seat is to move. Lines end where an action reveals hidden information (a card is drawn), or a
//! decision is open or simultaneous, so that no proof depends on anything that the seat cannot know.
//!
//! A puzzle has **one solution** in this sense:
//!
//! - Within one turn, every way to the goal contains all decisions of the solution. Others may be added,
//!   and the order may differ if the result is the same.
//! - Within several turns, the goal cannot be reached in fewer, and only one first decision leads to it.
//!   Later there may be several; all of them are known, and each has its reply.

mod prove;
mod search;

pub use prove::{Fault, Proved, Replies, highest_score, prove};
pub use search::{Spent, Task};
