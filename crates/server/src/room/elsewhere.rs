//! The same table on other servers: what they are told, and what they say.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tracing::Instrument as _;
use zashiki_core::Seat;

use super::Room;
use crate::bus::Messages;
use crate::cluster::{Cluster, OfTable, Subject};
use crate::command::Among;
use crate::drafts::Kept;
use crate::guest::Guest;
use crate::house::Mark;
use crate::store::{KeptDrafts, Lease, Sitter};
use crate::trace::{self, span};
use crate::wire::{Refusal, ToClient};

/// What a table has to do with other servers.
pub(super) struct Elsewhere {
    subject: Subject,
    /// What they say; none once the room has taken it.
    messages: Option<Messages>,
    /// Under which number it is at home here, if it is.
    fence: Option<i64>,
    /// The server with which it is at home otherwise, as was last heard.
    home: String,
    /// Whether something was stored here of which they have yet to be told.
    news: bool,
    /// Who is connected here, as they were last told.
    here: Vec<Guest>,
    pub(super) mark: Arc<Mark>,
}

impl Elsewhere {
    /// Listens to them, from before the table is read.
    pub(super) fn listen(cluster: &Cluster, table: &str) -> Elsewhere {
        let subject = cluster.line.table(table);
        Elsewhere {
            messages: Some(cluster.line.listen(&subject)),
            subject,
            fence: None,
            home: String::new(),
            news: false,
            here: Vec::new(),
            mark: Arc::default(),
        }
    }

    /// What they say.
    pub(super) fn take_messages(&mut self) -> Option<Messages> {
        self.messages.take()
    }
}

impl Room {
    /// Whether this server asks the bots, keeps the clocks, deals, calls and lists the table.
    pub(super) fn at_home(&self) -> bool {
        match (&self.elsewhere, &self.house.cluster) {
            (Some(elsewhere), Some(cluster)) => elsewhere.fence.is_some() && cluster.is_fresh(),
            _ => true,
        }
    }

    /// The number under which what the house does here is stored.
    pub(super) fn fence(&self) -> Option<i64> {
        self.elsewhere.as_ref()?.fence
    }

    /// The table is no longer at home here: what the house was about to do was refused.
    pub(super) fn lose_home(&mut self) {
        if let Some(elsewhere) = &mut self.elsewhere
            && elsewhere.fence.take().is_some()
        {
            tracing::warn!("another server has taken a table home; this one lets it go");
        }
    }

    /// Takes the table home if no other server has.
    pub(super) async fn claim(&mut self) -> Result<(), sqlx::Error> {
        let house = self.house.clone();
        let (Some(cluster), Some(elsewhere)) = (&house.cluster, &mut self.elsewhere) else {
            return Ok(());
        };
        if !cluster.is_fresh() {
            return Ok(());
        }
        let Lease { server, fence, drafts } =
            house.store.claim(&self.setup.id, &cluster.me).await?;
        let before = elsewhere.fence;
        let ours = server == cluster.me;
        (elsewhere.fence, elsewhere.home) = (Some(fence).filter(|_| ours), server);
        if let (None, Some(drafts)) = (before, drafts.filter(|_| ours)) {
            self.take_up(drafts);
        }
        Ok(())
    }

    /// Goes on with the drafts that the table had when nobody was there any more.
    fn take_up(&mut self, kept: KeptDrafts) {
        for (seat, text) in (0..).map(Seat).zip(kept.drafts) {
            if let Some(text) = text.filter(|_| self.drafts.of(seat).is_none()) {
                self.draft_elsewhere(seat, kept.version, text);
            }
        }
    }

    /// Lets others take the table home, as nobody is connected here. Where a clock runs it stays
    /// until they do, unless they have people there.
    pub(super) async fn leave_home(&mut self, stays: bool) {
        let (Some(fence), Some(cluster)) = (self.fence(), &self.house.cluster) else { return };
        let (store, table) = (&self.house.store, &self.setup.id);
        let left = if stays && !self.audience.is_shared() {
            let seats = Seat::all(self.ledger.table().seats());
            let text = |seat| self.drafts.of(seat).map(|draft| draft.text.clone());
            let drafts =
                KeptDrafts { version: self.ledger.version(), drafts: seats.map(text).collect() };
            store.idle(table, fence, &drafts).await
        } else {
            store.release(table, fence).await
        };
        if let Err(error) = left {
            tracing::warn!(%error, "a table stays at home where nobody is");
        }
        if let Some(elsewhere) = self.elsewhere.as_mut().filter(|_| self.audience.is_shared()) {
            elsewhere.fence = None;
            cluster.line.tell(&elsewhere.subject, &OfTable::Free);
        }
    }

    /// Whether more can be new than how many changes there are and how often it was arranged.
    fn is_unsettled(&self) -> bool {
        !self.started() || (self.ledger.over() && self.rematch.is_none())
    }

    /// Something was stored here.
    pub(super) fn stored(&mut self) {
        if let Some(elsewhere) = &mut self.elsewhere {
            elsewhere.news = true;
        }
    }

    /// Tells the other servers what is new here.
    pub(super) fn tell_elsewhere(&mut self) {
        let (version, arranged) = (self.ledger.version(), self.setup.arranged);
        let (shared, unsettled) = (self.audience.is_shared(), self.is_unsettled());
        let (Some(cluster), Some(elsewhere)) = (&self.house.cluster, &mut self.elsewhere) else {
            return;
        };
        elsewhere.mark.version.store(version, Ordering::Relaxed);
        elsewhere.mark.arranged.store(arranged, Ordering::Relaxed);
        elsewhere.mark.unsettled.store(unsettled, Ordering::Relaxed);
        elsewhere.mark.away.store(elsewhere.fence.is_none(), Ordering::Relaxed);
        if std::mem::take(&mut elsewhere.news) {
            let trace = trace::carried();
            cluster.line.tell(&elsewhere.subject, &OfTable::News { version, arranged, trace });
        }
        if !shared && elsewhere.fence.is_some() {
            return;
        }
        let guests = self.audience.guests();
        if guests != elsewhere.here {
            elsewhere.here.clone_from(&guests);
            cluster.line.tell(&elsewhere.subject, &OfTable::Here { guests });
        }
    }

