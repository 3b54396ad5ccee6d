//! Bots at the tables: ordinary seats, thinking off the request path.

use bots::{BotError, BotErrorKind, BotKind, DynBot, KINDS, Spec, kinds, kinds_for};
use external_engines::{Engines, GameStart};
use zashiki_core::{DynInfoState, GameInfo, InputError, Level, LocalizedText, text};

use crate::bots::fair_queue::FairQueue;
use crate::ids;
use crate::protocol::BotInfo;
use crate::store::TableSetup;

/// The bot that stands in where no other sits at the table: it takes a moment only, and plays
/// every game.
pub(crate) const STAND_IN: &str = "greedy";

/// The bots that can sit down, those that are offered first and weakest first; then the engines of
/// the house.
pub(crate) fn catalogue(engines: &Engines) -> Vec<BotInfo> {
    let games: Vec<&GameInfo> = registry::ids().into_iter().flat_map(registry::info).collect();
    let plays = |kind: &BotKind, info: &GameInfo| kinds_for(info).any(|each| each.id == kind.id);
    let kinds = kinds().map(|kind| BotInfo {
        id: kind.id.to_owned(),
        name: kind.name.clone(),
        summary: kind.summary.clone(),
        offered: KINDS.contains(kind),
        engine: false,
        games: games.iter().filter(|info| plays(kind, info)).map(|info| info.id).collect(),
    });
    let engines = engines.iter().map(|engine| {
        let introduction = engine.introduction();
        let plays = |info: &&&GameInfo| introduction.plays(info.id);
        BotInfo {
            id: engine.name().to_owned(),
            name: LocalizedText::same(engine.name().to_owned()),
            summary: introduced(&introduction.name, &introduction.author),
            offered: true,
            engine: true,
            games: games.iter().filter(plays).map(|info| info.id).collect(),
        }
    });
    kinds.chain(engines).collect()
}

/// Who an engine is, as it says itself.
fn introduced(program: &str, author: &str) -> LocalizedText {
    let shorten = |text: &str| text.chars().take(MOST_OF_A_NAME).collect::<String>();
    let (program, author) = (shorten(program), shorten(author));
    match author.as_str() {
        "" => text!("外部のプログラムです: {program}", "A program from outside: {program}."),
        _ => text!(
            "外部のプログラムです: {program}(作者 {author})",
            "A program from outside: {program}, by {author}."
        ),
    }
}

/// So much of what an engine calls itself is shown.
const MOST_OF_A_NAME: usize = 60;

/// Refuses a bot that is not in the catalogue for the game. Other specs would build too, but a
/// stranger must not choose how long the server thinks.
pub(crate) fn check(engines: &Engines, info: &GameInfo, id: &str) -> Result<(), InputError> {
    let mut known: Vec<&str> = kinds_for(info).map(|kind| kind.id).collect();
    if known.contains(&id) {
        return Ok(());
    }
    if is_kind(id) {
        return Spec::parse_for(id, info).map(drop);
    }
    // By its bare name: its options are the operator's.
    if let Some(engine) = engines.iter().find(|engine| engine.name() == id) {
        return engines.find(engine.name(), info.id).map(drop);
    }
    known.extend(engines.iter().map(|engine| engine.name()));
    let id: String = id.chars().take(40).collect();
    let known = known.join(", ");
    Err(InputError::new(
        format!("「{id}」というボットはいません。いるもの: {known}"),
        format!("There is no bot \"{id}\"; there is: {known}."),
    ))
}

/// Whether it is a bot of the house, and no program from outside.
pub(crate) fn is_kind(id: &str) -> bool {
    kinds().any(|kind| kind.id == id)
}

/// What a bot is called.
pub(crate) fn called(id: &str) -> LocalizedText {
    kinds()
        .find(|kind| kind.id == id)
        .map_or_else(|| LocalizedText::same(id.to_owned()), |kind| kind.name.clone())
}

/// The names of the bots of the house, in every language.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    kinds().flat_map(|kind| [kind.name.ja.as_ref(), kind.name.en.as_ref()])
}

/// The name under which a bot sits in a record.
pub(crate) fn name(id: &str) -> String {
    called(id).en.into_owned()
}

/// A bot for a play.
pub(crate) fn build(
    engines: &Engines,
    setup: &TableSetup,
    spec: &str,
) -> Result<Box<dyn DynBot>, InputError> {
    let game = registry::game(&setup.game)?;
    if is_kind(spec) {
        let spec = Spec::parse_for(spec, game.info())?;
        return Ok(game.bot(spec, ids::seed(), bots::clock));
    }
    let Some(engine) = engines.find(spec, game.info().id)? else {
        return Ok(Box::new(Gone(spec.to_owned())));
    };
    let (options, components) = (setup.options.clone(), setup.components.clone());
    let rules_version = setup.rules_version;
    Ok(game.engine_bot(&engine, GameStart { rules_version, options, components }))
}

/// An engine that the house has no longer, at a table that was opened when it had.
struct Gone(String);

impl DynBot for Gone {
    fn choose(&mut self, _: &DynInfoState) -> Result<String, BotError> {
        let name = &self.0;
        let said = text!(
            "エンジン {name} はもう登録されていません。",
            "Engine {name} is not one of this house any more."
        );
        // It is not the engine that failed, so its seat loses nothing.
        Err(BotError { kind: BotErrorKind::Ended, said, stand_in: Some(Level::Beginner) })
    }

    fn is_lost(&self) -> bool {
        false
    }

    fn accepts_draw(&mut self, _: &DynInfoState) -> bool {
        false
    }
}

/// Where bots wait for a place to think. As many may think at length at once as there are cores,
/// less one for the people; those that take a moment have one more place.
#[derive(Clone)]
pub(crate) struct BotPool {
    quick: FairQueue,
    long: FairQueue,
}

impl BotPool {
    /// For this machine.
    pub(crate) fn new() -> BotPool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        BotPool { quick: FairQueue::new(1), long: FairQueue::new(cores.saturating_sub(1).max(1)) }
    }

    /// How many bots think, and how many wait for a place.
    pub(crate) fn lengths(&self) -> (usize, usize) {
        let (quick, long) = (self.quick.lengths(), self.long.lengths());
        (quick.0 + long.0, quick.1 + long.1)
    }

    /// The queue for a bot. Those that search take as long as they were given; the others are
    /// done in a few milliseconds.
    pub(crate) fn queue(&self, spec: &str) -> &FairQueue {
        let quick = Spec::parse(spec).is_ok_and(|spec| spec.is_quick());
        if quick { &self.quick } else { &self.long }
    }
}

#[cfg(test)]
mod tests {
    use zashiki_core::Level;

    use super::*;

    #[test]
    fn every_level_of_every_game_is_a_bot_that_can_play_it() {
        for game in registry::games() {
            let (info, levels) = (game.info(), game.assets().levels());
            let counts: Vec<u8> = levels.counts().collect();
            assert_eq!(counts, (info.seats.0..=info.seats.1).collect::<Vec<_>>(), "{}", info.id);
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
}
