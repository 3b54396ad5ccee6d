//! The bots behind the difficulty levels.

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{InfoState, InputError, SearchHints};

use crate::bot::Bot;
use crate::search::saved;

/// A function that makes the bot of a level for a number of seats.
type MakeBot<G> = dyn Fn(u8) -> Box<dyn Bot<G>> + Send;

/// The bot of a level. A level may have another bot for each number of seats, so the bot is made at the first
/// decision.
pub(crate) struct LevelBot<G: SearchHints> {
    make: Box<MakeBot<G>>,
    /// The number of seats and the bot for it; `None` before the first decision.
    bot: Option<(u8, Box<dyn Bot<G>>)>,
}

impl<G: SearchHints> LevelBot<G> {
    /// A level's bot, which `make` makes from the number of seats.
    pub fn new(make: impl Fn(u8) -> Box<dyn Bot<G>> + Send + 'static) -> LevelBot<G> {
        LevelBot { make: Box::new(make), bot: None }
    }
}

impl<G: SearchHints> Bot<G> for LevelBot<G> {
    fn choose(&mut self, info_state: &InfoState<G>) -> G::Action {
        let seats = info_state.seats();
        let (_, bot) = self.bot.get_or_insert_with(|| (seats, (self.make)(seats)));
        bot.choose(info_state)
    }

    fn is_lost(&self) -> bool {
        self.bot.as_ref().is_some_and(|(_, bot)| bot.is_lost())
    }

    #[cfg(not(target_family = "wasm"))]
    fn save(&self) -> Option<Value> {
        match &self.bot {
            Some((seats, bot)) => saved::save(Some((seats, bot.save()?))),
            None => saved::save(None::<()>),
        }
    }

    #[cfg(not(target_family = "wasm"))]
    fn restore(&mut self, saved: Value, config: &Arc<G::Config>) -> Result<(), InputError> {
        self.bot = None;
        let Some((seats, saved)) = saved::read::<Option<(u8, Value)>>(saved)? else {
            return Ok(());
        };
        G::info().check_seats(seats.into())?;
        let (_, bot) = self.bot.insert((seats, (self.make)(seats)));
        bot.restore(saved, config)
    }
}
