//! Messages from clients.

use zashiki_core::{Draft, Seat};

use super::actor::Room;
use crate::cluster::TableMessage;
use crate::protocol::{OpenDraft, Phrase, Refusal, ToClient, ToServer};
use session::guest::Guest;
use session::table::change::ChangeKind;
use session::table::drafts::StoredDraft;
use session::table::seats::Requester;

impl Room {
    /// Handles a message from a client. A client disconnected meanwhile gets no answer, but its message takes
    /// effect; its page resends it with the same id and learns the result.
    pub(super) async fn handle_message(
        &mut self,
        client: u64,
        requester: Requester,
        message: ToServer,
    ) {
        let (id, outcome) = match message {
            ToServer::Draft { id, version, draft } => {
                let answer = match self.draft(requester, version, draft) {
                    Ok(draft) => ToClient::Drafted { id, draft },
                    Err(refusal) => ToClient::Refused { id, refusal },
                };
                return self.clients.answer(client, &answer);
            }
            ToServer::Phrase { id, phrase } => {
                let outcome = self.say(requester, phrase);
                (id, outcome)
            }
            ToServer::Sit { id, seat, name, hash } => {
                let outcome = self.sit(requester.guest, seat, &name, hash).await;
                (id, outcome)
            }
            ToServer::Promise { id, hash } => {
                let outcome = self.promise(requester.guest, hash).await;
                (id, outcome)
            }
            ToServer::Share { id, share } => {
                let outcome = self.share(requester, share).await;
                (id, outcome)
            }
            ToServer::Stand { id } => {
                let outcome = self.stand(requester).await;
                (id, outcome)
            }
            ToServer::Arrange { id, change } => {
                let outcome = self.rearrange(requester.guest, change).await;
                (id, outcome)
            }
            ToServer::Leave { id, gives_up } => {
                let outcome = self.leave(requester, &id, gives_up).await;
                (id, outcome)
            }
            ToServer::Return { id } => {
                let outcome = self.come_back(requester, &id).await;
                (id, outcome)
            }
            ToServer::Rematch { id, comes, hash } => {
                let outcome = self.play_again(requester, comes, hash).await;
                (id, outcome)
            }
            ToServer::Resign { id, version } => {
                let outcome = self.change(requester, &id, version, ChangeKind::Resign).await;
                (id, outcome)
            }
            ToServer::Talk { id, version, word } => {
                let outcome = self.change(requester, &id, version, ChangeKind::Talk(word)).await;
                (id, outcome)
            }
            ToServer::Act { id, version, action } => {
                let outcome = self.change(requester, &id, version, ChangeKind::Act(action)).await;
                (id, outcome)
            }
            ToServer::Undo { id, version } => {
                let outcome = self.change(requester, &id, version, ChangeKind::Undo).await;
                (id, outcome)
            }
        };
        self.deal().await;
        // The new state is sent first, so that a client that receives "done" already has it.
        self.tell();
        self.replicate();
        let answer = match outcome {
            Ok(()) => ToClient::Done { id },
            Err(refusal) => {
                self.context.metrics.declined.inc();
                ToClient::Refused { id, refusal }
            }
        };
        self.clients.answer(client, &answer);
    }

    /// Sends a player's phrase to all clients.
    pub(super) fn say(&mut self, requester: Requester, phrase: Phrase) -> Result<(), Refusal> {
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        if !self.phrases.take(seat, self.context.limits.phrases, self.context.clock.now()) {
            return Err(Refusal::TALKATIVE);
        }
        self.clients.announce(&ToClient::Said { seat, phrase });
        if self.has_company() {
            self.send_to_servers(&TableMessage::Said { seat, phrase });
        }
        Ok(())
    }

    /// Interprets a draft (an unfinished decision, as text), and stores it if it belongs to the requester's
    /// pending decision. A public draft is sent to the other clients; a private one is not.
    pub(super) fn draft(
        &mut self,
        requester: Requester,
        version: u64,
        text: String,
    ) -> Result<Draft, Refusal> {
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        if !self.started() {
            return Err(Refusal::NOT_BEGUN);
        }
        let limits = &self.context.limits;
        if text.len() > limits.draft {
            return Err(Refusal::draft_too_long(limits.draft));
        }
        self.history.check_fresh(seat, version)?;
        let draft = self.history.table().draft(seat, &text)?;
        if draft.reading.to_string().len() > limits.reading {
            return Err(Refusal::draft_too_long(limits.draft));
        }
        let table = self.history.table();
        let awaited = table.turn().awaited().contains(seat);
        let watched = table.drafts_open();
        // If time is limited or drafts are public, an incomplete draft is only interpreted and not stored.
        let completes = watched || table.time_limit(seat).is_some();
        if !awaited || (draft.completed.is_none() && completes) {
            return Ok(draft);
        }
        if self.has_company() {
            self.send_to_servers(&TableMessage::Draft { seat, version, text: text.clone() });
        }
        self.keep_draft(
            Some(requester.guest),
            seat,
            StoredDraft { text, reading: draft.reading.clone() },
        );
        Ok(draft)
    }

    /// Stores a seat's draft (its unfinished decision). A public draft is also sent to all clients except
    /// those of `guest`, who made it.
    pub(super) fn keep_draft(&mut self, guest: Option<Guest>, seat: Seat, kept: StoredDraft) {
        let reading = kept.reading.clone();
        self.drafts.keep(seat, kept);
        if self.history.table().drafts_open() {
            let version = self.history.version();
            let told = ToClient::Drafting { version, draft: OpenDraft { seat, reading } };
            self.clients.show_draft(guest, seat, &told);
        }
    }
}
