//! Names of seats, icons and directions, from `glossary.toml`. The names of cards are in the
//! components.

use zashiki_core::{Localize, LocalizedText, Seat, Term, text};

use crate::assets::ASSETS;
use crate::components::Icon;
use crate::grid::{Cell, Direction};
use crate::limits::MAX_SEATS;

const SEATS: [&str; MAX_SEATS] = ["red", "blue", "yellow", "green", "purple"];

/// The name of the glossary entry with this key.
pub(crate) fn word(key: &str) -> &'static LocalizedText {
    ASSETS.glossary().name(key)
}

/// The name of a seat.
pub(crate) fn seat_name(seat: Seat) -> &'static LocalizedText {
    word(SEATS[seat.index() % MAX_SEATS])
}

impl Icon {
    /// The glossary entry of the icon: its name and the rules about it.
    pub(crate) fn term(self) -> &'static Term {
        ASSETS.glossary().term(match self {
            Icon::Move => "icon_move",
            Icon::Sword => "icon_sword",
            Icon::Gun => "icon_gun",
            Icon::Recover => "icon_recover",
        })
    }
}

impl Localize for Icon {
    fn name(&self) -> LocalizedText {
        self.term().name()
    }
}

impl Localize for Direction {
    fn name(&self) -> LocalizedText {
        word(match self {
            Direction::Up => "up",
            Direction::Right => "right",
            Direction::Down => "down",
            Direction::Left => "left",
        })
        .clone()
    }
}

/// Names a cell by its position relative to the middle cell: 「上1右2」, "1 up, 2 right".
impl Localize for Cell {
    fn name(&self) -> LocalizedText {
        let sides = [
            (self.y(), Direction::Up, Direction::Down),
            (self.x(), Direction::Right, Direction::Left),
        ];
        let sides = sides.into_iter().filter(|(far, ..)| *far != 0).map(|(far, more, less)| {
            let (way, far) = (if far > 0 { more } else { less }, far.abs());
            text!("{way}{far}", "{far} {way}", way)
        });
        let sides: Vec<LocalizedText> = sides.collect();
        if sides.is_empty() {
            return LocalizedText::fixed("中央", "the middle");
        }
        LocalizedText::new(
            sides.iter().map(|side| &*side.ja).collect::<String>(),
            zashiki_core::list(&sides).en,
        )
    }
}

/// The text with a capital first letter.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::info::INFO;

    #[test]
    fn the_info_and_the_glossary_have_the_same_seat_names() {
        for (seat, name) in Seat::all(MAX_SEATS as u8).zip(INFO.seat_names) {
            assert_eq!(seat_name(seat), name);
        }
    }

    #[test]
    fn a_place_is_named_from_the_middle() {
        let place = |x, y| Cell::new(x, y).map(|cell| cell.name());
        assert_eq!(place(0, 0), Some(LocalizedText::fixed("中央", "the middle")));
        assert_eq!(place(2, 1), Some(LocalizedText::fixed("上1右2", "1 up, 2 right")));
        assert_eq!(place(-3, 0), Some(LocalizedText::fixed("左3", "3 left")));
    }
}
