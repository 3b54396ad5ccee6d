//! Who sits where.

use table::{Seat, SeatSet, Text};

use crate::guest::Guest;
use crate::store::Sitter;
use crate::thinking;

/// The seat at which a guest sits.
pub(crate) fn seat_of(sitters: &[Sitter], guest: Guest) -> Option<Seat> {
    let sits = |sitter: &Sitter| matches!(sitter, Sitter::Person { guest: at, .. } if *at == guest);
    let index = sitters.iter().position(sits)?;
    u8::try_from(index).ok().map(Seat)
}

/// All seats at which a guest sits.
pub(crate) fn seats_of(sitters: &[Sitter], guest: Guest) -> SeatSet {
    let sits = |sitter: &Sitter| matches!(sitter, Sitter::Person { guest: at, .. } if *at == guest);
    let own = (0..).map(Seat).zip(sitters).filter(|(_, sitter)| sits(sitter));
    own.map(|(seat, _)| seat).collect()
}

/// Whether every seat is taken.
pub(crate) fn full(sitters: &[Sitter]) -> bool {
    !sitters.contains(&Sitter::Nobody)
}

/// Where bots sit.
pub(crate) fn bots(sitters: &[Sitter]) -> SeatSet {
    let bots = (0..).map(Seat).zip(sitters).filter(|(_, it)| matches!(it, Sitter::Bot { .. }));
    bots.map(|(seat, _)| seat).collect()
}

/// The names, seat by seat; empty for an open seat.
pub(crate) fn names(sitters: &[Sitter]) -> Vec<String> {
    let name = |sitter: &Sitter| match sitter {
        Sitter::Nobody => String::new(),
        Sitter::Person { name, .. } => name.clone(),
        Sitter::Bot { bot } => thinking::name(bot),
    };
    sitters.iter().map(name).collect()
}

/// The same for people to read: bots have a name in each language.
pub(crate) fn called(sitters: &[Sitter]) -> Vec<Text> {
    let called = |sitter: &Sitter| match sitter {
        Sitter::Nobody => Text::same(""),
        Sitter::Person { name, .. } => Text::same(name.clone()),
        Sitter::Bot { bot } => thinking::called(bot),
    };
    sitters.iter().map(called).collect()
}