    /// Tells the other servers who is connected here, and what is in hand.
    fn tell_all_elsewhere(&mut self) {
        let guests = self.audience.guests();
        if let Some(elsewhere) = &mut self.elsewhere {
            elsewhere.here.clone_from(&guests);
        }
        self.say_elsewhere(&OfTable::Here { guests });
        let version = self.ledger.version();
        for seat in Seat::all(self.ledger.table().seats()) {
            if let Some(Kept { text, .. }) = self.drafts.of(seat) {
                self.say_elsewhere(&OfTable::Draft { seat, version, text: text.clone() });
            }
        }
        for seat in Seat::all(self.ledger.table().seats()) {
            let Some(rematch) = &self.rematch else { return };
            let comes = rematch.coming.contains(seat);
            if comes || rematch.declined.contains(seat) {
                self.say_elsewhere(&OfTable::Rematch { seat, comes });
            }
        }
    }

    /// Tells the other servers something.
    pub(super) fn say_elsewhere(&self, note: &OfTable) {
        if let (Some(cluster), Some(elsewhere)) = (&self.house.cluster, &self.elsewhere) {
            cluster.line.tell(&elsewhere.subject, note);
        }
    }

    /// Whether other servers may have people here.
    pub(super) fn has_company(&self) -> bool {
        let away = self.elsewhere.as_ref().is_some_and(|elsewhere| elsewhere.fence.is_none());
        away || self.audience.is_shared()
    }

    /// Hears another server.
    pub(super) async fn hear_elsewhere(&mut self, message: Vec<u8>) {
        let house = self.house.clone();
        let (Some(cluster), Some(elsewhere)) = (&house.cluster, &self.elsewhere) else { return };
        let Some((server, note)) = cluster.line.read(&elsewhere.subject, &message) else { return };
        match note {
            OfTable::News { version, arranged, trace } => {
                let known = version <= self.ledger.version() && arranged <= self.setup.arranged;
                if !known || self.is_unsettled() {
                    let span = span!("news");
                    if let Some(trace) = trace {
                        trace::follow(&span, &trace);
                    }
                    let reading = async {
                        self.read_from_elsewhere(arranged > self.setup.arranged).await;
                        self.tell();
                    };
                    reading.instrument(span).await;
                }
            }
            OfTable::Hello => self.tell_all_elsewhere(),
            OfTable::Here { guests } => self.audience.see_elsewhere(server, guests),
            OfTable::Draft { seat, version, text } => self.draft_elsewhere(seat, version, text),
            OfTable::Said { seat, phrase } => {
                self.audience.announce(&ToClient::Said { seat, phrase });
            }
            OfTable::Rematch { seat, comes } => {
                if self.rematch.is_none() {
                    self.read_from_elsewhere(false).await;
                }
                if let Some(rematch) = &mut self.rematch {
                    rematch.hear(seat, comes);
                    self.audience.news();
                }
            }
            OfTable::Free => self.claim_if_needed().await,
            OfTable::Seats => self.read_from_elsewhere(true).await,
        }
    }

    /// Something has come about among the servers.
    pub(super) async fn see_servers(&mut self, among: Among) {
        match among {
            Among::Gone => {
                let house = self.house.clone();
                let (Some(cluster), Some(elsewhere)) = (&house.cluster, &self.elsewhere) else {
                    return;
                };
                let homeless = !cluster.is_alive(&elsewhere.home);
                self.audience.forget_servers(|server| cluster.is_alive(server));
                if homeless {
                    self.claim_if_needed().await;
                }
            }
            Among::Claim => self.claim_if_needed().await,
            Among::Verify(fence) => {
                if let Some(elsewhere) = &mut self.elsewhere {
                    elsewhere.fence = fence;
                }
                // What happened while this server was away was not heard.
                self.read_from_elsewhere(true).await;
                self.claim_if_needed().await;
            }
            Among::Shared { new } => {
                if new {
                    self.read_from_elsewhere(true).await;
                }
                self.tell_all_elsewhere();
            }
        }
    }

    async fn claim_if_needed(&mut self) {
        if self.fence().is_none()
            && let Err(error) = self.claim().await
        {
            tracing::warn!(%error, "a table could not be taken home");
        }
    }

    async fn read_from_elsewhere(&mut self, seats: bool) {
        let mut read = self.catch_up().await;
        if seats && read.is_ok() {
            read = self.see_who_sits().await;
        }
        if let Err(error) = read {
            Refusal::not_saved(&error);
        }
    }

    /// Keeps what a seat has in hand that came by another server.
    fn draft_elsewhere(&mut self, seat: Seat, version: u64, text: String) {
        let table = self.ledger.table();
        if !self.started() || self.ledger.check_fresh(seat, version).is_err() {
            return;
        }
        if !table.turn().awaited().contains(seat) {
            return;
        }
        // The other has asked the same rules.
        let Ok(draft) = table.draft(seat, &text) else { return };
        let guest = match self.sitters.get(seat.index()) {
            Some(Sitter::Person { guest, .. }) => Some(*guest),
            _ => None,
        };
        self.keep_draft(guest, seat, Kept { text, reading: draft.reading });
    }
}
