//! Who sits where.

use zashiki_core::{Lang, LocalizedText, Seat, SeatSet};

use crate::bots::catalog;
use crate::protocol::Refusal;
use crate::table::setup::Sitter;
use crate::users::guest::Guest;
use crate::users::ratings;

/// Who asks: a guest, with which of their seats where they have several, and what they read; who
/// does not say is answered in every language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Requester {
    pub(crate) guest: Guest,
    pub(crate) seat: Option<Seat>,
    pub(crate) lang: Option<Lang>,
}

/// With whose eyes a table is seen, and in which language it is told: those for whom these are the
/// same are told the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ViewKey {
    pub(crate) you: Option<Seat>,
    pub(crate) lang: Option<Lang>,
}

/// The seats of a guest: one, as a rule, and several where people share a device.
pub(crate) fn seats_of(sitters: &[Sitter], guest: Guest) -> SeatSet {
    let sits = |sitter: &Sitter| matches!(sitter, Sitter::Person { guest: at, .. } if *at == guest);
    seats_where(sitters, sits)
}

/// The seat with which somebody asks.
pub(crate) fn seat_of(sitters: &[Sitter], requester: Requester) -> Option<Seat> {
    let own = seats_of(sitters, requester.guest);
    requester.seat.filter(|seat| own.contains(*seat)).or_else(|| own.iter().next())
}

/// Whether a program of somebody else's sits at a seat.
pub(crate) fn is_program(sitters: &[Sitter], seat: Seat) -> bool {
    matches!(sitters.get(seat.index()), Some(Sitter::Person { program: true, .. }))
}

/// Whether one sits at any.
fn any_program(sitters: &[Sitter]) -> bool {
    sitters.iter().any(|sitter| matches!(sitter, Sitter::Person { program: true, .. }))
}

/// Refuses those in a rated game who have no rating there: programs, and bots whose strength was not
/// measured.
pub(crate) fn check_rated(game: &str, sitters: &[Sitter]) -> Result<(), Refusal> {
    let seats = u8::try_from(sitters.len()).unwrap_or(u8::MAX);
    let measured = |sitter: &Sitter| match sitter {
        Sitter::Bot { bot } => ratings::of_bot(game, seats, bot).is_some(),
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

/// Whether every seat is taken, so that the play can begin.
pub(crate) fn all_taken(sitters: &[Sitter]) -> bool {
    !sitters.contains(&Sitter::Nobody)
}

/// Where bots sit.
pub(crate) fn bots(sitters: &[Sitter]) -> SeatSet {
    seats_where(sitters, |sitter| matches!(sitter, Sitter::Bot { .. }))
}

fn seats_where(sitters: &[Sitter], wish: impl Fn(&Sitter) -> bool) -> SeatSet {
    let seats = (0..).map(Seat).zip(sitters).filter(|(_, sitter)| wish(sitter));
    seats.map(|(seat, _)| seat).collect()
}

/// The bot that stands in at a table for who is not there: one of the house like those that sit
/// there. A program from outside plays for itself alone.
pub(crate) fn stand_in(sitters: &[Sitter]) -> &str {
    let bot = sitters.iter().find_map(|sitter| match sitter {
        Sitter::Bot { bot } if catalog::is_kind(bot) => Some(bot.as_str()),
        _ => None,
    });
    bot.unwrap_or(catalog::STAND_IN)
}

/// The names, seat by seat; empty for an open seat.
pub(crate) fn names(sitters: &[Sitter]) -> Vec<String> {
    let name = |sitter: &Sitter| match sitter {
        Sitter::Nobody => String::new(),
        Sitter::Person { name, .. } => name.clone(),
        Sitter::Bot { bot } => catalog::name(bot),
    };
    sitters.iter().map(name).collect()
}

/// The same for people to read: bots have a name in each language.
pub(crate) fn called(sitters: &[Sitter]) -> Vec<LocalizedText> {
    let called = |sitter: &Sitter| match sitter {
        Sitter::Nobody => LocalizedText::same(""),
        Sitter::Person { name, .. } => LocalizedText::same(name.clone()),
        Sitter::Bot { bot } => catalog::display_name(bot),
    };
    sitters.iter().map(called).collect()
}
