//! The start of a match: people's contributions to the seed are collected, and then the match is set up.

use std::time::Duration;

use zashiki_core::Bytes32;

use super::attempt::Attempt;
use super::host::{Host, Now};
use super::state::Session;
use super::write::{Effect, Entry, Write};
use crate::guest::Guest;
use crate::protocol::Refusal;
use crate::table::history::History;
use crate::table::seats::{Requester, seats_of};
use crate::table::seed::SeedState;
use crate::table::seed_exchange::AskedForShares;
use crate::table::setup::TableSetup;

impl Session {
    /// Requests the shares of the seed if every seat is taken, or stops requesting them. Call this whenever something
    /// may have changed, before attempting [`Request::Start`](super::Request::Start).
    pub fn ask_for_shares(&mut self, now: Now) {
        if self.started() || self.setup.cancelled {
            return;
        }
        let viewers = &self.viewers;
        let is_here = |guest| viewers.is_here(guest);
        if self.dealing.ask(&self.sitters, is_here, now.monotonic) != AskedForShares::Same {
            self.viewers.news();
        }
    }

    /// Records that void commitments need not be stored here, because another process stores them.
    pub fn leave_void_to_others(&mut self) {
        self.dealing.void_stored();
    }

    /// Postpones the next attempt to start the match, or to store void commitments, after a failed write.
    pub fn put_off_start(&mut self, until: Duration) {
        self.dealing.put_off(until);
    }

    /// Returns true if void commitments must be stored, or the match can start now.
    pub fn start_is_due(&self, now: Now) -> bool {
        let due = self.dealing.due(|guest| self.viewers.is_here(guest));
        let can_start = !self.started() && !self.setup.cancelled;
        can_start
            && (self.dealing.has_unstored_void() || due.is_some_and(|due| due <= now.monotonic))
    }

    /// The monotonic time at which the shares will be requested or the match will start. `None` while a seat is open,
    /// and after the match has started or been cancelled. Without `starts`, the match is started by another process.
    pub fn next_start(&self, starts: bool) -> Option<Duration> {
        if self.started() || self.setup.cancelled {
            return None;
        }
        let is_here = |guest| self.viewers.is_here(guest);
        if self.dealing.due(is_here).is_some() && !starts {
            return None;
        }
        self.dealing.next(&self.sitters, is_here)
    }

    pub(super) fn start(&mut self, host: &dyn Host) -> Result<Attempt, Refusal> {
        let now = host.now();
        if !self.start_is_due(now) {
            return Ok(Attempt::Done);
        }
        if self.dealing.has_unstored_void() {
            let write = Write { entry: Entry::Void, completes: false, effect: Effect::Void };
            return Ok(Attempt::store(write));
        }
        let deal = self.dealing.deal(&self.setup, &self.sitters);
        let setup = TableSetup { deal, begun_at: now.service, ..self.setup.clone() };
        let SeedState::Yes(seed, Some(deal)) = setup.deal.clone() else {
            return Ok(Attempt::Done);
        };
        let history = History::new(&setup, &self.sitters, &self.config_cache)?;
        let summary = history.summary();
        let entry = Entry::Begin { seed, deal: Box::new(deal), time: now.service, summary };
        let effect = Effect::Begin { setup: Box::new(setup), history: Box::new(history) };
        Ok(Attempt::store(Write::last(entry, effect)))
    }

    /// A person's commitment to a share of the seed.
    pub(super) fn promise(&mut self, guest: Guest, hash: Bytes32) -> Result<Attempt, Refusal> {
        if seats_of(&self.sitters, guest).is_empty() {
            return Err(Refusal::NO_SEAT);
        }
        if self.started() {
            return Err(Refusal::DEALT);
        }
        self.dealing.check_promise(guest, hash)?;
        let entry = Entry::Promise { table: self.setup.id.clone(), guest, hash };
        Ok(Attempt::store(Write::last(entry, Effect::Promise)))
    }

    /// A share revealed by a person who has committed to it.
    pub(super) fn share(
        &mut self,
        requester: Requester,
        share: Bytes32,
    ) -> Result<Attempt, Refusal> {
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        if self.started() {
            let known = self.setup.deal.holds(seat, share);
            return if known { Ok(Attempt::Done) } else { Err(Refusal::DEALT) };
        }
        let guest = requester.guest;
        if !self.dealing.check_share(guest, share)? {
            return Ok(Attempt::Done);
        }
        Ok(Attempt::store(Write::last(Entry::Share { guest, share }, Effect::Share)))
    }
}
