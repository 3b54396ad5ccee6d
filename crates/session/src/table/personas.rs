//! The names and faces of built-in bots: each level has its own, and no two seats of a table have the same.

use zashiki_core::{Level, LocalizedText, Seat};

use crate::protocol::Persona;
use crate::table::setup::Sitter;

/// Id, Japanese name and English name.
type Row = (&'static str, &'static str, &'static str);

/// The personas of a level, one for each seat of the largest table.
const fn of_level(level: Level) -> [Row; 6] {
    match level {
        Level::Novice => [
            ("sparrow", "すずめ", "Sparrow"),
            ("chick", "ひよこ", "Chick"),
            ("frog", "かえる", "Frog"),
            ("snail", "かたつむり", "Snail"),
            ("mole", "もぐら", "Mole"),
            ("goldfish", "きんぎょ", "Goldfish"),
        ],
        Level::Beginner => [
            ("rabbit", "うさぎ", "Rabbit"),
            ("squirrel", "りす", "Squirrel"),
            ("turtle", "かめ", "Turtle"),
            ("duck", "あひる", "Duck"),
            ("hedgehog", "はりねずみ", "Hedgehog"),
            ("mouse", "ねずみ", "Mouse"),
        ],
        Level::Intermediate => [
            ("tanuki", "たぬき", "Tanuki"),
            ("fox", "きつね", "Fox"),
            ("cat", "ねこ", "Cat"),
            ("otter", "かわうそ", "Otter"),
            ("monkey", "さる", "Monkey"),
            ("badger", "あなぐま", "Badger"),
        ],
        Level::Advanced => [
            ("owl", "ふくろう", "Owl"),
            ("wolf", "おおかみ", "Wolf"),
            ("crane", "つる", "Crane"),
            ("bear", "くま", "Bear"),
            ("hawk", "たか", "Hawk"),
            ("boar", "いのしし", "Boar"),
        ],
        Level::Master => [
            ("tengu", "てんぐ", "Tengu"),
            ("dragon", "りゅう", "Dragon"),
            ("phoenix", "ほうおう", "Phoenix"),
            ("kirin", "きりん", "Kirin"),
            ("kappa", "かっぱ", "Kappa"),
            ("baku", "ばく", "Baku"),
        ],
    }
}

/// The persona of the bot at a seat; `None` if no bot of a level sits there.
fn row(sitters: &[Sitter], seat: Seat) -> Option<Row> {
    let Some(Sitter::Bot { bot }) = sitters.get(seat.index()) else { return None };
    let same = |sitter: &&Sitter| matches!(sitter, Sitter::Bot { bot: other } if other == bot);
    let earlier = sitters[..seat.index()].iter().filter(same).count();
    of_level(Level::from_id(bot)?).get(earlier).copied()
}

/// The persona of the bot at a seat; `None` if no bot of a level sits there.
pub fn persona(sitters: &[Sitter], seat: Seat) -> Option<Persona> {
    let (id, ja, en) = row(sitters, seat)?;
    Some(Persona { id: id.to_owned(), ja: ja.to_owned(), en: en.to_owned() })
}

/// The name of the bot at a seat; `None` if it has no name of its own.
pub fn name(sitters: &[Sitter], seat: Seat) -> Option<LocalizedText> {
    let (_, ja, en) = row(sitters, seat)?;
    Some(LocalizedText::fixed(ja, en))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_personas_differ_in_both_languages() {
        let all: Vec<Row> = Level::ALL.into_iter().flat_map(of_level).collect();
        let parts: [fn(&Row) -> &'static str; 3] = [|row| row.0, |row| row.1, |row| row.2];
        for part in parts {
            let different: BTreeSet<&str> = all.iter().map(part).collect();
            assert_eq!(different.len(), all.len());
        }
    }

    #[test]
    fn no_two_bots_of_a_table_are_alike() {
        let most = registry::ids().into_iter().map(|id| registry::info(id).unwrap().seats.1).max();
        for level in Level::ALL {
            let bot = || Sitter::Bot { bot: level.id().to_owned() };
            let sitters: Vec<Sitter> = (0..most.unwrap()).map(|_| bot()).collect();
            let names: BTreeSet<String> = Seat::all(most.unwrap())
                .map(|seat| persona(&sitters, seat).expect("every bot of a level has one").id)
                .collect();
            assert_eq!(names.len(), sitters.len(), "{level:?}");
        }
        let greedy = [Sitter::Bot { bot: "greedy".to_owned() }, Sitter::Nobody];
        assert_eq!(persona(&greedy, Seat(0)), None);
        assert_eq!(persona(&greedy, Seat(1)), None);
    }
}
