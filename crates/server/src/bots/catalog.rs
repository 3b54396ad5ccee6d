//! The catalogue of bots: built-in bots and external engines, their names, and their construction.

use bots::{BotError, BotErrorKind, DynBot, Spec};
use external_engines::{Engines, GameStart};
use session::catalog::{check_bot, is_kind};
use session::queries::games::built_in_bots;
use session::table::setup::TableSetup;
use zashiki_core::{DynInfoState, GameInfo, InputError, Level, LocalizedText, text};

use crate::ids;
use crate::protocol::BotInfo;

/// The bots that can take a seat. The bots offered to people come first, from weakest to strongest; the
/// operator's external engines come last.
pub(crate) fn catalogue(engines: &Engines) -> Vec<BotInfo> {
    let games: Vec<&GameInfo> = registry::ids().into_iter().flat_map(registry::info).collect();
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
    built_in_bots().into_iter().chain(engines).collect()
}

/// The summary of an external engine, made from the name and the author that the engine reports.
fn introduced(program: &str, author: &str) -> LocalizedText {
    let shorten = |text: &str| text.chars().take(MAX_NAME).collect::<String>();
    let (program, author) = (shorten(program), shorten(author));
    match author.as_str() {
        "" => text!("外部のプログラムです: {program}", "An external program: {program}."),
        _ => text!(
            "外部のプログラムです: {program}(作者 {author})",
            "An external program: {program}, by {author}."
        ),
    }
}

/// Maximum number of characters that are shown of an engine's name or author.
const MAX_NAME: usize = 60;

/// Returns an error if the catalogue for the game has no bot with this id.
pub(crate) fn check(engines: &Engines, info: &GameInfo, id: &str) -> Result<(), InputError> {
    // Only the engine's plain name is allowed: its options are the operator's.
    let engine = engines.iter().find(|engine| !is_kind(id) && engine.name() == id);
    if let Some(engine) = engine {
        return engines.find(engine.name(), info.id).map(drop);
    }
    let names: Vec<&str> = engines.iter().map(|engine| engine.name()).collect();
    check_bot(info, id, &names)
}

/// Creates a bot for a match: a built-in bot or an external engine.
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
        return Ok(Box::new(MissingEngine(spec.to_owned())));
    };
    let (options, components) = (setup.options.clone(), setup.components.clone());
    let rules_version = setup.rules_version;
    Ok(game.engine_bot(&engine, GameStart { rules_version, options, components }))
}

/// An external engine that is no longer configured, at a table that was created when it was. The string is
/// the engine's name.
struct MissingEngine(String);

impl DynBot for MissingEngine {
    fn choose(&mut self, _: &DynInfoState) -> Result<String, BotError> {
        let name = &self.0;
        let message = text!(
            "エンジン {name} はもう登録されていません。",
            "Engine {name} is no longer configured on this server."
        );
        // The engine itself did not fail, so its seat does not lose.
        Err(BotError { kind: BotErrorKind::Ended, message, stand_in: Some(Level::Beginner) })
    }

    fn is_lost(&self) -> bool {
        false
    }

    fn accepts_draw(&mut self, _: &DynInfoState) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use zashiki_core::Level;

    use super::*;

    #[test]
    fn every_level_of_every_game_has_a_bot_that_can_play_it() {
        for game in registry::games() {
            let (info, levels) = (game.info(), game.assets().levels());
            let counts: Vec<u8> = levels.counts().collect();
            assert_eq!(counts, (info.seats.0..=info.seats.1).collect::<Vec<_>>(), "{}", info.id);
            for seats in counts {
                for level in Level::ALL {
                    let spec = Spec::of_level(level, levels, info, seats).unwrap();
                    let quick = spec.is_quick();
                    // The level alone determines its queue.
                    assert_eq!(Spec::Level(level).is_quick(), quick, "{} {level}", info.id);
                }
            }
        }
    }
}
