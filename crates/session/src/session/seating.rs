//! Seats: taking and leaving them, and changes to the table before the match starts.

use zashiki_core::{Bytes32, Seat};

use super::attempt::Attempt;
use super::host::{Arrival, Host};
use super::state::Session;
use super::write::{Effect, Entry, Write};
use crate::guest::Guest;
use crate::ids::random_id;
use crate::protocol::{Arrangement, Refusal};
use crate::request_error::RequestError;
use crate::table::change::ChangeKind;
use crate::table::history::History;
use crate::table::seats::{Requester, check_rated, seats_of, taken_names};
use crate::table::setup::{Sitter, TableSetup};

/// A table's setup and occupants, while being changed.
struct Arranged {
    setup: TableSetup,
    sitters: Vec<Sitter>,
}

/// The consequences of a stored change of seats, options or settings.
#[derive(Clone, Copy)]
struct Kind {
    /// True if the request needs no further writes.
    completes: bool,
    /// True if clients receive the complete table again.
    resend: bool,
}

/// A change that completes its request and that clients receive as an update.
const PLAIN: Kind = Kind { completes: true, resend: false };

impl Session {
    /// Takes an open seat: before the match starts, possibly in exchange for another one; afterwards, a seat
    /// that its player has given up.
    pub(super) fn sit(
        &mut self,
        arrival: &Arrival,
        seat: Seat,
        hash: Option<Bytes32>,
        host: &dyn Host,
    ) -> Result<Attempt, Refusal> {
        let guest = arrival.guest;
        if !seats_of(&self.sitters, guest).contains(seat) {
            let kind = Kind { completes: false, ..PLAIN };
            return self.arrange(kind, |table| take_seat(table, arrival, seat, host));
        }
        let new_hash = hash.filter(|hash| !self.dealing.has_promise(guest, *hash));
        if let Some(hash) = new_hash.filter(|_| !self.started()) {
            self.dealing.check_promise(guest, hash)?;
            let entry = Entry::Promise { table: self.setup.id.clone(), guest, hash };
            let write = Write { entry, completes: false, effect: Effect::Promise };
            return Ok(Attempt::store(write));
        }
        // A bot has played for the player who gave up the seat.
        if self.history.deserted().contains(seat) && !self.history.over() {
            let (id, version) = (random_id(&host.random()), self.history.version());
            return self.submit(seat, &id, version, &ChangeKind::Return, host);
        }
        Ok(Attempt::Done)
    }

    /// Lets the requester leave the chosen seat, or else all their seats, before the match starts.
    pub(super) fn stand(&mut self, requester: Requester) -> Result<Attempt, Refusal> {
        self.arrange(PLAIN, |table| {
            let Arranged { setup, sitters } = table;
            if setup.begun() {
                return Err(Refusal::BEGUN);
            }
            let own = seats_of(sitters, requester.guest);
            let seats = requester.seat.filter(|seat| own.contains(*seat));
            let mut stood = false;
            for seat in own.iter().filter(|seat| seats.is_none_or(|one| one == *seat)) {
                sitters[seat.index()] = Sitter::Nobody;
                stood = true;
            }
            if stood { Ok(true) } else { Err(Refusal::NO_SEAT) }
        })
    }

    /// Applies a change by the table's creator before the match starts.
    pub(super) fn rearrange(
        &mut self,
        guest: Guest,
        change: &Arrangement,
        host: &dyn Host,
    ) -> Result<Attempt, Refusal> {
        self.arrange(Kind { resend: true, ..PLAIN }, |table| {
            if table.setup.opened_by != Some(guest) {
                return Err(Refusal::NOT_HOST);
            }
            if table.setup.begun() {
                return Err(Refusal::BEGUN);
            }
            apply_arrangement(table, change, host)?;
            if table.setup.terms.rated && host.has_own_components(&table.setup) {
                return Err(Refusal::COMPONENTS_UNRATED);
            }
            Ok(true)
        })
    }

    /// Lets the requester leave the match; a bot plays the seat from then on. If `gives_up` is true, anybody
    /// may take the seat from the bot; otherwise only the requester may return to it.
    pub(super) fn leave(
        &mut self,
        requester: Requester,
        id: &str,
        gives_up: bool,
        host: &dyn Host,
    ) -> Result<Attempt, Refusal> {
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        if gives_up && self.setup.terms.rated {
            return Err(Refusal::RATED);
        }
        // The occupants of a finished match no longer change.
        let over = self.history.over();
        if over || !self.history.deserted().contains(seat) {
            let version = self.history.version();
            let left = self.change(requester, id, version, &ChangeKind::Leave, host)?;
            // A repeated message changes nothing, but the seat may have to be given up still.
            if let Attempt::Store(write) = left {
                return Ok(Attempt::store(Write { completes: !gives_up, ..*write }));
            }
        }
        if !gives_up || over {
            return Ok(Attempt::Done);
        }
        self.arrange(PLAIN, |table| {
            table.sitters[seat.index()] = Sitter::Nobody;
            Ok(true)
        })
    }

    /// Lets the requester return to the match.
    pub(super) fn come_back(
        &mut self,
        requester: Requester,
        id: &str,
        host: &dyn Host,
    ) -> Result<Attempt, Refusal> {
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        if !self.history.deserted().contains(seat) {
            let done = self.history.knows(seat, id);
            return if done { Ok(Attempt::Done) } else { Err(Refusal::NOT_AWAY) };
        }
        self.change(requester, id, self.history.version(), &ChangeKind::Return, host)
    }

