//! Requests to the table: attempted by the session, stored, and only then sent.

use session::guest::Guest;
use session::table::change::ChangeKind;
use session::table::seats::Requester;
use session::{Attempt, Entry, Request};
use tracing::Instrument as _;
use zashiki_core::{Bytes32, Seat};

use super::actor::{RETRY, Room};
use crate::cluster::TableMessage;
use crate::error::not_saved;
use crate::ids;
use crate::protocol::Refusal;
use crate::store::{Entry as StoredEntry, WriteResult};
use crate::telemetry::trace::span;

impl Room {
    /// Carries out a client's request.
    pub(super) async fn request(
        &mut self,
        requester: Requester,
        request: Request,
    ) -> Result<(), Refusal> {
        let Request::Rematch { comes, .. } = request else {
            return self.carry_out(request, None).await;
        };
        self.read_again().await?;
        if self.session.would_open_rematch(requester, comes) {
            self.context.policy.may_begin(requester.guest).await?;
        }
        self.carry_out(request, None).await?;
        if let (Some(seat), Some(_)) = (self.session.seat_of(requester), self.session.rematch()) {
            self.send_to_servers(&TableMessage::Rematch { seat, comes });
        }
        Ok(())
    }

    /// Seats a person.
    pub(super) async fn sit(
        &mut self,
        guest: Guest,
        seat: Seat,
        name: &str,
        hash: Option<Bytes32>,
    ) -> Result<(), Refusal> {
        self.context.policy.may_change()?;
        let arrival = self.context.users.arrival(guest, name).await?;
        let seated = self.carry_out(Request::Sit { arrival, seat, hash }, None).await;
        if self.session.seat_of(Requester { guest, seat: None, lang: None }).is_some() {
            self.clients.seated(guest);
        }
        seated
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
        self.carry_out(Request::ChangeFor { seat, id: ids::table_id(), version, kind }, fence).await
    }

    /// The only way to change a table: the session attempts the request, every write that it needs is stored,
    /// and only then takes effect. A write that cannot be stored is reverted. A change with a `fence` is
    /// stored only while this server holds the table's lease with that fencing number.
    pub(super) async fn carry_out(
        &mut self,
        request: Request,
        fence: Option<i64>,
    ) -> Result<(), Refusal> {
        let mut is_fresh = reads_first(&request);
        if is_fresh {
            self.read_again().await?;
        }
        loop {
            let known = self.session.versions();
            let attempt = span!("rules").in_scope(|| {
                let host = self.context.host();
                self.session.attempt(&request, &host)
            });
            let mut write = match attempt {
                Ok(Attempt::Done) => return Ok(()),
                Ok(Attempt::Store(write)) => write,
                Err(refusal) if is_fresh => return Err(refusal),
                Err(refusal) => {
                    // Another process may have made the request possible, or carried it out itself.
                    self.read_again().await?;
                    is_fresh = true;
                    if self.session.versions() == known {
                        return Err(refusal);
                    }
                    continue;
                }
            };
            let is_change = matches!(write.entry, Entry::Change { .. });
            let entry = stored_entry(&self.session.setup().id, &mut write.entry, fence);
            match self.context.store.write(entry).instrument(span!("store")).await {
                Ok(WriteResult::Yes) => {
                    let completes = self.session.commit(write);
                    self.stored();
                    self.bot_seats.resize(self.session.sitters().len());
                    if is_change {
                        self.context.metrics.accepted.inc();
                        self.count();
                    }
                    if completes {
                        return Ok(());
                    }
                    is_fresh = false;
                }
                Ok(WriteResult::Conflict) => {
                    self.revert(&write)?;
                    self.read_again().await?;
                    is_fresh = true;
                    if fence.is_some() && self.session.versions().version == known.version {
                        // No change was first, so the lease has been lost.
                        self.lose_lease();
                        return Err(Refusal::STALE);
                    }
                    match write.entry {
                        Entry::Promise { .. } => return Err(Refusal::PROMISED_LATE),
                        Entry::Share { .. } => return Err(Refusal::DEALT),
                        _ => {}
                    }
                }
                Err(error) => {
                    self.revert(&write)?;
                    self.unsure |= is_change;
                    return Err(not_saved(&error));
                }
            }
        }
    }

    fn revert(&mut self, write: &session::Write) -> Result<(), Refusal> {
        self.session.revert(write, self.context.now()).map_err(|error| {
            // The next request reloads the table.
            tracing::error!(?error, "a table could not go back to what is stored");
            self.broken = true;
            Refusal::NOT_SAVED
        })
    }

