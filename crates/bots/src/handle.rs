//! The bots of a game, without its type.

use std::any::Any;

use zashiki_core::{DynInfoState, GameHandle, InputError, Match, Record, ReplayError, SearchHints};

use crate::analysis::advice::{Advice, advise, adviser_for};
use crate::analysis::review::{Review, review, reviewer_for};
use crate::bot::Bot;
use crate::dyn_bot::{DynBot, erased};
use crate::search::budget::Clock;
use crate::spec::Spec;

/// Bots, advice and reviews of a game.
pub trait DynBots: Sync {
    /// The bot that advises where no other is asked for.
    fn adviser(&self) -> &'static str;

    /// The bot that reviews where no other is asked for.
    fn reviewer(&self) -> &'static str;

    /// Makes the bot, which must [suit](Spec::suits) the game. The same spec and seed make the same
    /// choices, unless the spec gives a budget in time.
    fn bot(&self, spec: Spec, seed: u64, clock: Clock) -> Box<dyn DynBot>;

    /// The same bot as a `Box<dyn Bot<G>>`, for code that knows the game `G`.
    fn typed_bot(&self, spec: Spec, seed: u64, clock: Clock) -> Box<dyn Any + Send>;

    /// Advice for a seat's decision; empty where it has none.
    ///
    /// # Errors
    /// Returns an error if there is no such bot or it cannot compare choices.
    ///
    /// # Panics
    /// Panics if `seen` is of another game.
    fn advise(&self, seen: &DynInfoState, bot: &str, clock: Clock) -> Result<Advice, InputError>;

    /// The review of a whole record. `progress` gets the number of steps done and of all steps.
    ///
    /// # Errors
    /// Returns an error if the record does not hold, there is no such bot or it cannot compare choices.
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

    fn advise(&self, seen: &DynInfoState, bot: &str, clock: Clock) -> Result<Advice, InputError> {
        let seen = seen.of::<G>().expect("advice is asked on this game");
        advise(seen, bot, clock)
    }

    fn review(
        &self,
        record: &Record,
        bot: &str,
        clock: Clock,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Review, ReplayError> {
        Ok(review(&Match::<G>::from_record(record)?, bot, clock, progress)?)
    }
}
