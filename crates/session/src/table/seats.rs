//! The occupants of a table's seats.

use zashiki_core::{Lang, LocalizedText, Seat, SeatSet};

use crate::catalog;
use crate::guest::Guest;
use crate::protocol::Refusal;
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

/// The seats whose occupants are bots.
pub fn bots(sitters: &[Sitter]) -> SeatSet {
    seats_where(sitters, |sitter| matches!(sitter, Sitter::Bot { .. }))
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

/// The name of each seat's occupant; empty for an open seat.
pub fn names(sitters: &[Sitter]) -> Vec<String> {
    let name = |sitter: &Sitter| match sitter {
        Sitter::Nobody => String::new(),
        Sitter::Person { name, .. } => name.clone(),
        Sitter::Bot { bot } => catalog::name(bot),
    };
    sitters.iter().map(name).collect()
}

/// The displayed name of each seat's occupant; bots have a name in each language.
pub fn called(sitters: &[Sitter]) -> Vec<LocalizedText> {
    let called = |sitter: &Sitter| match sitter {
        Sitter::Nobody => LocalizedText::same(""),
        Sitter::Person { name, .. } => LocalizedText::same(name.clone()),
        Sitter::Bot { bot } => catalog::display_name(bot),
    };
    sitters.iter().map(called).collect()
}
