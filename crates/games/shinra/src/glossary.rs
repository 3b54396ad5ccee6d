//! Names of seats, cards, items and squares in both languages, from `glossary.toml`.

use zashiki_core::{Localize, LocalizedText, Seat};

use crate::assets::ASSETS;
use crate::kind::{Cards, Item, Kind, Mark};
use crate::square::Square;

/// The name of a seat.
pub(crate) fn seat_name(seat: Seat) -> LocalizedText {
    ASSETS.glossary().name(if seat.0 == 0 { "first" } else { "second" }).clone()
}

impl Localize for Kind {
    fn name(&self) -> LocalizedText {
        ASSETS.glossary().name(self.word()).clone()
    }
}

/// The name of a set of cards: the cards' names joined with a plus sign, such as 守+攻.
impl Localize for Cards {
    fn name(&self) -> LocalizedText {
        let join = |pick: fn(LocalizedText) -> String, by: &str| {
            self.iter().map(|kind| pick(kind.name())).collect::<Vec<_>>().join(by)
        };
        LocalizedText::new(
            join(|text| text.ja.into_owned(), "+"),
            join(|text| text.en.into_owned(), " + "),
        )
    }
}

/// The name of the cards, in English with an article if it is a single: a Guard, the Queen.
pub(crate) fn with_article(cards: Cards) -> LocalizedText {
    let LocalizedText { ja, en } = cards.name();
    let article = match cards.single() {
        Some(Kind::King | Kind::Queen) => "the ",
        Some(_) => "a ",
        None => "",
    };
    LocalizedText { ja, en: format!("{article}{en}").into() }
}

impl Localize for Item {
    fn name(&self) -> LocalizedText {
        let cards = self.cards;
        match (self.mark, self.kept) {
            (Mark::Plain, 0) => cards.name(),
            (Mark::Plain, kept) => {
                let points = zashiki_core::plural(kept, "point", "points");
                zashiki_core::text!("{cards}({points}点)", "{cards} ({points})", cards, points)
            }
            (Mark::Remainder, _) => {
                zashiki_core::text!("{cards}(王妃を返した残り)", "{cards} (rest of a stack)", cards)
            }
            (Mark::Captive, _) => zashiki_core::text!("取った{cards}", "captured {cards}", cards),
        }
    }
}

impl Localize for Square {
    fn name(&self) -> LocalizedText {
        LocalizedText::same(self.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glossary_and_game_info_name_the_seats_alike() {
        for (seat, name) in Seat::all(2).zip(&crate::info::SEAT_NAMES) {
            assert_eq!(seat_name(seat), *name);
        }
    }
}
