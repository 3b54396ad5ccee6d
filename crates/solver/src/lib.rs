//! Exact results about any game: proofs that a seat reaches a goal within a number of its
//! turns against every defence, and [equilibria](GameTree) of games that are small enough.
//!
//! # Proofs
//!
//! A proof also shows that there is only one way to reach the goal. Puzzles are composed and verified with
//! them.
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
//!
//! # Equilibria
//!
//! A [`GameTree`] has all decisions and random events of a game, and the information sets of seats with
//! perfect recall. [`Cfr`] approximates an equilibrium, and [`GameTree::exploitability`] measures how far it
//! is from one.
//!
//! ```
//! use reference_games::{Kuhn, Small};
//! use solver::{Algorithm, Cfr, GameTree};
//! use zashiki_core::{MatchStart, configure};
//!
//! let (config, _) = configure::<Small<Kuhn>>(&MatchStart::dealt(2, 1))?;
//! let tree = GameTree::of_deal::<Small<Kuhn>>(&config, 1000, &|| false).expect("it is small");
//! let mut cfr = Cfr::new(&tree, Algorithm::CfrPlus, 1);
//! (0..1000).for_each(|_| cfr.iterate());
//! // Seat 0 loses an eighteenth of a chip; a match is won or lost, and at most two chips are at stake.
//! assert!((2.0 * tree.values(&cfr.average())[0] + 1.0 / 18.0).abs() < 0.001);
//! assert!(tree.exploitability(&cfr.average()) < 0.001);
//! # Ok::<(), zashiki_core::InputError>(())
//! ```

mod equilibrium;
mod prove;
mod search;

pub use equilibrium::{
    Algorithm, Cfr, DynSolver, GameTree, InformationSet, Measured, Solution, SolveConfig,
    SolvedSet, Strategy, Unsolved,
};
pub use prove::{Fault, Proved, Replies, highest_score, prove};
pub use search::{Spent, Task};
