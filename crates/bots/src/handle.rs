//! Bots, advice and reviews for a game whose type is known only at run time.

use std::any::Any;

use zashiki_core::{
    DynInfoState, GameHandle, InputError, Level, Match, Record, ReplayError, SearchHints,
};

use crate::analysis::advice::{Advice, advise, adviser_for};
use crate::analysis::review::{Review, review, reviewer_for};
use crate::analysis::strength::levels_of;
use crate::bot::Bot;
use crate::dyn_bot::{DynBot, erased};
use crate::search::budget::Clock;
use crate::spec::Spec;

/// Bots, advice and reviews of one game.
pub trait DynBots: Sync {
    /// The spec of the default bot for advice.
    fn adviser(&self) -> &'static str;

    /// The spec of the default bot for reviews.
    fn reviewer(&self) -> &'static str;

    /// Makes the bot of a spec, which must [suit](Spec::suits) the game. The same spec and seed make the same
    /// choices, unless the budget is a time.
    fn bot(&self, spec: Spec, seed: u64, clock: Clock) -> Box<dyn DynBot>;

    /// Makes the same bot as [`bot`](DynBots::bot), as a `Box<dyn Bot<G>>` for code that knows the game `G`.
    fn typed_bot(&self, spec: Spec, seed: u64, clock: Clock) -> Box<dyn Any + Send>;

    /// The level of each seat's bot by the names in a record; `None` for other players.
    fn levels_of(&self, names: &[String]) -> Vec<Option<Level>>;

    /// Advice for a seat's decision at a table where bots of these levels play (by seat, `None` for other
    /// players); no choices if the seat is not to decide.
    ///
    /// # Errors
    /// Returns an error if the bot is unknown or cannot compare choices.
    ///
    /// # Panics
    /// Panics if `info_state` is of another game.
    fn advise(
        &self,
        info_state: &DynInfoState,
        bot: &str,
        levels: &[Option<Level>],
        clock: Clock,
    ) -> Result<Advice, InputError>;

    /// Reviews a record with a bot. The names in the record are those of the players ([`levels_of`]).
    /// `progress` is called with the number of reviewed steps and the number of all steps.
    ///
    /// # Errors
    /// Returns an error if the record is invalid, or the bot is unknown or cannot compare choices.
    fn review(
        &self,
        record: &Record,
        bot: &str,
        clock: Clock,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Review, ReplayError>;
}

impl<G: SearchHints> DynBots for GameHandle<G> {
    fn adviser(&self) -> &'static str {
        adviser_for::<G>()
    }

    fn reviewer(&self) -> &'static str {
        reviewer_for::<G>()
    }

    fn bot(&self, spec: Spec, seed: u64, clock: Clock) -> Box<dyn DynBot> {
        erased(spec.make::<G>(seed, clock))
    }

    fn typed_bot(&self, spec: Spec, seed: u64, clock: Clock) -> Box<dyn Any + Send> {
        let bot: Box<dyn Bot<G>> = spec.make(seed, clock);
        Box::new(bot)
    }

    fn levels_of(&self, names: &[String]) -> Vec<Option<Level>> {
        levels_of::<G>(names)
    }

    fn advise(
        &self,
        info_state: &DynInfoState,
        bot: &str,
        levels: &[Option<Level>],
        clock: Clock,
    ) -> Result<Advice, InputError> {
        let info_state = info_state.of::<G>().expect("the information state is of this game");
        advise(info_state, bot, levels, clock)
    }

    fn review(
        &self,
        record: &Record,
        bot: &str,
        clock: Clock,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Review, ReplayError> {
        let levels = levels_of::<G>(&record.names);
        Ok(review(&Match::<G>::from_record(record)?, bot, &levels, clock, progress)?)
    }
}