    /// Counts the result of a rated match for the ratings, once it is over. If that fails or is interrupted,
    /// it is repeated when a server starts next.
    fn count(&self) {
        if !self.session.history().over() || !self.session.setup().terms.rated {
            return;
        }
        let Some(guard) = self.context.shutdown.hold() else { return };
        let (context, table) = (self.context.clone(), self.session.setup().id.clone());
        tokio::spawn(async move {
            if let Err(refused) = context.rating_results.count(&table).await {
                tracing::warn!(?refused, "a result is not counted yet");
            }
            drop(guard);
        });
    }

    /// Starts the match if it can start now; otherwise advances the seed exchange. Only the server that holds
    /// the table's lease writes to the store.
    pub(super) async fn deal(&mut self) {
        let now = self.context.now();
        self.session.ask_for_shares(now);
        if !self.session.start_is_due(now) {
            return;
        }
        if !self.holds_lease() {
            return self.session.leave_void_to_others();
        }
        if Box::pin(self.carry_out(Request::Start, None)).await.is_err() {
            self.session.put_off_start(now.monotonic + RETRY);
        }
    }

    /// Reads and applies changes written by other processes.
    pub(super) async fn catch_up(&mut self) -> Result<(), sqlx::Error> {
        let (store, id) = (self.context.store.clone(), self.session.setup().id.clone());
        if !self.session.started() || self.session.has_open_seat() {
            self.reload_occupants().await?;
        }
        for change in store.changes(&id, self.session.versions().version).await? {
            match self.session.apply_stored(&change) {
                Ok(()) => self.count(),
                Err(illegal) => {
                    tracing::error!(rule = %illegal.rule, "a stored change cannot be done");
                    break;
                }
            }
        }
        if self.session.history().over()
            && self.session.rematch().is_none()
            && let Some(rematch) = store.rematch(&id).await?
        {
            self.session.apply_stored_rematch(rematch);
        }
        Ok(())
    }

    pub(super) async fn read_again(&mut self) -> Result<(), Refusal> {
        self.catch_up().await.map_err(|error| not_saved(&error))
    }

    /// Reads changes of the setup made by other processes.
    pub(super) async fn reload_occupants(&mut self) -> Result<(), sqlx::Error> {
        let (store, id) = (self.context.store.clone(), self.session.setup().id.clone());
        let Some(setup) = store.setup(&id).await? else {
            // The table was deleted: the room ends, and clients learn of it when they reconnect.
            self.broken = true;
            return Ok(());
        };
        if !self.session.started() {
            self.session.apply_stored_parts(store.parts(&id).await?);
        }
        if !self.session.is_new_setup(&setup) {
            return Ok(());
        }
        let sitters = store.sitters(&id).await?;
        if let Err(error) = self.session.apply_stored_setup(setup, sitters) {
            tracing::error!(?error, "the stored setup of a table cannot be loaded");
        }
        self.bot_seats.resize(self.session.sitters().len());
        Ok(())
    }
}

/// Returns true if the request depends on data that other processes may have stored without a new version.
fn reads_first(request: &Request) -> bool {
    match request {
        Request::Sit { .. }
        | Request::Promise { .. }
        | Request::Share { .. }
        | Request::Stand { .. }
        | Request::Arrange { .. }
        | Request::Withdraw { .. }
        | Request::Close => true,
        Request::Change { .. }
        | Request::ChangeFor { .. }
        | Request::Leave { .. }
        | Request::Return { .. }
        // It was read again to decide whether the rematch may be created.
        | Request::Rematch { .. }
        | Request::Start => false,
    }
}

/// The entry to be stored for a table. Texts that only the store needs are moved into it.
fn stored_entry(table: &str, entry: &mut Entry, fence: Option<i64>) -> StoredEntry {
    let table = table.to_owned();
    match entry {
        Entry::Change { known, change, summary, record } => StoredEntry::Change {
            table,
            known: *known,
            change: change.clone(),
            summary: std::mem::take(summary),
            record: record.take(),
            fence,
        },
        Entry::Arrange { known, setup, sitters, summary } => StoredEntry::Arrange {
            known: *known,
            setup: setup.clone(),
            sitters: sitters.clone(),
            summary: summary.clone(),
        },
        Entry::Promise { table, guest, hash } => {
            StoredEntry::Promise { table: table.clone(), guest: *guest, hash: *hash }
        }
        Entry::Share { guest, share } => StoredEntry::Share { table, guest: *guest, share: *share },
        Entry::Void => StoredEntry::Void { table },
        Entry::Begin { seed, deal, time, summary } => StoredEntry::Begin {
            table,
            seed: *seed,
            deal: deal.clone(),
            time: *time,
            summary: summary.clone(),
        },
        Entry::Table(table) => table.clone().into(),
    }
}
