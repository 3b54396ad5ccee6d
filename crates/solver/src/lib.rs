//! Proofs about positions of any game: a seat reaches a goal within a number of its turns against every
//! defence, and there is only one way to do so.
//! Puzzles are composed and verified with it.
//!
//! ```
//! use connect_four::{ConnectFour, Drop};
//! use solver::{Task, prove};
//! use zashiki_core::{Action as _, GameRng, GameState, Goal, MatchStart, Seat, configure};
//!
//! let (config, _) = configure::<ConnectFour>(&MatchStart::dealt(2, 1))?;
//! let mut game = ConnectFour::deal(&config, GameRng::from_seed(1), None);
//! for action in ["drop 1", "drop 7", "drop 2", "drop 7", "drop 3", "drop 6"] {
//!     let seat = game.turn().awaited().first().expect("the game is not over");
//!     game.play_unchecked(seat, Drop::parse(action).expect("a column"), None);
//! }
//! let task = Task { seat: Seat(0), goal: Goal::Wins, turns: 1 };
//! let proved = prove(&game, task, 1000).expect("only column 4 wins");
//! assert_eq!(proved.solution[0].to_string(), "drop 4");
//! # Ok::<(), zashiki_core::InputError>(())
//! ```
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
