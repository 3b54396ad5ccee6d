//! Seats of a room: taking and leaving them, and changes to the table before the match starts.

use crate::error::not_saved;
use session::request_error::RequestError;
use zashiki_core::{Bytes32, Seat};

use super::actor::Room;
use crate::bots::catalog;
use crate::error::Refused;
use crate::protocol::{Arrangement, Refusal};
use crate::store::{Entry, WriteResult};
use crate::users::Arrival;
use crate::users::names::clean_name;
use session::guest::Guest;
use session::table::change::ChangeKind;
use session::table::history::History;
use session::table::seats::{Requester, check_rated, names, seats_of};
use session::table::setup::{Sitter, TableSetup};

/// A table's setup and occupants, while being changed.
#[derive(Clone)]
struct Arranged {
    setup: TableSetup,
    sitters: Vec<Sitter>,
}

impl Room {
    /// Takes an open seat: before the match starts, possibly in exchange for another one; afterwards, a seat
    /// that its player has given up. `hash` is the commitment to a share of the seed.
    pub(super) async fn sit(
        &mut self,
        guest: Guest,
        seat: Seat,
        name: &str,
        hash: Option<Bytes32>,
    ) -> Result<(), Refusal> {
        self.context.policy.may_change()?;
        let Arrival { name, look, program, .. } = self.context.users.arrival(guest, name).await?;
        self.arrange(|table| {
            let own = seats_of(&table.sitters, guest);
            if own.contains(seat) {
                return Ok(false);
            }
            if table.setup.begun() && own.iter().next().is_some() {
                return Err(Refusal::SEATED);
            }
            if program && table.setup.terms.listed && table.setup.opened_by != Some(guest) {
                return Err(Refusal::BOT_UNASKED);
            }
            let others: Vec<String> = names(&table.sitters)
                .into_iter()
                .zip(&table.sitters)
                .filter(|(_, sitter)| !is(sitter, guest))
                .map(|(name, _)| name)
                .collect();
            match table.sitters.get(seat.index()) {
                Some(Sitter::Nobody) => {}
                _ => return Err(Refusal::TAKEN),
            }
            for before in own.iter() {
                table.sitters[before.index()] = Sitter::Nobody;
            }
            let name = clean_name(&name, &others);
            table.sitters[seat.index()] = Sitter::Person { guest, name, look, program };
            Ok(true)
        })
        .await?;
        self.clients.seated(guest);
        if let Some(hash) = hash.filter(|_| !self.started()) {
            self.promise(guest, hash).await?;
        }
        // A bot has played for the player who gave up the seat.
        if self.history.deserted().contains(seat) && !self.history.over() {
            let (id, version) = (crate::ids::table_id(), self.history.version());
            self.submit(seat, &id, version, ChangeKind::Return, None).await?;
        }
        Ok(())
    }

