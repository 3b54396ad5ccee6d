//! The game's words, from its glossary.

use std::sync::LazyLock;

use zashiki_core::{Glossary, LocalizedText, Seat};

/// What the game calls its things.
pub(crate) static GLOSSARY: LazyLock<Glossary> =
    LazyLock::new(|| Glossary::parse(include_str!("../glossary.toml")));

/// What the thing with this key of the glossary is called.
pub(crate) fn word(key: &str) -> &'static LocalizedText {
    GLOSSARY.name(key)
}

/// What a seat is called.
pub(crate) fn seat_name(seat: Seat) -> &'static LocalizedText {
    word(if seat.0 == 0 { "blue" } else { "red" })
}
