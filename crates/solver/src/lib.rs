//! What can be proved of a position, for any game: that a seat reaches a goal within so many of
//! its turns whatever the others do, and that there is one way only.
//!
//! All of it is search to the end: nothing is guessed, and what was not proved within the
//! positions allowed is not said. A turn is what a seat decides until another seat's decision is
//! awaited. Where an action shows what was hidden (a card is drawn), or a decision is open or
//! awaited together with others, no way leads on: what is proved hangs on nothing that the seat
//! cannot know.
//!
//! A puzzle has **one solution** in this sense:
//!
//! - Within one turn, every way to the goal takes all decisions of the solution. Others may be
//!   added, and their order may be another one where that comes to the same.
//! - Within more turns, the goal cannot be reached in fewer, and one first decision alone leads to
//!   it. Later several may; they are all known, and each has its reply.

mod prove;
mod search;

pub use prove::{Fault, Proved, Replies, highest_score, prove};
pub use search::{Spent, Task};
