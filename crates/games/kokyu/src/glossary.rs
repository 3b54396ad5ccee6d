//! Names from the game's glossary, `glossary.toml`.

use std::sync::LazyLock;

use zashiki_core::{Glossary, LocalizedText, Seat};

/// What the game calls its things.
pub(crate) static GLOSSARY: LazyLock<Glossary> =
    LazyLock::new(|| Glossary::parse(include_str!("../glossary.toml")));

/// The name with this key in the glossary.
pub(crate) fn word(key: &str) -> &'static LocalizedText {
    GLOSSARY.name(key)
}

/// The name of a seat.
pub(crate) fn seat_name(seat: Seat) -> &'static LocalizedText {
    word(if seat.0 == 0 { "blue" } else { "red" })
}
