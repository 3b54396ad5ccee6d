//! Phrases and messages in people's own words. A client sends a message again if it received no answer; the id of
//! the message then prevents a second one.

use zashiki_core::Seat;

use super::changes::check_id;
use super::host::Host;
use super::state::Session;
use crate::protocol::{ChatLine, Refusal};
use crate::table::people::{CHAT_LENGTH, CHAT_SIZE};
use crate::table::seats::{Requester, chat_is_open, is_program};

impl Session {
    /// Records that a seat sends a phrase. Returns false for a phrase that is there already, which a client sends
    /// again if it received no answer. Without an id, every phrase counts.
    pub fn add_phrase(&mut self, seat: Seat, id: &str) -> bool {
        if self.has_phrase(seat, id) {
            return false;
        }
        if !id.is_empty() {
            self.phrases.push((seat, id.to_owned()));
        }
        true
    }

    /// Checks the phrase of a person. Returns the seat that sends it, or `None` if the phrase was sent before with
    /// the same id. It takes effect by [`add_phrase`](Session::add_phrase).
    ///
    /// # Errors
    /// Returns an error for people without a seat, and if the id is empty or too long.
    pub fn check_phrase(&self, requester: Requester, id: &str) -> Result<Option<Seat>, Refusal> {
        check_id(id)?;
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        Ok(Some(seat).filter(|seat| !self.has_phrase(*seat, id)))
    }

    fn has_phrase(&self, seat: Seat, id: &str) -> bool {
        self.phrases.latest().iter().any(|(by, known)| *by == seat && known == id)
    }

    /// Checks a message in a person's own words, and cleans it; returns `None` if the seat sent it before with the
    /// same id. It takes effect by [`add_chat`](Session::add_chat).
    ///
    /// # Errors
    /// Returns an error for people without a seat, at tables where strangers meet, and if the message or its id is
    /// empty or too long.
    pub fn check_chat(
        &self,
        requester: Requester,
        id: &str,
        text: &str,
        host: &dyn Host,
    ) -> Result<Option<ChatLine>, Refusal> {
        check_id(id)?;
        let seat = self.seat_of(requester).ok_or(Refusal::NO_SEAT)?;
        if self.chat.latest().iter().any(|line| line.seat == seat && line.id == id) {
            return Ok(None);
        }
        if !chat_is_open(&self.setup.terms, &self.sitters) || is_program(&self.sitters, seat) {
            return Err(Refusal::NO_CHAT);
        }
        if text.len() > CHAT_SIZE {
            return Err(Refusal::BAD_CHAT);
        }
        let text = host.clean_text(text);
        let fits = (1..=CHAT_LENGTH).contains(&text.chars().count());
        let line = ChatLine { seat, id: id.to_owned(), text, at: host.now().day };
        if fits { Ok(Some(line)) } else { Err(Refusal::BAD_CHAT) }
    }

    /// Adds a checked message; one that is there already is not added again.
    pub fn add_chat(&mut self, line: ChatLine) {
        let is_same = |known: &ChatLine| {
            known == &line || known.seat == line.seat && known.id == line.id && !line.id.is_empty()
        };
        if self.setup.terms.allow_chat() && !self.chat.latest().iter().any(is_same) {
            self.chat.push(line);
            self.viewers.news();
        }
    }

    /// The latest messages, oldest first.
    pub fn chat(&self) -> &[ChatLine] {
        self.chat.latest()
    }
}
