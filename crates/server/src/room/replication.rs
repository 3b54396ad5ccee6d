//! Replication of a table between servers: messages to the other servers, and messages from them.

use crate::error::not_saved;
use std::sync::atomic::Ordering;

use session::table::drafts::StoredDraft;
use tracing::Instrument as _;
use zashiki_core::Seat;

use super::actor::Room;
use crate::cluster::TableMessage;
use crate::protocol::ToClient;
use crate::room::command::ClusterEvent;
use crate::store::{KeptDrafts, Lease};
use crate::telemetry::trace::{self, span};

impl Room {
    /// Returns true if this server runs the table's bots, clocks, seed exchange, turn notices and lobby
    /// entry.
    pub(super) fn holds_lease(&self) -> bool {
        match (&self.elsewhere, &self.context.cluster) {
            (Some(elsewhere), Some(cluster)) => elsewhere.fence.is_some() && cluster.is_fresh(),
            _ => true,
        }
    }

    /// The fencing number of this server's lease, which its own changes must carry; `None` without a lease.
    pub(super) fn fence(&self) -> Option<i64> {
        self.elsewhere.as_ref()?.fence
    }

    /// Gives up the lease, after a write under it was rejected.
    pub(super) fn lose_lease(&mut self) {
        if let Some(elsewhere) = &mut self.elsewhere
            && elsewhere.fence.take().is_some()
        {
            tracing::warn!("another server has acquired a table's lease; this one gives it up");
        }
    }

    /// Acquires the table's lease, unless another server holds it.
    pub(super) async fn acquire_lease(&mut self) -> Result<(), sqlx::Error> {
        let context = self.context.clone();
        let (Some(cluster), Some(elsewhere)) = (&context.cluster, &mut self.elsewhere) else {
            return Ok(());
        };
        if !cluster.is_fresh() {
            return Ok(());
        }
        let Lease { server, fence, drafts } =
            context.store.acquire_lease(&self.session.setup().id, &cluster.me).await?;
        let before = elsewhere.fence;
        let ours = server == cluster.me;
        (elsewhere.fence, elsewhere.home) = (Some(fence).filter(|_| ours), server);
        if let (None, Some(drafts)) = (before, drafts.filter(|_| ours)) {
            self.take_up(drafts);
        }
        Ok(())
    }

    /// Restores the drafts from when the last client disconnected.
    fn take_up(&mut self, kept: KeptDrafts) {
        for (seat, text) in (0..).map(Seat).zip(kept.drafts) {
            if let Some(text) = text.filter(|_| self.session.drafts().of(seat).is_none()) {
                self.replicate_draft(seat, kept.version, text);
            }
        }
    }

    /// Releases the lease, since no client is connected here. If a clock is running, this server keeps the
    /// table until a server with connected people takes it over.
    pub(super) async fn release_lease(&mut self, stays: bool) {
        let (Some(fence), Some(cluster)) = (self.fence(), &self.context.cluster) else { return };
        let (store, table) = (&self.context.store, &self.session.setup().id);
        let left = if stays && !self.session.viewers.is_shared() {
            let seats = Seat::all(self.session.history().table().seats());
            let text = |seat| self.session.drafts().of(seat).map(|draft| draft.text.clone());
            let drafts = KeptDrafts {
                version: self.session.history().version(),
                drafts: seats.map(text).collect(),
            };
            store.idle(table, fence, &drafts).await
        } else {
            store.release(table, fence).await
        };
        if let Err(error) = left {
            tracing::warn!(%error, "the lease of an unused table could not be released");
        }
        if let Some(elsewhere) =
            self.elsewhere.as_mut().filter(|_| self.session.viewers.is_shared())
        {
            elsewhere.fence = None;
            cluster.line.publish(&elsewhere.subject, &TableMessage::Free);
        }
    }

    /// Returns true if the table can change without a new version number: before the match starts, and after
    /// its end until there is a rematch.
    fn is_unsettled(&self) -> bool {
        !self.session.started()
            || (self.session.history().over() && self.session.rematch().is_none())
    }

    /// Records that this server has stored a change of which the other servers are not notified yet.
    pub(super) fn stored(&mut self) {
        if let Some(elsewhere) = &mut self.elsewhere {
            elsewhere.news = true;
        }
    }

    /// Notifies the other servers of stored changes and of the guests connected to this server.
    pub(super) fn replicate(&mut self) {
        let (version, arranged) = (self.session.history().version(), self.session.setup().arranged);
        let (shared, unsettled) = (self.session.viewers.is_shared(), self.is_unsettled());
        let (Some(cluster), Some(elsewhere)) = (&self.context.cluster, &mut self.elsewhere) else {
            return;
        };
        elsewhere.progress.version.store(version, Ordering::Relaxed);
        elsewhere.progress.arranged.store(arranged, Ordering::Relaxed);
        elsewhere.progress.unsettled.store(unsettled, Ordering::Relaxed);
        elsewhere.progress.away.store(elsewhere.fence.is_none(), Ordering::Relaxed);
        if std::mem::take(&mut elsewhere.news) {
            let trace = trace::carried();
            cluster
                .line
                .publish(&elsewhere.subject, &TableMessage::News { version, arranged, trace });
        }
        if !shared && elsewhere.fence.is_some() {
            return;
        }
        let guests = self.session.viewers.guests();
        if guests != elsewhere.here {
            elsewhere.here.clone_from(&guests);
            cluster.line.publish(&elsewhere.subject, &TableMessage::Here { guests });
        }
    }

