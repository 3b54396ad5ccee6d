//! How the play of a table begins: what people add to its deal is gathered, and then it is dealt.

use std::time::Duration;

use zashiki_core::Bytes32;

use super::{RETRY, Room};
use crate::dealing::{Asked, Dealt};
use crate::guest::Guest;
use crate::ledger::Ledger;
use crate::refusal::Refused;
use crate::seats::{Asker, seats_of};
use crate::store::{Entry, TableSetup, Written};
use crate::wire::Refusal;

impl Room {
    /// Begins the play when it can begin; until then it gathers what people add to the deal.
    pub(super) async fn deal(&mut self) {
        if self.started() || self.setup.cancelled {
            return;
        }
        let now = self.house.clock.now();
        let audience = &self.audience;
        let asked = self.dealing.ask(&self.sitters, |guest| audience.is_here(guest), now);
        if asked != Asked::Same {
            self.audience.news();
        }
        if self.dealing.is_untold() {
            self.store_void(now).await;
        }
        let due = self.dealing.due(|guest| self.audience.is_here(guest));
        let due = due.is_some_and(|due| due <= now) && self.at_home();
        if due && Box::pin(self.begin()).await.is_err() {
            self.dealing.put_off(now + RETRY);
        }
    }

    /// Has it stored that what was promised is void, which the server does that holds the lease.
    async fn store_void(&mut self, now: Duration) {
        if self.at_home() {
            let void = Entry::Void { table: self.setup.id.clone() };
            if let Err(error) = self.house.store.write(void).await {
                Refusal::not_saved(&error);
                return self.dealing.put_off(now + RETRY);
            }
        }
        self.dealing.told_void();
    }

    /// When the shares are asked for, or the play begins, by the house's clock, if every seat is
    /// taken. Only the server that holds the lease begins it.
    pub(super) fn dealt_at(&self) -> Option<Duration> {
        if self.started() || self.setup.cancelled {
            return None;
        }
        let is_here = |guest| self.audience.is_here(guest);
        let begins = self.dealing.due(is_here).is_some();
        if begins && !self.at_home() {
            return None;
        }
        self.dealing.next(&self.sitters, is_here)
    }

    async fn begin(&mut self) -> Result<(), Refusal> {
        let deal = self.dealing.deal(&self.setup, &self.sitters);
        let begun_at = self.house.time();
        let setup = TableSetup { deal, begun_at, ..self.setup.clone() };
        let Dealt::Yes(seed, Some(deal)) = setup.deal.clone() else { return Ok(()) };
        let ledger = self.laid(&setup)?;
        let (table, standing) = (setup.id.clone(), ledger.standing());
        let entry = Entry::Begin { table, seed, deal: Box::new(deal), time: begun_at, standing };
        match self.house.store.write(entry).await.map_err(|error| Refusal::not_saved(&error))? {
            Written::Yes => {
                (self.setup, self.ledger) = (setup, ledger);
                self.audience.changed(self.ledger.steps());
                self.stored();
                Ok(())
            }
            Written::Conflict => self.read_again().await,
        }
    }

    /// The play of this setup before any change.
    fn laid(&self, setup: &TableSetup) -> Result<Ledger, Refused> {
        Ledger::new(setup, &self.sitters, &self.house.prototypes)
    }

    /// Hears what a guest promises to add to the deal.
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
        match self.house.store.write(entry).await.map_err(|error| Refusal::not_saved(&error))? {
            Written::Yes => {
                self.dealing.promised(guest, hash);
                self.audience.news();
                self.stored();
                Ok(())
            }
            Written::Conflict => Err(Refusal::PROMISED_LATE),
        }
    }

    /// Hears the share that a guest has promised.
    pub(super) async fn share(&mut self, asker: Asker, share: Bytes32) -> Result<(), Refusal> {
        self.read_again().await?;
        let seat = self.seat_of(asker).ok_or(Refusal::NO_SEAT)?;
        if self.started() {
            let known = self.setup.deal.holds(seat, share);
            return if known { Ok(()) } else { Err(Refusal::DEALT) };
        }
        if !self.dealing.check_share(asker.guest, share)? {
            return Ok(());
        }
        let entry = Entry::Share { table: self.setup.id.clone(), guest: asker.guest, share };
        match self.house.store.write(entry).await.map_err(|error| Refusal::not_saved(&error))? {
            Written::Yes => {
                self.dealing.shared(asker.guest, share);
                self.audience.news();
                self.stored();
                Ok(())
            }
            Written::Conflict => {
                self.read_again().await?;
                Err(Refusal::DEALT)
            }
        }
    }
}
