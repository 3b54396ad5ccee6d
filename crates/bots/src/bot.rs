//! The interface of bots.

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{InfoState, InputError, SearchHints};

use crate::error::BotError;
use crate::search::saved;

/// A player for the game `G`.
pub trait Bot<G: SearchHints>: Send {
    /// Chooses an action, one of [`InfoState::choices`].
    ///
    /// # Panics
    /// Panics if the seat is not to decide.
    fn choose(&mut self, info_state: &InfoState<G>) -> G::Action;

    /// Returns true if the bot wants to [observe](Bot::observe) the match.
    fn observes(&self) -> bool {
        false
    }

    /// Called with the first state of a match and after every action of any seat, if the bot
    /// [wants it](Bot::observes), so that it can remember what its views do not show any more.
    fn observe(&mut self, info_state: &InfoState<G>) {
        let _ = info_state;
    }

    /// Fallible variant of [`choose`](Bot::choose), for bots that run in another program. Callers that can
    /// end the game or replace the bot use this method.
    ///
    /// # Errors
    /// Returns an error if the bot gives no action; it cannot be used any more in this game.
    ///
    /// # Panics
    /// Panics like [`choose`](Bot::choose).
    fn decide(&mut self, info_state: &InfoState<G>) -> Result<G::Action, BotError> {
        Ok(self.choose(info_state))
    }

    /// Returns true if the last search found that the seat loses whatever it does, as far as the bot can
    /// tell; a person would resign then. Bots without a search return false.
    fn is_lost(&self) -> bool {
        false
    }

    /// The value of the position for the bot's seat, −1000..=1000, that its last choice found by search.
    /// `None` if it did not search, or searches without such a value.
    fn value(&self) -> Option<i32> {
        None
    }

    /// The state that determines the bot's later choices, besides its spec and seed, as plain data. `None`
    /// for a bot that cannot be saved, such as one in another program.
    #[cfg(not(target_family = "wasm"))]
    fn save(&self) -> Option<Value> {
        None
    }

    /// Restores a state that a bot with the same spec and seed [saved](Bot::save); this bot then makes the
    /// same later choices. `config` is the configuration of its game.
    ///
    /// # Errors
    /// Returns an error if the state is not one of such a bot. This bot cannot be used then.
    #[cfg(not(target_family = "wasm"))]
    fn restore(&mut self, saved: Value, config: &Arc<G::Config>) -> Result<(), InputError> {
        let _ = (saved, config);
        Err(saved::unusable())
    }

    /// This bot as a [`ListBot`], if it needs only the list of legal actions; otherwise `None`.
    fn blind(&mut self) -> Option<&mut dyn ListBot<G>> {
        None
    }
}

/// A bot that needs only the list of legal actions. By law 3 the list is the same in the true state and in
/// every determinization, so the caller need not create an information state or a determinization.
pub trait ListBot<G: SearchHints> {
    /// The action that [`Bot::choose`] chooses from this list, which must not be empty.
    fn pick(&mut self, legal: &[G::Action]) -> G::Action;
}
