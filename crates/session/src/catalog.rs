//! The built-in bots: their names and levels.

use bots::{Spec, kinds, kinds_for};
use zashiki_core::{GameInfo, InputError, Level, LocalizedText};

/// The built-in bot that decides for a bot that is missing. It decides within milliseconds and plays every
/// game.
pub const STAND_IN: &str = "greedy";

/// Returns true if the id is that of a built-in bot and not of an external engine.
pub fn is_kind(id: &str) -> bool {
    kinds().any(|kind| kind.id == id)
}

/// Returns an error if the catalogue for the game has no bot with this id; it lists the bots that there are, and
/// these engines. Other bot specs would work too, but they include the thinking time, which a client must not
/// choose.
///
/// # Errors
/// Returns an error if there is no such bot, or it does not play the game.
pub fn check_bot(info: &GameInfo, id: &str, engines: &[&str]) -> Result<(), InputError> {
    let mut known: Vec<&str> = kinds_for(info).map(|kind| kind.id).collect();
    if known.contains(&id) {
        return Ok(());
    }
    if is_kind(id) {
        return Spec::parse_for(id, info).map(drop);
    }
    known.extend(engines);
    let id: String = id.chars().take(40).collect();
    let known = known.join(", ");
    Err(InputError::new(
        format!("「{id}」というボットはいません。いるもの: {known}"),
        format!("There is no bot \"{id}\"; the bots are: {known}."),
    ))
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
