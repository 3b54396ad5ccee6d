//! The built-in bots: their names and levels.

use bots::kinds;
use zashiki_core::{Level, LocalizedText};

/// The built-in bot that decides for a bot that is missing. It decides within milliseconds and plays every
/// game.
pub const STAND_IN: &str = "greedy";

/// Returns true if the id is that of a built-in bot and not of an external engine.
pub fn is_kind(id: &str) -> bool {
    kinds().any(|kind| kind.id == id)
}

/// The name by which a bot is displayed, in Japanese and English.
pub fn display_name(id: &str) -> LocalizedText {
    kinds()
        .find(|kind| kind.id == id)
        .map_or_else(|| LocalizedText::same(id.to_owned()), |kind| kind.name.clone())
}

/// The names of the built-in bots in Japanese and English.
pub fn names() -> impl Iterator<Item = &'static str> {
    kinds().flat_map(|kind| [kind.name.ja.as_ref(), kind.name.en.as_ref()])
}

/// The bot's name that is written to records, in English.
pub fn name(id: &str) -> String {
    display_name(id).en.into_owned()
}

/// Returns true if the strength of a bot at a game with this number of seats was measured, so that it may take
/// part in rated matches.
pub fn is_measured(game: &str, seats: u8, bot: &str) -> bool {
    let Ok(game) = registry::game(game) else { return false };
    Level::from_id(bot).is_some() && game.assets().levels().measured(seats).is_some()
}