    /// Sends the connected guests and the drafts to the other servers.
    fn replicate_all(&mut self) {
        let guests = self.session.viewers.guests();
        if let Some(elsewhere) = &mut self.elsewhere {
            elsewhere.here.clone_from(&guests);
        }
        self.send_to_servers(&TableMessage::Here { guests });
        for line in self.session.chat() {
            self.send_to_servers(&TableMessage::Chat(line.clone()));
        }
        let version = self.session.history().version();
        for seat in Seat::all(self.session.history().table().seats()) {
            if let Some(StoredDraft { text, .. }) = self.session.drafts().of(seat) {
                self.send_to_servers(&TableMessage::Draft { seat, version, text: text.clone() });
            }
        }
        for seat in Seat::all(self.session.history().table().seats()) {
            let Some(rematch) = self.session.rematch() else { return };
            let comes = rematch.coming.contains(seat);
            if comes || rematch.declined.contains(seat) {
                self.send_to_servers(&TableMessage::Rematch { seat, comes });
            }
        }
    }

    /// Sends a message to the other servers.
    pub(super) fn send_to_servers(&self, note: &TableMessage) {
        if let (Some(cluster), Some(elsewhere)) = (&self.context.cluster, &self.elsewhere) {
            cluster.line.publish(&elsewhere.subject, note);
        }
    }

    /// Returns true if people may be connected to the table on other servers.
    pub(super) fn has_company(&self) -> bool {
        let away = self.elsewhere.as_ref().is_some_and(|elsewhere| elsewhere.fence.is_none());
        away || self.session.viewers.is_shared()
    }

    /// Handles a message from another server.
    pub(super) async fn handle_server_message(&mut self, message: Vec<u8>) {
        let context = self.context.clone();
        let (Some(cluster), Some(elsewhere)) = (&context.cluster, &self.elsewhere) else { return };
        let Some((server, note)) = cluster.line.read(&elsewhere.subject, &message) else { return };
        match note {
            TableMessage::News { version, arranged, trace } => {
                let known = version <= self.session.history().version()
                    && arranged <= self.session.setup().arranged;
                if !known || self.is_unsettled() {
                    let span = span!("news");
                    if let Some(trace) = trace {
                        trace::follow(&span, &trace);
                    }
                    let reading = async {
                        self.read_replicated(arranged > self.session.setup().arranged).await;
                        self.tell();
                    };
                    reading.instrument(span).await;
                }
            }
            TableMessage::Hello => self.replicate_all(),
            TableMessage::Here { guests } => {
                self.session.viewers.set_remote_guests(server, guests);
                self.clients.look_around(&self.session.viewers);
            }
            TableMessage::Draft { seat, version, text } => {
                self.replicate_draft(seat, version, text)
            }
            TableMessage::Said { seat, phrase, id } => {
                if self.session.add_phrase(seat, &id) {
                    self.announce(&ToClient::Said { seat, phrase });
                }
            }
            TableMessage::Chat(line) => self.session.add_chat(line),
            TableMessage::Rematch { seat, comes } => {
                if self.session.rematch().is_none() {
                    self.read_replicated(false).await;
                }
                self.session.hear_rematch(seat, comes);
            }
            TableMessage::Free => self.acquire_lease_if_needed().await,
            TableMessage::Seats => self.read_replicated(true).await,
        }
    }

    /// Handles an event in the cluster, such as the loss of a server.
    pub(super) async fn see_servers(&mut self, among: ClusterEvent) {
        match among {
            ClusterEvent::Gone => {
                let context = self.context.clone();
                let (Some(cluster), Some(elsewhere)) = (&context.cluster, &self.elsewhere) else {
                    return;
                };
                let homeless = !cluster.is_alive(&elsewhere.home);
                self.session.viewers.forget_processes(|server| cluster.is_alive(server));
                self.clients.look_around(&self.session.viewers);
                if homeless {
                    self.acquire_lease_if_needed().await;
                }
            }
            ClusterEvent::Claim => self.acquire_lease_if_needed().await,
            ClusterEvent::Verify(fence) => {
                if let Some(elsewhere) = &mut self.elsewhere {
                    elsewhere.fence = fence;
                }
                // Messages during the interruption were lost.
                self.read_replicated(true).await;
                self.acquire_lease_if_needed().await;
            }
            ClusterEvent::Shared { new } => {
                if new {
                    self.read_replicated(true).await;
                }
                self.replicate_all();
            }
        }
    }

    async fn acquire_lease_if_needed(&mut self) {
        if self.fence().is_none()
            && let Err(error) = self.acquire_lease().await
        {
            tracing::warn!(%error, "the lease of a table could not be acquired");
        }
    }

    async fn read_replicated(&mut self, seats: bool) {
        let mut read = self.catch_up().await;
        if seats && read.is_ok() {
            read = self.reload_occupants().await;
        }
        if let Err(error) = read {
            not_saved(&error);
        }
    }

    /// Stores a draft received from another server.
    fn replicate_draft(&mut self, seat: Seat, version: u64, text: String) {
        let shown = self.session.keep_replicated_draft(seat, version, text);
        self.clients.send(&mut self.session.viewers, shown);
    }
}
