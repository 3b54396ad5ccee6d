//! Players of a level.

use table::{Game, Level, Seen};

use crate::{Bot, Clock, Spec};

/// A player of this level: in each game and with each number of seats another bot, as the game's
/// [`Levels`](table::Levels) say.
pub struct Leveled<G: Game> {
    level: Level,
    seed: u64,
    clock: Clock,
    /// The one that plays, once it is known at how many seats.
    player: Option<Box<dyn Bot<G>>>,
}

impl<G: Game> Leveled<G> {
    /// A player of this level; its dice follow from the seed, the clock says when a time is over.
    pub fn new(level: Level, seed: u64, clock: Clock) -> Leveled<G> {
        Leveled { level, seed, clock, player: None }
    }
}

impl<G: Game> Bot<G> for Leveled<G> {
    /// # Panics
    /// When the game's levels name no bot that can play it, which a test finds.
    fn choose(&mut self, seen: &Seen<G>) -> G::Action {
        let player = self.player.get_or_insert_with(|| {
            let spec = Spec::Level(self.level).with_seats::<G>(seen.seats());
            spec.unwrap_or_else(|bad| panic!("{bad}")).make(self.seed, self.clock)
        });
        player.choose(seen)
    }

    fn is_lost(&self) -> bool {
        self.player.as_ref().is_some_and(|player| player.is_lost())
    }
}
