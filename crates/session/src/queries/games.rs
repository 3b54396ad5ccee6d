//! The catalogue of games and bots, and a game's data, rules, components and tutorial.

use std::collections::BTreeMap;

use bots::{BotKind, KINDS, kinds, kinds_for};
use serde_json::Value;
use zashiki_core::{COMMON_ENDINGS, GameInfo, InputError, Tutorial, common_rules};

use crate::protocol::{BotInfo, Catalogue, GamePage, GameRules, HouseRules};
use crate::refusals::{BREAKING_OFF, LEAVING};
use crate::request_error::RequestError;

/// The catalogue of games and of the bots `bots`. `name_length` is the maximum length of a person's name, in
/// extended grapheme clusters.
///
/// # Errors
/// Returns an error if the data of a game are invalid.
pub fn catalogue(bots: Vec<BotInfo>, name_length: usize) -> Result<Catalogue, InputError> {
    let games: Result<_, InputError> =
        registry::ids().into_iter().map(|id| Ok(registry::info(id)?.into())).collect();
    let mut facts = BTreeMap::new();
    for id in registry::ids() {
        facts.extend(registry::tutorial(id)?.map(|book| (id, &book.facts)));
    }
    Ok(Catalogue { games: games?, facts, bots, name_length, modules: BTreeMap::new() })
}

/// The built-in bots: those offered to people come first, from weakest to strongest.
pub fn built_in_bots() -> Vec<BotInfo> {
    let games: Vec<&GameInfo> = registry::ids().into_iter().flat_map(registry::info).collect();
    let plays = |kind: &BotKind, info: &GameInfo| kinds_for(info).any(|each| each.id == kind.id);
    let info = |kind: &BotKind| BotInfo {
        id: kind.id.to_owned(),
        name: kind.name.clone(),
        summary: kind.summary.clone(),
        offered: KINDS.contains(kind),
        engine: false,
        games: games.iter().filter(|info| plays(kind, info)).map(|info| info.id).collect(),
    };
    kinds().map(info).collect()
}

/// The data that a page needs to show a table of the game; `bots` are the bots of all games.
///
/// # Errors
/// Returns an error if the game does not exist.
pub fn game_page(id: &str, mut bots: Vec<BotInfo>) -> Result<GamePage, RequestError> {
    let game = registry::game(id).map_err(RequestError::unknown_game)?;
    let (info, glossary) = (game.info(), game.assets().glossary());
    bots.retain(|bot| bot.games.contains(&info.id));
    let house = HouseRules { ends: COMMON_ENDINGS, abandoning: BREAKING_OFF, leaving: LEAVING };
    Ok(GamePage { info, bots, glossary, house })
}

/// A game's rule texts and components. `components` is the components file of new tables, if it replaces the
/// built-in components.
///
/// # Errors
/// Returns an error if the game does not exist or the components are invalid.
pub fn rules(id: &str, components: Option<&str>) -> Result<GameRules, RequestError> {
    let game = registry::game(id).map_err(RequestError::unknown_game)?;
    let info = game.info();
    let rules = game.assets().rules().iter().chain(common_rules()).collect();
    let table = registry::new_match(info.id, info.seats.0.into(), &Value::Null, components, 0)?;
    Ok(GameRules { rules, components: table.components() })
}

/// The tutorial of a game, if it has one.
///
/// # Errors
/// Returns an error if the game does not exist.
pub fn tutorial(id: &str) -> Result<Option<&'static Tutorial>, RequestError> {
    registry::tutorial(id).map_err(RequestError::unknown_game)
}
