//! The interface of bots.

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{InfoState, InputError, SearchHints};

use crate::error::BotError;
use crate::search::saved;

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
