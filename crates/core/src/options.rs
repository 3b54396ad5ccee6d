//! Option types and component properties that several games share.

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Deserialize as Read, Serialize};
use ts_rs::TS;

use crate::{Localize, LocalizedText, MAX_SEATS, OptionChoice, OptionValue, Seat};

/// The provenance of an entry in a components file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Read, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "core.ts")]
pub enum Provenance {
    /// Stated in the rulebook.
    Rulebook,
    /// Stated on a public page of the publisher or of an owner of the game.
    Published,
    /// Reconstructed by this project.
    Reconstructed,
    /// Read from the printed components by an owner of the game.
    Box,
}

impl Provenance {
    /// All values, in the order of their declaration.
    pub const ALL: [Provenance; 4] =
        [Provenance::Rulebook, Provenance::Published, Provenance::Reconstructed, Provenance::Box];
}

impl Localize for Provenance {
    fn name(&self) -> LocalizedText {
        match self {
            Provenance::Rulebook => LocalizedText::fixed("説明書", "the rulebook"),
            Provenance::Published => LocalizedText::fixed("公開資料", "a public page"),
            Provenance::Reconstructed => LocalizedText::fixed("復元", "reconstructed"),
            Provenance::Box => LocalizedText::fixed("実物の箱", "from the box"),
        }
    }
}

/// The option for the first player: `"random"`, or `"seat0"`, `"seat1"` and so on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FirstSeat {
    /// Drawn at random.
    Random,
    /// This seat, or the last one if there are fewer seats.
    Seat(Seat),
}

const WORDS: [&str; MAX_SEATS] =
    ["seat0", "seat1", "seat2", "seat3", "seat4", "seat5", "seat6", "seat7"];

impl FirstSeat {
    /// The option value for a random first player.
    pub const RANDOM: OptionChoice = OptionChoice {
        value: OptionValue::Token("random"),
        name: LocalizedText::fixed("くじ引き", "drawn at random"),
    };

    /// The option value that makes this seat the first player, labelled with the seat's name.
    pub const fn choice(seat: usize, ja: &'static str, en: &'static str) -> OptionChoice {
        OptionChoice { value: OptionValue::Token(WORDS[seat]), name: LocalizedText::fixed(ja, en) }
    }

    /// The first player in a match with `seats` seats; `None` if it is drawn at random.
    pub fn seat(self, seats: u8) -> Option<Seat> {
        match self {
            FirstSeat::Random => None,
            FirstSeat::Seat(seat) => Some(Seat(seat.0.min(seats - 1))),
        }
    }
}

impl<'de> Deserialize<'de> for FirstSeat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FirstSeat, D::Error> {
        let word = String::deserialize(deserializer)?;
        if word == "random" {
            return Ok(FirstSeat::Random);
        }
        match WORDS.iter().position(|known| *known == word) {
            Some(seat) => Ok(FirstSeat::Seat(Seat(seat as u8))),
            None => Err(D::Error::unknown_variant(&word, &["random", "seat0", "seat1"])),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_seat_is_drawn_or_named_and_never_beyond_the_last() {
        let read = |word: &str| serde_json::from_value::<FirstSeat>(json!(word));
        assert_eq!(read("random").unwrap().seat(3), None);
        assert_eq!(read("seat1").unwrap().seat(3), Some(Seat(1)));
        assert_eq!(read("seat4").unwrap().seat(3), Some(Seat(2)));
        assert!(read("seat8").is_err() && read("Seat1").is_err());
        let choice = FirstSeat::choice(1, "青", "Blue");
        assert_eq!(read(choice.value.to_json().as_str().unwrap()).unwrap().seat(2), Some(Seat(1)));
    }
}
