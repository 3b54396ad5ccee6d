//! Names from the game's glossary, `glossary.toml`.

use zashiki_core::{LocalizedText, Seat};

use crate::assets::ASSETS;

/// The name of the glossary entry with this key.
pub(crate) fn word(key: &str) -> &'static LocalizedText {
    ASSETS.glossary().name(key)
}

/// The name of a seat.
pub(crate) fn seat_name(seat: Seat) -> &'static LocalizedText {
    word(if seat.0 == 0 { "blue" } else { "red" })
}