    /// Lets the requester leave the chosen seat, or else all their seats, before the match starts.
    pub(super) async fn stand(&mut self, requester: Requester) -> Result<(), Refusal> {
        self.arrange(|table| {
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
        .await
    }

    /// Applies a change by the table's creator before the match starts.
    pub(super) async fn rearrange(
        &mut self,
        guest: Guest,
        change: Arrangement,
    ) -> Result<(), Refusal> {
        let engines = self.context.engines.clone();
        self.arrange(|table| {
            let Arranged { setup, sitters } = table;
            if setup.opened_by != Some(guest) {
                return Err(Refusal::NOT_HOST);
            }
            if setup.begun() {
                return Err(Refusal::BEGUN);
            }
            let info = registry::info(&setup.game).map_err(Refused::from)?;
            match change.clone() {
                Arrangement::Seat { seat, bot } => {
                    let place = sitters.get_mut(seat.index()).ok_or(Refusal::TAKEN)?;
                    *place = match bot {
                        None => Sitter::Nobody,
                        Some(bot) => {
                            catalog::check(&engines, info, &bot).map_err(Refused::from)?;
                            Sitter::Bot { bot }
                        }
                    };
                    if sitters.iter().all(|sitter| matches!(sitter, Sitter::Bot { .. })) {
                        return Err(RequestError::nobody_there().into());
                    }
                }
                Arrangement::AddSeat => {
                    info.check_seats(sitters.len() + 1).map_err(Refused::from)?;
                    sitters.push(Sitter::Nobody);
                }
                Arrangement::RemoveSeat { seat } => {
                    info.check_seats(sitters.len() - 1).map_err(Refused::from)?;
                    match sitters.get(seat.index()) {
                        None => return Err(Refusal::TAKEN),
                        Some(Sitter::Person { .. }) => return Err(Refusal::OCCUPIED),
                        Some(_) => drop(sitters.remove(seat.index())),
                    }
                    if sitters.iter().all(|sitter| matches!(sitter, Sitter::Bot { .. })) {
                        return Err(RequestError::nobody_there().into());
                    }
                }
                Arrangement::Options { options } => {
                    setup.options = info.complete_options(&options).map_err(Refused::from)?;
                }
                Arrangement::Terms { terms } => {
                    terms.check()?;
                    setup.terms = terms;
                }
                Arrangement::Cancel => setup.cancelled = true,
            }
            Ok(true)
        })
        .await?;
        self.clients.resend_all(0);
        Ok(())
    }

    /// Lets the requester leave the match; a bot plays the seat from then on. If `gives_up` is true, anybody
    /// may take the seat from the bot; otherwise only the requester may return to it.
    pub(super) async fn leave(
        &mut self,
        requester: Requester,
        id: &str,
        gives_up: bool,
    ) -> Result<(), Refusal> {
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        if gives_up && self.setup.terms.rated {
            return Err(Refusal::RATED);
        }
        let version = self.history.version();
        if !self.history.deserted().contains(seat) {
            self.change(requester, id, version, ChangeKind::Leave).await?;
        }
        if gives_up {
            self.arrange(|table| {
                let own = seats_of(&table.sitters, requester.guest).contains(seat);
                if own {
                    table.sitters[seat.index()] = Sitter::Nobody;
                }
                Ok(own)
            })
            .await?;
        }
        Ok(())
    }

    /// Removes a person permanently: before the match starts their seats become open, and the table is
    /// cancelled if they created it; after the start, a bot plays for them.
    pub(super) async fn withdraw(&mut self, guest: Guest) -> Result<(), Refusal> {
        self.read_again().await?;
        if self.setup.cancelled || self.history.over() {
            return Ok(());
        }
        if !self.started() {
            return self
                .arrange(|table| {
                    let own = seats_of(&table.sitters, guest);
                    for seat in own.iter() {
                        table.sitters[seat.index()] = Sitter::Nobody;
                    }
                    table.setup.cancelled = table.setup.opened_by == Some(guest);
                    Ok(table.setup.cancelled || own.iter().next().is_some())
                })
                .await;
        }
        for seat in seats_of(&self.sitters, guest).iter() {
            if !self.history.deserted().contains(seat) && !self.history.over() {
                let (id, version) = (crate::ids::table_id(), self.history.version());
                self.submit(seat, &id, version, ChangeKind::Leave, None).await?;
            }
        }
        Ok(())
    }

    /// Closes the table for the operator: it is cancelled before the match starts, and the match ends without
    /// a result afterwards.
    pub(super) async fn close(&mut self) -> Result<(), Refusal> {
        self.read_again().await?;
        if self.setup.cancelled || self.history.over() {
            return Ok(());
        }
        if self.started() {
            let (id, version) = (crate::ids::table_id(), self.history.version());
            return self.submit(Seat(0), &id, version, ChangeKind::Close, None).await;
        }
        self.arrange(|table| {
            table.setup.cancelled = true;
            Ok(true)
        })
        .await?;
        self.clients.resend_all(0);
        Ok(())
    }

    /// Lets the requester return to the match.
    pub(super) async fn come_back(
        &mut self,
        requester: Requester,
        id: &str,
    ) -> Result<(), Refusal> {
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        if !self.history.deserted().contains(seat) {
            let done = self.history.knows(seat, id);
            return if done { Ok(()) } else { Err(Refusal::NOT_AWAY) };
        }
        let version = self.history.version();
        self.change(requester, id, version, ChangeKind::Return).await
    }

    /// The only way to change seats, options and settings: the change is checked, set up, stored, and only
    /// then sent. `change` returns true if it changed anything; it is called again if another process was
    /// first.
    async fn arrange(
        &mut self,
        change: impl Fn(&mut Arranged) -> Result<bool, Refusal>,
    ) -> Result<(), Refusal> {
        loop {
            self.read_again().await?;
            if self.setup.cancelled {
                return Err(Refusal::CANCELLED);
            }
            let mut new = Arranged { setup: self.setup.clone(), sitters: self.sitters.clone() };
            if !change(&mut new)? {
                return Ok(());
            }
            if new.setup.terms.rated {
                check_rated(&new.setup.game, &new.sitters)?;
            }
            new.setup.arranged += 1;
            let history = if self.started() {
                None
            } else {
                let history =
                    History::new(&new.setup, &new.sitters, &self.context.archive.config_cache);
                Some(history?)
            };
            let summary = history.as_ref().unwrap_or(&self.history).summary();
            let entry = Entry::Arrange {
                known: self.setup.arranged,
                setup: Box::new(new.setup.clone()),
                sitters: new.sitters.clone(),
                summary,
            };
            match self.context.store.write(entry).await.map_err(|error| not_saved(&error))? {
                WriteResult::Yes => {
                    self.take_seats(new, history);
                    self.stored();
                    return Ok(());
                }
                WriteResult::Conflict => {}
            }
        }
    }

    /// Replaces the setup and the occupants in memory, after the change was stored.
    fn take_seats(&mut self, new: Arranged, history: Option<History>) {
        let resized = new.sitters.len() != self.sitters.len();
        (self.setup, self.sitters) = (new.setup, new.sitters);
        if let Some(history) = history {
            self.history = history;
        }
        if resized {
            self.resize();
        }
        self.clients.news();
    }

    /// Reads changes of the setup made by other processes.
    pub(super) async fn reload_occupants(&mut self) -> Result<(), sqlx::Error> {
        let (store, id) = (&self.context.store, &self.setup.id);
        let Some(setup) = store.setup(id).await? else {
            // The table was deleted: the room ends, and clients learn of it when they reconnect.
            self.broken = true;
            return Ok(());
        };
        let begins = !self.started() && setup.begun();
        if !self.started() {
            self.dealing.read(store.parts(id).await?);
        }
        if setup.arranged == self.setup.arranged && !begins {
            return Ok(());
        }
        let sitters = store.sitters(id).await?;
        let history = if self.started() {
            None
        } else {
            match History::new(&setup, &sitters, &self.context.archive.config_cache) {
                Ok(history) => Some(history),
                Err(refused) => {
                    tracing::error!(?refused, "the stored setup of a table cannot be loaded");
                    return Ok(());
                }
            }
        };
        self.take_seats(Arranged { setup, sitters }, history);
        if begins {
            self.clients.changed(self.history.steps());
        }
        self.clients.resend_all(if begins { 0 } else { self.history.steps() });
        Ok(())
    }
}

fn is(sitter: &Sitter, guest: Guest) -> bool {
    matches!(sitter, Sitter::Person { guest: at, .. } if *at == guest)
}
