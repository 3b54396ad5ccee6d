//! The start of a match: people's contributions to the seed are collected, and then the match is set up.

use crate::error::not_saved;
use std::time::Duration;

use zashiki_core::Bytes32;

use super::actor::{RETRY, Room};
use crate::protocol::Refusal;
use crate::store::{Entry, WriteResult};
use session::guest::Guest;
use session::request_error::RequestError;
use session::table::history::History;
use session::table::seats::{Requester, seats_of};
use session::table::seed::SeedState;
use session::table::seed_exchange::AskedForShares;
use session::table::setup::TableSetup;

impl Room {
    /// Starts the match if it can start now; otherwise advances the seed exchange.
    pub(super) async fn deal(&mut self) {
        if self.started() || self.setup.cancelled {
            return;
        }
        let now = self.context.clock.now();
        let clients = &self.clients;
        let asked = self.dealing.ask(&self.sitters, |guest| clients.is_here(guest), now);
        if asked != AskedForShares::Same {
            self.clients.news();
        }
        if self.dealing.has_unstored_void() {
            self.store_void(now).await;
        }
        let due = self.dealing.due(|guest| self.clients.is_here(guest));
        let due = due.is_some_and(|due| due <= now) && self.holds_lease();
        if due && Box::pin(self.begin()).await.is_err() {
            self.dealing.put_off(now + RETRY);
        }
    }

    /// Stores that all commitments are void. Only the server that holds the table's lease writes to the
    /// store.
    async fn store_void(&mut self, now: Duration) {
        if self.holds_lease() {
            let void = Entry::Void { table: self.setup.id.clone() };
            if let Err(error) = self.context.store.write(void).await {
                not_saved(&error);
                return self.dealing.put_off(now + RETRY);
            }
        }
        self.dealing.void_stored();
    }

    /// The time, by the server's clock, at which the shares will be requested or the match will start. `None`
    /// while a seat is open, after the match has started or been cancelled, and, once the shares are
    /// requested, on a server that does not hold the table's lease.
    pub(super) fn dealt_at(&self) -> Option<Duration> {
        if self.started() || self.setup.cancelled {
            return None;
        }
        let is_here = |guest| self.clients.is_here(guest);
        let begins = self.dealing.due(is_here).is_some();
        if begins && !self.holds_lease() {
            return None;
        }
        self.dealing.next(&self.sitters, is_here)
    }

    async fn begin(&mut self) -> Result<(), Refusal> {
        let deal = self.dealing.deal(&self.setup, &self.sitters);
        let begun_at = self.context.clock.time();
        let setup = TableSetup { deal, begun_at, ..self.setup.clone() };
        let SeedState::Yes(seed, Some(deal)) = setup.deal.clone() else { return Ok(()) };
        let history = self.laid(&setup)?;
        let (table, summary) = (setup.id.clone(), history.summary());
        let entry = Entry::Begin { table, seed, deal: Box::new(deal), time: begun_at, summary };
        match self.context.store.write(entry).await.map_err(|error| not_saved(&error))? {
            WriteResult::Yes => {
                (self.setup, self.history) = (setup, history);
                self.clients.changed(self.history.steps());
                self.stored();
                Ok(())
            }
            WriteResult::Conflict => self.read_again().await,
        }
    }

    /// The match with this setup, before any change.
    fn laid(&self, setup: &TableSetup) -> Result<History, RequestError> {
        History::new(setup, &self.sitters, &self.context.archive.config_cache)
    }

    /// Handles a guest's commitment to a share of the seed.
    pub(super) async fn promise(&mut self, guest: Guest, hash: Bytes32) -> Result<(), Refusal> {
        self.read_again().await?;
        if seats_of(&self.sitters, guest).is_empty() {
            return Err(Refusal::NO_SEAT);
        }
        if self.started() {
            return Err(Refusal::DEALT);
        }
        self.dealing.check_promise(guest, hash)?;
        let entry = Entry::Promise { table: self.setup.id.clone(), guest, hash };
        match self.context.store.write(entry).await.map_err(|error| not_saved(&error))? {
            WriteResult::Yes => {
                self.dealing.promised(guest, hash);
                self.clients.news();
                self.stored();
                Ok(())
            }
            WriteResult::Conflict => Err(Refusal::PROMISED_LATE),
        }
    }

    /// Handles a share revealed by a guest who has committed to it.
    pub(super) async fn share(
        &mut self,
        requester: Requester,
        share: Bytes32,
    ) -> Result<(), Refusal> {
        self.read_again().await?;
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        if self.started() {
            let known = self.setup.deal.holds(seat, share);
            return if known { Ok(()) } else { Err(Refusal::DEALT) };
        }
        if !self.dealing.check_share(requester.guest, share)? {
            return Ok(());
        }
        let entry = Entry::Share { table: self.setup.id.clone(), guest: requester.guest, share };
        match self.context.store.write(entry).await.map_err(|error| not_saved(&error))? {
            WriteResult::Yes => {
                self.dealing.shared(requester.guest, share);
                self.clients.news();
                self.stored();
                Ok(())
            }
            WriteResult::Conflict => {
                self.read_again().await?;
                Err(Refusal::DEALT)
            }
        }
    }
}
