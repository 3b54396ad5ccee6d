//! The game's words, from its glossary.

use zashiki_core::{LocalizedText, Seat};

use crate::assets::ASSETS;

/// What the thing with this key of the glossary is called.
pub(crate) fn word(key: &str) -> &'static LocalizedText {
    ASSETS.glossary().name(key)
}

/// What a seat is called.
pub(crate) fn seat_name(seat: Seat) -> &'static LocalizedText {
    word(if seat.0 == 0 { "blue" } else { "red" })
}
