//! Messages from clients.

use session::table::seats::Requester;
use session::{Asked, DraftLimits};
use zashiki_core::Draft;

use super::actor::Room;
use crate::cluster::TableMessage;
use crate::protocol::{Phrase, Refusal, ToClient, ToServer};

impl Room {
    /// Handles a message from a client. A client disconnected meanwhile gets no answer, but its message takes
    /// effect; its page resends it with the same id and learns the result.
    pub(super) async fn handle_message(
        &mut self,
        client: u64,
        requester: Requester,
        message: ToServer,
    ) {
        let (id, outcome) = match Asked::of(message, requester) {
            Asked::Draft { id, version, draft } => {
                let answer = match self.draft(requester, version, &draft) {
                    Ok(draft) => ToClient::Drafted { id, draft },
                    Err(refusal) => ToClient::Refused { id, refusal },
                };
                return self.clients.answer(&mut self.session.viewers, client, &answer);
            }
            Asked::Phrase { id, phrase } => {
                let outcome = self.say(requester, &id, phrase);
                (id, outcome)
            }
            Asked::Chat { id, text } => {
                let outcome = self.chat(requester, &id, &text);
                (id, outcome)
            }
            Asked::Sit { id, seat, name, hash } => {
                let outcome = self.sit(requester.guest, seat, &name, hash).await;
                (id, outcome)
            }
            Asked::Request { id, request } => {
                let outcome = self.request(requester, request).await;
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
        self.clients.answer(&mut self.session.viewers, client, &answer);
    }

    /// Sends a player's phrase to all clients, once for each id.
    fn say(&mut self, requester: Requester, id: &str, phrase: Phrase) -> Result<(), Refusal> {
        let Some(seat) = self.session.check_phrase(requester, id)? else { return Ok(()) };
        if !self.phrases.take(seat, self.context.limits.phrases, self.context.clock.now()) {
            return Err(Refusal::TALKATIVE);
        }
        self.session.add_phrase(seat, id);
        self.announce(&ToClient::Said { seat, phrase });
        if self.has_company() {
            self.send_to_servers(&TableMessage::Said { seat, phrase, id: id.to_owned() });
        }
        Ok(())
    }

    /// Adds a player's message to the table's chat, once for each id.
    fn chat(&mut self, requester: Requester, id: &str, text: &str) -> Result<(), Refusal> {
        let host = self.context.host();
        let Some(line) = self.session.check_chat(requester, id, text, &host)? else {
            return Ok(());
        };
        if !self.phrases.take(line.seat, self.context.limits.phrases, self.context.clock.now()) {
            return Err(Refusal::TALKATIVE);
        }
        if self.has_company() {
            self.send_to_servers(&TableMessage::Chat(line.clone()));
        }
        self.session.add_chat(line);
        Ok(())
    }

    /// Sends a message to all clients.
    pub(super) fn announce(&mut self, message: &ToClient) {
        let viewers = &mut self.session.viewers;
        self.clients.send(viewers, [viewers.announcement(message)]);
    }

    /// Interprets a draft (an unfinished decision, as text), and stores it if it belongs to the requester's
    /// pending decision. A public draft is sent to the other clients; a private one is not.
    fn draft(&mut self, requester: Requester, version: u64, text: &str) -> Result<Draft, Refusal> {
        let limits = &self.context.limits;
        let limits = DraftLimits { draft: limits.draft, reading: limits.reading };
        let taken = self.session.draft(requester, version, text, limits)?;
        if let Some((seat, kept)) = taken.kept {
            if self.has_company() {
                let text = text.to_owned();
                self.send_to_servers(&TableMessage::Draft { seat, version, text });
            }
            let shown = self.session.keep_draft(Some(requester.guest), seat, kept);
            self.clients.send(&mut self.session.viewers, shown);
        }
        Ok(taken.draft)
    }
}
