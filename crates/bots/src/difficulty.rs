//! Players of a level.

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{InfoState, InputError, Level, SearchHints};

use crate::{Bot, Clock, Spec, saved};

/// A player of this level: in each game and with each number of seats another bot, as the game's
/// [`Levels`](zashiki_core::Levels) say.
pub struct Leveled<G: SearchHints> {
    level: Level,
    seed: u64,
    clock: Clock,
    /// The one that plays, and at how many seats, once that is known.
    player: Option<(u8, Box<dyn Bot<G>>)>,
}

impl<G: SearchHints> Leveled<G> {
    /// A player of this level; its dice follow from the seed, the clock says when a time is over.
    pub fn new(level: Level, seed: u64, clock: Clock) -> Leveled<G> {
        Leveled { level, seed, clock, player: None }
    }
}

impl<G: SearchHints> Leveled<G> {
    /// # Panics
    /// Panics if the game's levels name no bot that can play it, which a test finds.
    fn at(&self, seats: u8) -> (u8, Box<dyn Bot<G>>) {
        let spec = Spec::Level(self.level).with_seats::<G>(seats);
        (seats, spec.unwrap_or_else(|bad| panic!("{bad}")).make(self.seed, self.clock))
    }
}

impl<G: SearchHints> Bot<G> for Leveled<G> {
    fn choose(&mut self, seen: &InfoState<G>) -> G::Action {
        let mut player = self.player.take().unwrap_or_else(|| self.at(seen.seats()));
        let chosen = player.1.choose(seen);
        self.player = Some(player);
        chosen
    }

    fn is_lost(&self) -> bool {
        self.player.as_ref().is_some_and(|(_, player)| player.is_lost())
    }

    fn save(&self) -> Option<Value> {
        match &self.player {
            Some((seats, player)) => saved::save(Some((seats, player.save()?))),
            None => saved::save(None::<()>),
        }
    }

    fn restore(&mut self, saved: Value, config: &Arc<G::Config>) -> Result<(), InputError> {
        self.player = None;
        let Some((seats, saved)) = saved::read::<Option<(u8, Value)>>(saved)? else {
            return Ok(());
        };
        G::info().check_seats(seats.into())?;
        let (_, player) = self.player.insert(self.at(seats));
        player.restore(saved, config)
    }
}
