//! Bots: players that search, for any game.
//!
//! A bot gets the information that a person in its seat would get, an [`InfoState`], and returns an action. A
//! spec string such as `greedy` or `ismcts:sims=2000:c=0.7` (see [`Spec`]) names a bot and its settings; the
//! bots offered to people are in [`KINDS`].
//!
//! A bot that searches is also an [`Adviser`]: it evaluates the choices. Advice for one decision ([`advise`])
//! and the review of a whole game ([`review`](fn@review)) are built on that.
//!
//! # Bots cannot cheat
//!
//! An [`InfoState`] is made from the seat's view alone, and its determinizations are sampled from that view.
//! It does not contain the true state, so no bot can reach it:
//!
//! ```compile_fail
//! fn peek<G: zashiki_core::SearchHints>(seen: &zashiki_core::InfoState<G>) -> &G {
//!     seen.truth() // error: there is no such method
//! }
//! ```
//!
//! nor are its parts open to be read around its methods:
//!
//! ```compile_fail,E0616
//! fn peek<G: zashiki_core::SearchHints>(seen: &zashiki_core::InfoState<G>) -> &G::GameConfig {
//!     &seen.config // error: field `config` is private
//! }
//! ```
//!
//! and code that holds the true state cannot pass it to a bot:
//!
//! ```compile_fail,E0308
//! fn cheat<G: zashiki_core::SearchHints>(bot: &mut dyn bots::Bot<G>, truth: &G) -> G::Action {
//!     bot.choose(truth) // error: expected `&InfoState<G>`, found `&G`
//! }
//! ```
//!
//! This compiles, and is the only way to ask a bot:
//!
//! ```
//! fn ask<G: zashiki_core::SearchHints>(bot: &mut dyn bots::Bot<G>, truth: &G, seat: zashiki_core::Seat) -> G::Action {
//!     bot.choose(&zashiki_core::InfoState::new(truth, seat))
//! }
//! ```

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
pub use analysis::review::{ChanceLedger, MoveReview, Review, TurningPoint, review, reviewer_for};
pub use analysis::scored::Advised;
pub use analysis::win_probability::{Chances, Scale, parts};
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
