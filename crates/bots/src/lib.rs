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

mod action_values;
mod advice;
mod alphabeta;
mod best_response;
mod budget;
mod catalog;
mod categories;
mod difficulty;
mod error;
mod greedy;
mod handle;
mod ismcts;
mod negamax;
mod parallel;
mod random;
mod review;
mod saved;
mod simultaneous;
mod spec;
mod stop;
mod transpositions;
mod tree;
mod turn_search;
mod win_probability;

pub use action_values::{ActionValue, Adviser};
pub use advice::{Advice, Advised, advise, adviser_for};
pub use alphabeta::AlphaBeta;
pub use best_response::Responder;
#[cfg(not(target_family = "wasm"))]
pub use budget::clock;
pub use budget::{Budget, Clock};
pub use catalog::{BotKind, KINDS, UNLISTED, kinds, kinds_for};
pub use error::{BotError, BotErrorKind};
pub use greedy::Greedy;
pub use handle::DynBots;
pub use ismcts::{Ismcts, Settings};
pub use random::Random;
pub use review::{ChanceLedger, MoveReview, Review, TurningPoint, review, reviewer_for};
pub use spec::Spec;
pub use stop::{Stop, is_stopped, stoppable};
pub use turn_search::Planner;
pub use win_probability::{Chances, Scale, parts};

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{DynInfoState, GameRng, InfoState, InputError, SearchHints};

/// A player for the game `G`.
pub trait Bot<G: SearchHints>: Send {
    /// The action to take, one of [`InfoState::choices`]. Only to be asked while the seat's
    /// decision is awaited.
    ///
    /// # Panics
    /// Panics if the seat has nothing to decide.
    fn choose(&mut self, seen: &InfoState<G>) -> G::Action;

    /// Fallible variant for bots that run in another program. Callers that can end a game or replace the bot
    /// use this.
    ///
    /// # Errors
    /// Returns an error if the bot gives no action. It cannot be used again in this game.
    ///
    /// # Panics
    /// As [`choose`](Bot::choose).
    fn decide(&mut self, seen: &InfoState<G>) -> Result<G::Action, BotError> {
        Ok(self.choose(seen))
    }

    /// Returns true if its last choice found that the seat loses whatever it does, as far as it can tell:
    /// then a person would resign. Never, for a bot that does not look further than one step.
    fn is_lost(&self) -> bool {
        false
    }

    /// The state on which its later choices depend, beyond the spec and the seed it was made with, as plain
    /// data. `None` for a bot that cannot be copied, such as one that is another program.
    fn save(&self) -> Option<Value> {
        None
    }

    /// Takes on a state that a bot of the same spec and seed [saved](Bot::save): it then chooses what that
    /// bot would have. `config` is that of the game that bot was last asked about.
    ///
    /// # Errors
    /// Returns an error if it is no such state. The bot is of no more use then.
    fn restore(&mut self, saved: Value, config: &Arc<G::Config>) -> Result<(), InputError> {
        let _ = (saved, config);
        Err(saved::unusable())
    }

    /// The bot as one that needs no more than the list of what it may do, if it is one.
    fn blind(&mut self) -> Option<&mut dyn ListBot<G>> {
        None
    }
}

/// A bot that needs only the list of legal actions. By law 3 the list is the same in the true state and in
/// every determinization, so the caller need not make either.
pub trait ListBot<G: SearchHints> {
    /// One of these actions (never none), the very one that [`Bot::choose`] takes of them.
    fn pick(&mut self, legal: &[G::Action]) -> G::Action;
}

/// A bot for some game, driven by data like [`zashiki_core::DynMatch`].
pub trait DynBot: Send {
    /// The notation of the action to take. Only to be asked while the seat's decision is
    /// awaited.
    ///
    /// # Errors
    /// As [`Bot::decide`].
    ///
    /// # Panics
    /// Panics if the seat has nothing to decide, or `seen` is of another game than the bot was built for.
    fn choose(&mut self, seen: &DynInfoState) -> Result<String, BotError>;

    /// As [`Bot::is_lost`].
    fn is_lost(&self) -> bool;

    /// Returns true if the bot accepts a draw that another seat offers, at any time: only when the game's
    /// heuristic value shows a clear loss.
    ///
    /// # Panics
    /// Panics if `seen` is of another game than the bot was built for.
    fn accepts_draw(&mut self, seen: &DynInfoState) -> bool;
}

/// Number of determinizations for evaluating the position when a draw is offered.
const DRAW_WORLDS: i32 = 16;
/// Heuristic value, of −1000..=1000, at or below which the position is clearly lost.
const CLEARLY_LOST: i32 = -200;

/// Builds the bot that a text describes, for driving by data.
///
/// The same spec and seed make the same choices, unless the spec gives a budget in time.
///
/// # Errors
/// Returns an error if there is no such bot, it has no such setting or cannot play the game; the message
/// lists what there is.
pub fn build<G: SearchHints>(
    spec: &str,
    seed: u64,
    clock: Clock,
) -> Result<Box<dyn DynBot>, InputError> {
    Ok(erased(Spec::parse_for(spec, G::info())?.make::<G>(seed, clock)))
}

/// A bot for driving by data.
pub fn erased<G: SearchHints>(bot: Box<dyn Bot<G>>) -> Box<dyn DynBot> {
    Box::new(Erased(bot))
}

struct Erased<G: SearchHints>(Box<dyn Bot<G>>);

impl<G: SearchHints> DynBot for Erased<G> {
    fn choose(&mut self, seen: &DynInfoState) -> Result<String, BotError> {
        let seen = seen.of::<G>().expect("a bot is asked about the game it was built for");
        self.0.decide(seen).map(|action| action.to_string())
    }

    fn is_lost(&self) -> bool {
        self.0.is_lost()
    }

    fn accepts_draw(&mut self, seen: &DynInfoState) -> bool {
        let seen = seen.of::<G>().expect("a bot is asked about the game it was built for");
        let mut rng = GameRng::from_seed(0);
        let values_after =
            (0..DRAW_WORLDS).map(|_| seen.determinize(&mut rng).evaluate(seen.seat()));
        values_after.sum::<i32>() <= CLEARLY_LOST * DRAW_WORLDS
    }
}
