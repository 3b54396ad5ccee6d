//! The occupants of a table's seats.

use zashiki_core::{Lang, Level, LocalizedText, Seat, SeatSet};

use crate::catalog;
use crate::guest::Guest;
use crate::protocol::{Refusal, Terms};
use crate::table::personas;
use crate::table::setup::Sitter;

/// The sender of a request: a guest, the seat they act for if they have several, and their language; without
/// a language, texts are sent in all languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Requester {
    /// The person.
    pub guest: Guest,
    /// The seat to act for, if the person has several.
    pub seat: Option<Seat>,
    /// The only language of texts; all languages if `None`.
    pub lang: Option<Lang>,
}

/// The viewpoint and language of a client. Clients with equal keys receive identical messages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ViewKey {
    /// The seat from which the client sees the table; `None` for spectators.
    pub you: Option<Seat>,
    /// The only language of texts; all languages if `None`.
    pub lang: Option<Lang>,
}

/// The seats of a guest: usually one, several if people share a device.
pub fn seats_of(sitters: &[Sitter], guest: Guest) -> SeatSet {
    let sits = |sitter: &Sitter| matches!(sitter, Sitter::Person { guest: at, .. } if *at == guest);
    seats_where(sitters, sits)
}

/// The seat that the requester acts for.
pub fn seat_of(sitters: &[Sitter], requester: Requester) -> Option<Seat> {
    let own = seats_of(sitters, requester.guest);
    requester.seat.filter(|seat| own.contains(*seat)).or_else(|| own.iter().next())
}

/// Returns true if a seat's occupant is a program under a bot account.
pub fn is_program(sitters: &[Sitter], seat: Seat) -> bool {
    matches!(sitters.get(seat.index()), Some(Sitter::Person { program: true, .. }))
}

/// Returns true if any occupant is a program under a bot account.
fn any_program(sitters: &[Sitter]) -> bool {
    sitters.iter().any(|sitter| matches!(sitter, Sitter::Person { program: true, .. }))
}

/// Returns an error if an occupant of a rated table has no rating: programs under bot accounts, and bots
/// without measured strength.
pub fn check_rated(game: &str, sitters: &[Sitter]) -> Result<(), Refusal> {
    let seats = u8::try_from(sitters.len()).unwrap_or(u8::MAX);
    let measured = |sitter: &Sitter| match sitter {
        Sitter::Bot { bot } => catalog::is_measured(game, seats, bot),
        _ => true,
    };
    if any_program(sitters) {
        Err(Refusal::BOT_UNRATED)
    } else if !sitters.iter().all(measured) {
        Err(Refusal::BOT_UNMEASURED)
    } else {
        Ok(())
    }
}

/// Returns true if every seat is taken, so that the match can start.
pub fn all_taken(sitters: &[Sitter]) -> bool {
    !sitters.contains(&Sitter::Nobody)
}

/// Returns true if the people with a seat may send messages in their own words: there are several, and they came
/// by the table's link.
pub fn chat_is_open(terms: &Terms, sitters: &[Sitter]) -> bool {
    let mut people = sitters.iter().filter_map(|sitter| match sitter {
        Sitter::Person { guest, program: false, .. } => Some(guest),
        _ => None,
    });
    let first = people.next();
    terms.allow_chat() && people.any(|guest| Some(guest) != first)
}

/// The seats whose occupants are bots.
pub fn bots(sitters: &[Sitter]) -> SeatSet {
    seats_where(sitters, |sitter| matches!(sitter, Sitter::Bot { .. }))
}

/// The number of seats whose occupants are people or programs under bot accounts.
pub fn people(sitters: &[Sitter]) -> usize {
    sitters.iter().filter(|sitter| matches!(sitter, Sitter::Person { .. })).count()
}

fn seats_where(sitters: &[Sitter], matches: impl Fn(&Sitter) -> bool) -> SeatSet {
    let seats = (0..).map(Seat).zip(sitters).filter(|(_, sitter)| matches(sitter));
    seats.map(|(seat, _)| seat).collect()
}

/// The bot that stands in for absent people at a table: the built-in bot that occupies a seat there, or a
/// default. External engines never stand in.
pub fn stand_in(sitters: &[Sitter]) -> &str {
    let bot = sitters.iter().find_map(|sitter| match sitter {
        Sitter::Bot { bot } if catalog::is_kind(bot) => Some(bot.as_str()),
        _ => None,
    });
    bot.unwrap_or(catalog::STAND_IN)
}

