//! Bots whose game is known only at run time.

use zashiki_core::{DynInfoState, GameRng, SearchHints};

use crate::analysis::proof::can_win;
use crate::bot::Bot;
use crate::error::BotError;

/// A bot whose game is known at run time only, as with [`DynMatch`](zashiki_core::DynMatch).
pub trait DynBot: Send {
    /// Chooses an action; returns its notation.
    ///
    /// # Errors
    /// Returns an error like [`Bot::decide`].
    ///
    /// # Panics
    /// Panics if the seat is not to decide, or `info_state` is of another game.
    fn choose(&mut self, info_state: &DynInfoState) -> Result<String, BotError>;

    /// The result of [`Bot::is_lost`].
    fn is_lost(&self) -> bool;

    /// Returns true if the bot accepts an offered draw: it does so if the heuristic value of the position is
    /// clearly lost for its seat, and the seat cannot win at once.
    ///
    /// # Panics
    /// Panics if `info_state` is of another game.
    fn accepts_draw(&mut self, info_state: &DynInfoState) -> bool;
}

/// Number of determinizations that are evaluated when a draw is offered.
const DRAW_DETERMINIZATIONS: i32 = 16;
/// Heuristic value, in −1000..=1000, at or below which the position is clearly lost.
const CLEARLY_LOST: i32 = -200;

/// Hides the game type of a bot.
pub fn erased<G: SearchHints>(bot: Box<dyn Bot<G>>) -> Box<dyn DynBot> {
    Box::new(Erased(bot))
}

struct Erased<G: SearchHints>(Box<dyn Bot<G>>);

impl<G: SearchHints> DynBot for Erased<G> {
    fn choose(&mut self, info_state: &DynInfoState) -> Result<String, BotError> {
        let info_state = info_state.of::<G>().expect("the information state is of the bot's game");
        self.0.decide(info_state).map(|action| action.to_string())
    }

    fn is_lost(&self) -> bool {
        self.0.is_lost()
    }

    fn accepts_draw(&mut self, info_state: &DynInfoState) -> bool {
        let info_state = info_state.of::<G>().expect("the information state is of the bot's game");
        let mut rng = GameRng::from_seed(0);
        if can_win(info_state) {
            return false;
        }
        let values_after = (0..DRAW_DETERMINIZATIONS)
            .map(|_| info_state.determinize(&mut rng).evaluate(info_state.seat()));
        values_after.sum::<i32>() <= CLEARLY_LOST * DRAW_DETERMINIZATIONS
    }
}
