//! Drafts: unfinished decisions, which clients send while the person chooses.

use zashiki_core::{Draft, Seat};

use super::state::Session;
use crate::guest::Guest;
use crate::protocol::{OpenDraft, Refusal, ToClient};
use crate::table::drafts::StoredDraft;
use crate::table::seats::Requester;
use crate::table::setup::Sitter;
use crate::viewers::Message;

/// Maximum sizes of a draft, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct DraftLimits {
    /// Of the draft as a client sends it.
    pub draft: usize,
    /// Of its interpretation, as JSON.
    pub reading: usize,
}

impl Default for DraftLimits {
    fn default() -> DraftLimits {
        DraftLimits { draft: 1024, reading: 16 * 1024 }
    }
}

/// An interpreted draft.
pub struct TakenDraft {
    /// The interpretation, for the client that sent the draft.
    pub draft: Draft,
    /// The seat and the draft to keep ([`Session::keep_draft`]); `None` if the draft is only interpreted.
    pub kept: Option<(Seat, StoredDraft)>,
}

impl Session {
    /// Interprets a draft (an unfinished decision, as text).
    ///
    /// # Errors
    /// Returns an error if the requester has no seat, the draft is too long or is for an earlier decision, or
    /// the game cannot interpret it.
    pub fn draft(
        &self,
        requester: Requester,
        version: u64,
        text: &str,
        limits: DraftLimits,
    ) -> Result<TakenDraft, Refusal> {
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        if !self.started() {
            return Err(Refusal::NOT_BEGUN);
        }
        if text.len() > limits.draft {
            return Err(Refusal::draft_too_long(limits.draft));
        }
        self.history.check_fresh(seat, version)?;
        let table = self.history.table();
        let draft = table.draft(seat, text)?;
        if draft.reading.to_string().len() > limits.reading {
            return Err(Refusal::draft_too_long(limits.draft));
        }
        let awaited = table.turn().awaited().contains(seat);
        // If time is limited or drafts are public, an incomplete draft is only interpreted and not stored.
        let completes = table.drafts_open() || table.time_limit(seat).is_some();
        let keep = awaited && (draft.completed.is_some() || !completes);
        let kept = StoredDraft { text: text.to_owned(), reading: draft.reading.clone() };
        Ok(TakenDraft { draft, kept: keep.then_some((seat, kept)) })
    }

    /// Keeps a seat's draft as its last one. Returns the message with a public draft for all clients except
    /// those of `guest`, who made it.
    pub fn keep_draft(
        &mut self,
        guest: Option<Guest>,
        seat: Seat,
        kept: StoredDraft,
    ) -> Option<Message> {
        let reading = kept.reading.clone();
        self.drafts.keep(seat, kept);
        if !self.history.table().drafts_open() {
            return None;
        }
        let version = self.history.version();
        let drafting = ToClient::Drafting { version, draft: OpenDraft { seat, reading } };
        Some(self.viewers.draft_message(guest, seat, &drafting))
    }

    /// Keeps a draft that another process has accepted by the same rules, if it is for the pending decision.
    pub fn keep_replicated_draft(
        &mut self,
        seat: Seat,
        version: u64,
        text: String,
    ) -> Option<Message> {
        let table = self.history.table();
        let is_fresh = self.started() && self.history.check_fresh(seat, version).is_ok();
        if !is_fresh || !table.turn().awaited().contains(seat) {
            return None;
        }
        let draft = table.draft(seat, &text).ok()?;
        let guest = match self.sitters.get(seat.index()) {
            Some(Sitter::Person { guest, .. }) => Some(*guest),
            _ => None,
        };
        self.keep_draft(guest, seat, StoredDraft { text, reading: draft.reading })
    }
}
