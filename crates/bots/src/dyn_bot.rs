//! Bots without the type of their game.

use zashiki_core::{DynInfoState, GameRng, SearchHints};

use crate::bot::Bot;
use crate::error::BotError;

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