    /// Removes a person permanently.
    pub(super) fn withdraw(&mut self, guest: Guest, host: &dyn Host) -> Result<Attempt, Refusal> {
        if self.setup.cancelled || self.history.over() {
            return Ok(Attempt::Done);
        }
        let own = seats_of(&self.sitters, guest);
        if !self.started() {
            return self.arrange(PLAIN, |table| {
                for seat in own.iter() {
                    table.sitters[seat.index()] = Sitter::Nobody;
                }
                table.setup.cancelled = table.setup.opened_by == Some(guest);
                Ok(table.setup.cancelled || !own.is_empty())
            });
        }
        let deserted = self.history.deserted();
        let Some(seat) = own.iter().find(|seat| !deserted.contains(*seat)) else {
            return Ok(Attempt::Done);
        };
        let (id, version) = (random_id(&host.random()), self.history.version());
        let left = self.submit(seat, &id, version, &ChangeKind::Leave, host)?;
        Ok(match left {
            // The person may have further seats.
            Attempt::Store(write) => Attempt::store(Write { completes: false, ..*write }),
            Attempt::Done => Attempt::Done,
        })
    }

    /// Closes the table for the operator.
    pub(super) fn close(&mut self, host: &dyn Host) -> Result<Attempt, Refusal> {
        if self.setup.cancelled || self.history.over() {
            return Ok(Attempt::Done);
        }
        if self.started() {
            let (id, version) = (random_id(&host.random()), self.history.version());
            return self.submit(Seat(0), &id, version, &ChangeKind::Close, host);
        }
        self.arrange(Kind { resend: true, ..PLAIN }, |table| {
            table.setup.cancelled = true;
            Ok(true)
        })
    }

    /// The only way to change seats, options and settings: the change is made on a copy, and the match is set
    /// up with it. `change` returns true if it changed anything.
    fn arrange(
        &mut self,
        Kind { completes, resend }: Kind,
        change: impl FnOnce(&mut Arranged) -> Result<bool, Refusal>,
    ) -> Result<Attempt, Refusal> {
        if self.setup.cancelled {
            return Err(Refusal::CANCELLED);
        }
        let mut new = Arranged { setup: self.setup.clone(), sitters: self.sitters.clone() };
        if !change(&mut new)? {
            return Ok(Attempt::Done);
        }
        let Arranged { mut setup, sitters } = new;
        if setup.terms.rated {
            check_rated(&setup.game, &sitters)?;
        }
        setup.arranged += 1;
        let history = match self.started() {
            true => None,
            false => Some(Box::new(History::new(&setup, &sitters, &self.config_cache)?)),
        };
        let summary = history.as_deref().unwrap_or(&self.history).summary();
        let known = self.setup.arranged;
        let entry = Entry::Arrange { known, setup: Box::new(setup), sitters, summary };
        Ok(Attempt::store(Write { entry, completes, effect: Effect::Arrange { history, resend } }))
    }
}

/// Seats a person; returns an error if that is not allowed.
fn take_seat(
    Arranged { setup, sitters }: &mut Arranged,
    Arrival { guest, name, look, program }: &Arrival,
    seat: Seat,
    host: &dyn Host,
) -> Result<bool, Refusal> {
    let own = seats_of(sitters, *guest);
    if setup.begun() && !own.is_empty() {
        return Err(Refusal::SEATED);
    }
    if *program && setup.terms.listed && setup.opened_by != Some(*guest) {
        return Err(Refusal::BOT_UNASKED);
    }
    if sitters.get(seat.index()) != Some(&Sitter::Nobody) {
        return Err(Refusal::TAKEN);
    }
    let is_other =
        |sitter: &Sitter| !matches!(sitter, Sitter::Person { guest: at, .. } if at == guest);
    let others = taken_names(sitters.iter().filter(|sitter| is_other(sitter)));
    for before in own.iter() {
        sitters[before.index()] = Sitter::Nobody;
    }
    let name = host.clean_name(name, &others);
    sitters[seat.index()] = Sitter::Person { guest: *guest, name, look: *look, program: *program };
    Ok(true)
}

/// Applies a change by the table's creator.
fn apply_arrangement(
    Arranged { setup, sitters }: &mut Arranged,
    change: &Arrangement,
    host: &dyn Host,
) -> Result<(), Refusal> {
    let info = registry::info(&setup.game).map_err(RequestError::from)?;
    match change.clone() {
        Arrangement::Seat { seat, bot } => {
            let place = sitters.get_mut(seat.index()).ok_or(Refusal::TAKEN)?;
            *place = match bot {
                None => Sitter::Nobody,
                Some(bot) => {
                    host.check_bot(info, &bot).map_err(RequestError::from)?;
                    Sitter::Bot { bot }
                }
            };
        }
        Arrangement::AddSeat => {
            info.check_seats(sitters.len() + 1).map_err(RequestError::from)?;
            sitters.push(Sitter::Nobody);
        }
        Arrangement::RemoveSeat { seat } => {
            info.check_seats(sitters.len() - 1).map_err(RequestError::from)?;
            match sitters.get(seat.index()) {
                None => return Err(Refusal::TAKEN),
                Some(Sitter::Person { .. }) => return Err(Refusal::OCCUPIED),
                Some(_) => drop(sitters.remove(seat.index())),
            }
        }
        Arrangement::Options { options } => {
            setup.options = info.complete_options(&options).map_err(RequestError::from)?;
        }
        Arrangement::Terms { terms } => {
            terms.check()?;
            setup.terms = terms;
        }
        Arrangement::Cancel => setup.cancelled = true,
    }
    if sitters.iter().all(|sitter| matches!(sitter, Sitter::Bot { .. })) {
        return Err(RequestError::nobody_there().into());
    }
    Ok(())
}
