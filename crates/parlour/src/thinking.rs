//! Bots at the tables: ordinary seats, thinking off the request path.

use bots::{AnyBot, BotKind, KINDS, Spec, kinds, kinds_for};
use shelf::Visitor;
use table::{BadInput, Game, GameInfo, Text};

use crate::ids;
use crate::queue::Queue;
use crate::wire::BotInfo;

/// The bot that stands in where no other sits at the table: it takes a moment only, and plays
/// every game.
pub(crate) const STAND_IN: &str = "greedy";

/// The bots that can sit down, those that are offered first and weakest first.
pub(crate) fn catalogue() -> Vec<BotInfo> {
    let games: Vec<&GameInfo> = shelf::ids().into_iter().flat_map(shelf::info).collect();
    let plays = |kind: &BotKind, info: &GameInfo| kinds_for(info).any(|each| each.id == kind.id);
    kinds()
        .map(|kind| BotInfo {
            id: kind.id,
            name: kind.name.clone(),
            summary: kind.summary.clone(),
            offered: KINDS.contains(kind),
            games: games.iter().filter(|info| plays(kind, info)).map(|info| info.id).collect(),
        })
        .collect()
}

/// Refuses a bot that is not in the catalogue for the game. Other specs would build too, but a
/// stranger must not choose how long the server thinks.
pub(crate) fn check(info: &GameInfo, id: &str) -> Result<(), BadInput> {
    let known: Vec<&str> = kinds_for(info).map(|kind| kind.id).collect();
    if known.contains(&id) {
        return Ok(());
    }
    if kinds().any(|kind| kind.id == id) {
        return Spec::parse_for(id, info).map(drop);
    }
    let id: String = id.chars().take(40).collect();
    let known = known.join(", ");
    Err(BadInput::new(
        format!("「{id}」というボットはいません。いるもの: {known}"),
        format!("There is no bot \"{id}\"; there is: {known}."),
    ))
}

/// What a bot is called.
pub(crate) fn called(id: &str) -> Text {
    kinds()
        .find(|kind| kind.id == id)
        .map_or_else(|| Text::same(id.to_owned()), |kind| kind.name.clone())
}

/// The name under which a bot sits in a record.
pub(crate) fn name(id: &str) -> String {
    called(id).en.into_owned()
}

/// A bot for a game.
pub(crate) fn build(game: &str, spec: &str) -> Result<Box<dyn AnyBot>, BadInput> {
    struct Build<'a>(&'a str);
    impl Visitor for Build<'_> {
        type Out = Result<Box<dyn AnyBot>, BadInput>;
        fn visit<G: Game>(self) -> Self::Out {
            bots::build::<G>(self.0, ids::seed(), bots::clock)
        }
    }
    shelf::visit(game, Build(spec))?
}

/// Where bots wait for a place to think. As many may think at length at once as there are cores,
/// less one for the people; those that take a moment have one more place.
#[derive(Clone)]
pub(crate) struct Thinkers {
    quick: Queue,
    long: Queue,
}

impl Thinkers {
    /// For this machine.
    pub(crate) fn new() -> Thinkers {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Thinkers { quick: Queue::new(1), long: Queue::new(cores.saturating_sub(1).max(1)) }
    }

    /// How many bots think, and how many wait for a place.
    pub(crate) fn lengths(&self) -> (usize, usize) {
        let (quick, long) = (self.quick.lengths(), self.long.lengths());
        (quick.0 + long.0, quick.1 + long.1)
    }

    /// The queue for a bot. Those that search take as long as they were given; the others are
    /// done in a few milliseconds.
    pub(crate) fn queue(&self, spec: &str) -> &Queue {
        let quick = Spec::parse(spec).is_ok_and(|spec| spec.is_quick());
        if quick { &self.quick } else { &self.long }
    }
}

#[cfg(test)]
mod tests {
    use table::Level;

    use super::*;

    #[test]
    fn every_level_of_every_game_is_a_bot_that_can_play_it() {
        struct Levels;
        impl Visitor for Levels {
            type Out = ();
            fn visit<G: Game>(self) {
                let (info, levels) = (G::info(), G::levels());
                let counts: Vec<u8> = levels.counts().collect();
                assert_eq!(
                    counts,
                    (info.seats.0..=info.seats.1).collect::<Vec<_>>(),
                    "{}",
                    info.id
                );
                for seats in counts {
                    for level in Level::ALL {
                        let spec = Spec::of_level(level, levels, info, seats).unwrap();
                        let quick = spec.is_quick();
                        // Which queue a level waits in is known without asking the game.
                        assert_eq!(Spec::Level(level).is_quick(), quick, "{} {level}", info.id);
                    }
                }
            }
        }
        for id in shelf::ids() {
            shelf::visit(id, Levels).unwrap();
        }
    }
}
