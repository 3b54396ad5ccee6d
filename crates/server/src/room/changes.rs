//! Changes of the match: checked, applied, stored, and only then sent.

use crate::error::not_saved;
use tracing::Instrument as _;
use zashiki_core::Seat;

use super::actor::Room;
use crate::ids;
use crate::protocol::{Refusal, Rematch};
use crate::store::{Entry, WriteResult};
use crate::telemetry::trace::span;
use session::table::change::{Change, ChangeKind};
use session::table::record::{record, to_json};
use session::table::seats::Requester;
use session::table::setup::Sitter;

/// Maximum length of a message id, in characters.
const ID_LENGTH: usize = 64;

impl Room {
    /// Makes a change to the match that a person requested.
    pub(super) async fn change(
        &mut self,
        requester: Requester,
        id: &str,
        version: u64,
        kind: ChangeKind,
    ) -> Result<(), Refusal> {
        // Not every database can store every character.
        let strange = id.chars().any(char::is_control);
        if id.is_empty() || strange || id.chars().count() > ID_LENGTH {
            return Err(Refusal::BAD_ID);
        }
        if self.seat_of(requester).is_none() {
            self.read_again().await?;
        }
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        let plays = !matches!(kind, ChangeKind::Leave | ChangeKind::Return);
        if plays && self.history.deserted().contains(seat) && !self.history.knows(seat, id) {
            let lost = self.history.lost().contains(seat);
            return Err(if lost { Refusal::LOST } else { Refusal::AWAY });
        }
        self.submit(seat, id, version, kind, None).await
    }

    /// Makes a change to the match for a bot or a clock. It is rejected as stale if another server holds the
    /// table's lease.
    pub(super) async fn do_for(
        &mut self,
        seat: Seat,
        version: u64,
        kind: ChangeKind,
    ) -> Result<(), Refusal> {
        if !self.holds_lease() {
            return Err(Refusal::STALE);
        }
        let fence = self.fence();
        self.submit(seat, &ids::table_id(), version, kind, fence).await
    }

    /// The only way to change a match, for people and bots alike: the change is checked, applied, stored with
    /// its result, and only then sent. A change that cannot be stored is reverted. A change with a `fence` is
    /// stored only while this server holds the table's lease with that fencing number.
    pub(super) async fn submit(
        &mut self,
        seat: Seat,
        id: &str,
        version: u64,
        kind: ChangeKind,
        fence: Option<i64>,
    ) -> Result<(), Refusal> {
        loop {
            if self.history.knows(seat, id) {
                return Ok(());
            }
            if !self.started() {
                self.read_again().await?;
            }
            if !self.started() {
                return Err(Refusal::NOT_BEGUN);
            }
            let known = self.history.version();
            let checked = span!("rules")
                .in_scope(|| self.history.check(seat, version, &kind, self.context.clock.time()));
            if let Err(refusal) = checked {
                // Another process may have made the change possible, or made it itself.
                self.read_again().await?;
                if self.history.version() == known {
                    return Err(refusal);
                }
                continue;
            }
            let change = Change {
                seat,
                kind: kind.clone(),
                client_id: id.to_owned(),
                at: self.context.clock.day(),
                time: Some(self.context.clock.time()),
            };
            let rules = span!("rules").entered();
            let back = self.history.apply(change.clone())?;
            let (table, change_of) = (self.setup.id.clone(), change.clone());
            let eyes = self.clients.eyes(&self.sitters);
            let (summary, record) = (self.history.written(eyes), self.record());
            drop(rules);
            let entry = Entry::Change { table, known, change: change_of, summary, record, fence };
            match self.context.store.write(entry).instrument(span!("store")).await {
                Ok(WriteResult::Yes) => {
                    self.context.metrics.accepted.inc();
                    self.done(&change, back);
                    self.stored();
                    return Ok(());
                }
                Ok(WriteResult::Conflict) => {
                    self.forget_last()?;
                    self.read_again().await?;
                    if fence.is_some() && self.history.version() == known {
                        // No change was first, so the lease has been lost.
                        self.lose_lease();
                        return Err(Refusal::STALE);
                    }
                }
                Err(error) => {
                    self.forget_last()?;
                    self.unsure = true;
                    return Err(not_saved(&error));
                }
            }
        }
    }

    pub(super) fn forget_last(&mut self) -> Result<(), Refusal> {
        let config_cache = &self.context.archive.config_cache;
        let back = self.history.forget_last(&self.setup, &self.sitters, config_cache);
        self.history.wind(self.context.clock.time());
        back.map_err(|refused| {
            // The next request reloads the table.
            tracing::error!(?refused, "a table could not go back to what is stored");
            self.broken = true;
            Refusal::NOT_SAVED
        })
    }

    /// The public record of the match, once it is over; `None` before.
    pub(super) fn record(&self) -> Option<String> {
        let history = &self.history;
        history.over().then(|| to_json(&record(history, &self.setup, &self.sitters)))
    }

    /// Updates drafts and clients after a stored change; `back` is the seat whose decision the change took
    /// back, if any.
    pub(super) fn done(&mut self, change: &Change, back: Option<Seat>) {
        if let ChangeKind::Act(_) | ChangeKind::Expire(_) = change.kind {
            self.drafts.forget(change.seat);
        }
        if let Some(seat) = back {
            self.drafts.forget(seat);
        }
        self.drafts.follow(self.history.table());
        if self.history.over() && self.setup.terms.rated {
            self.count();
        }
        self.clients.changed(self.history.steps());
    }

    /// Counts the result for the ratings. If that fails or is interrupted, it is repeated when a server
    /// starts next.
    pub(super) fn count(&self) {
        let Some(guard) = self.context.shutdown.hold() else { return };
        let (context, table) = (self.context.clone(), self.setup.id.clone());
        tokio::spawn(async move {
            if let Err(refused) = context.rating_results.count(&table).await {
                tracing::warn!(?refused, "a result is not counted yet");
            }
            drop(guard);
        });
    }

    /// Reads and applies changes written by other processes.
    pub(super) async fn catch_up(&mut self) -> Result<(), sqlx::Error> {
        if !self.started() || self.sitters.contains(&Sitter::Nobody) {
            self.reload_occupants().await?;
        }
        for change in self.context.store.changes(&self.setup.id, self.history.version()).await? {
            match self.history.apply(change.clone()) {
                Ok(back) => self.done(&change, back),
                Err(illegal) => {
                    tracing::error!(rule = %illegal.rule, "a stored change cannot be done");
                    break;
                }
            }
        }
        if self.history.over() && self.rematch.is_none() {
            let rematch = self.context.store.rematch(&self.setup.id).await?;
            self.rematch = rematch.map(Rematch::at);
            if self.rematch.is_some() {
                self.clients.news();
            }
        }
        Ok(())
    }

    pub(super) async fn read_again(&mut self) -> Result<(), Refusal> {
        self.catch_up().await.map_err(|error| not_saved(&error))
    }
}