/// The stored name of a person without a name. Further ones are numbered: "Guest (2)". Clients show it in the
/// reader's language.
pub const NAMELESS: &str = "Guest";

/// The number of a person without a name, from 1; `None` for a name.
fn nameless(name: &str) -> Option<u32> {
    match name.strip_prefix(NAMELESS)? {
        "" => Some(1),
        rest => rest.strip_prefix(" (")?.strip_suffix(')')?.parse().ok(),
    }
}

/// The name of each seat's occupant as it is stored; empty for an open seat. Bots have the name and the level:
/// "Fox (Intermediate)".
pub fn names(sitters: &[Sitter]) -> Vec<String> {
    let name = |(seat, sitter): (Seat, &Sitter)| match sitter {
        Sitter::Nobody => String::new(),
        Sitter::Person { name, .. } => name.clone(),
        Sitter::Bot { bot } => match personas::name(sitters, seat) {
            Some(name) => format!("{} ({})", name.en, catalog::name(bot)),
            None => catalog::name(bot),
        },
    };
    (0..).map(Seat).zip(sitters).map(name).collect()
}

/// The level of each seat's bot; `None` where no bot of a level sits.
pub fn levels(sitters: &[Sitter]) -> Vec<Option<Level>> {
    let level = |sitter: &Sitter| match sitter {
        Sitter::Bot { bot } => Level::from_id(bot),
        Sitter::Nobody | Sitter::Person { .. } => None,
    };
    sitters.iter().map(level).collect()
}

/// The names that a person who sits down here cannot have: those of the others.
pub fn taken_names<'a>(sitters: impl IntoIterator<Item = &'a Sitter>) -> Vec<String> {
    let sitters: Vec<Sitter> = sitters.into_iter().cloned().collect();
    let called = called(&sitters);
    let bots = called.into_iter().zip(&sitters).filter(|(_, it)| matches!(it, Sitter::Bot { .. }));
    let bots = bots.flat_map(|(name, _)| [name.ja.into_owned(), name.en.into_owned()]);
    let people = sitters.iter().filter_map(|sitter| match sitter {
        Sitter::Person { name, .. } => Some(name.clone()),
        Sitter::Nobody | Sitter::Bot { .. } => None,
    });
    people.chain(bots).collect()
}

/// The displayed name of each seat's occupant; bots have a name in each language.
pub fn called(sitters: &[Sitter]) -> Vec<LocalizedText> {
    let called = |(seat, sitter): (Seat, &Sitter)| match sitter {
        Sitter::Nobody => LocalizedText::same(""),
        Sitter::Person { name, .. } => match nameless(name) {
            Some(1) => LocalizedText::fixed("ゲスト", NAMELESS),
            Some(number) => {
                LocalizedText::new(format!("ゲスト{number}"), format!("Guest {number}"))
            }
            None => LocalizedText::same(name.clone()),
        },
        Sitter::Bot { bot } => {
            personas::name(sitters, seat).unwrap_or_else(|| catalog::display_name(bot))
        }
    };
    (0..).map(Seat).zip(sitters).map(called).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_without_a_name_are_numbered_in_the_readers_language() {
        let person = |name: &str| Sitter::Person {
            guest: Guest([1; 32]),
            name: name.to_owned(),
            look: Default::default(),
            program: false,
        };
        let sitters = ["Guest", "Guest (2)", "Guests", "Ada"].map(person);
        let called = called(&sitters);
        let ja: Vec<&str> = called.iter().map(|name| name.ja.as_ref()).collect();
        let en: Vec<&str> = called.iter().map(|name| name.en.as_ref()).collect();
        assert_eq!(ja, ["ゲスト", "ゲスト2", "Guests", "Ada"]);
        assert_eq!(en, ["Guest", "Guest 2", "Guests", "Ada"]);
    }

    #[test]
    fn a_person_cannot_take_the_name_of_a_bot_at_the_table() {
        let sitters = [Sitter::Bot { bot: "intermediate".to_owned() }, Sitter::Nobody];
        assert_eq!(taken_names(&sitters), ["たぬき", "Tanuki"]);
        assert_eq!(names(&sitters), ["Tanuki (Intermediate)", ""]);
    }
}
