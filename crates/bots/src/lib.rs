//! Bots for any game: random and greedy play, tree search, alpha–beta search, beam search and regret
//! matching. A bot receives the information state of its seat and returns an action; a [`Spec`] is its text
//! form. Bots that search also give [advice](advise()) on decisions and [review](review()) finished games.
//!
//! ```
//! use bots::Spec;
//! use connect_four::ConnectFour;
//! use zashiki_core::{GameRng, GameState, InfoState, MatchStart, configure};
//!
//! let (config, _) = configure::<ConnectFour>(&MatchStart::dealt(2, 1))?;
//! let mut game = ConnectFour::deal(&config, GameRng::from_seed(1), None);
//! let mut bot = Spec::parse("greedy")?.make::<ConnectFour>(1, bots::clock);
//! while let Some(seat) = game.turn().awaited().first() {
//!     let action = bot.choose(&InfoState::new(&game, seat));
//!     game.play_unchecked(seat, action, None);
//! }
//! assert!(game.turn().outcome().is_some());
//! # Ok::<(), zashiki_core::InputError>(())
//! ```
//!
//! | module | content |
//! |---|---|
//! | `bot`, `dyn_bot` | the traits, with and without the type of the game |
//! | `spec`, `factory`, `catalog` | specs, making bots from them, and the bots that people can choose |
//! | `ismcts`, `alphabeta`, `turn_search`, `simultaneous` | the search algorithms; `search` has their common parts |
//! | `analysis` | values of actions, advice, reviews, chances of winning |
//!
//! # Bots cannot cheat
//!
//! An [`InfoState`](zashiki_core::InfoState) is made from the seat's view alone, and its determinizations are
//! sampled from that view. It does not contain the true state, so no bot can reach it:
//!
//! ```compile_fail
//! fn peek<G: zashiki_core::SearchHints>(info_state: &zashiki_core::InfoState<G>) -> &G {
//!     info_state.state() // error: there is no such method
//! }
//! ```
//!
//! Its fields are private:
//!
//! ```compile_fail,E0616
//! fn peek<G: zashiki_core::SearchHints>(info_state: &zashiki_core::InfoState<G>) -> &G::Config {
//!     &info_state.config // error: field `config` is private
//! }
//! ```
//!
//! Code that holds the true state cannot pass it to a bot:
//!
//! ```compile_fail,E0308
//! fn cheat<G: zashiki_core::SearchHints>(bot: &mut dyn bots::Bot<G>, state: &G) -> G::Action {
//!     bot.choose(state) // error: expected `&InfoState<G>`, found `&G`
//! }
//! ```

// Browsers do not save bots.
#![cfg_attr(target_family = "wasm", allow(dead_code, unused_imports))]

mod alphabeta;
mod analysis;
mod best_response;
mod bot;
mod catalog;
mod difficulty;
mod dyn_bot;
mod error;
mod factory;
mod greedy;
mod handle;
mod ismcts;
mod random;
mod search;
mod simultaneous;
mod spec;
mod turn_search;

pub use alphabeta::AlphaBeta;
pub use analysis::action_values::{ActionValue, Adviser};
pub use analysis::advice::{Advice, advise, adviser_for};
pub use analysis::ends::Ends;
pub use analysis::review::{ChanceLedger, MoveReview, Review, TurningPoint, review, reviewer_for};
pub use analysis::scored::{Advised, ends_after};
pub use analysis::strength::{level_named, level_strengths, levels_of};
pub use analysis::win_probability::{Chances, Scale, curve_parts, parts};
pub use best_response::Responder;
pub use bot::{Bot, ListBot};
pub use catalog::{BotKind, KINDS, UNLISTED, kinds, kinds_for};
pub use dyn_bot::{DynBot, erased};
pub use error::{BotError, BotErrorKind};
pub use factory::build;
pub use greedy::Greedy;
pub use handle::DynBots;
pub use ismcts::{Ismcts, Settings};
pub use random::Random;
#[cfg(not(target_family = "wasm"))]
pub use search::budget::clock;
pub use search::budget::{Budget, Clock};
pub use search::stop::{Stop, is_stopped, stoppable};
pub use spec::Spec;
pub use turn_search::Planner;
