//! Requests, from the attempt to the stored write.

use super::attempt::Attempt;
use super::host::{Host, Now};
use super::request::Request;
use super::state::Session;
use super::write::{Entry, Write};
use crate::protocol::Refusal;
use crate::request_error::RequestError;

impl Session {
    /// The first write that the request still needs, or the reason why it is refused. A request may need several
    /// writes; after each [`commit`](Session::commit) that returns false, it is attempted again. If another process
    /// changed the stored table meanwhile, the write is [reverted](Session::revert), the session is brought up to
    /// date, and the request is attempted again: a request that was carried out already is [`Attempt::Done`].
    pub fn attempt(&mut self, request: &Request, host: &dyn Host) -> Result<Attempt, Refusal> {
        match request {
            Request::Sit { arrival, seat, hash } => self.sit(arrival, *seat, *hash, host),
            Request::Promise { guest, hash } => self.promise(*guest, *hash),
            Request::Share { requester, share } => self.share(*requester, *share),
            Request::Stand { requester } => self.stand(*requester),
            Request::Arrange { guest, change } => self.rearrange(*guest, change, host),
            Request::Leave { requester, id, gives_up } => {
                self.leave(*requester, id, *gives_up, host)
            }
            Request::Return { requester, id } => self.come_back(*requester, id, host),
            Request::Rematch { requester, comes, hash } => {
                self.play_again(*requester, *comes, *hash, host)
            }
            Request::Change { requester, id, version, kind } => {
                self.change(*requester, id, *version, kind, host)
            }
            Request::ChangeFor { seat, id, version, kind } => {
                self.submit(*seat, id, *version, kind, host)
            }
            Request::Withdraw { guest } => self.withdraw(*guest, host),
            Request::Close => self.close(host),
            Request::Start => self.start(host),
        }
    }

    /// Completes a write that was stored. Returns true if the request that needed it is complete.
    pub fn commit(&mut self, write: Box<Write>) -> bool {
        self.finish(*write)
    }

    /// Takes back a write that could not be stored.
    ///
    /// # Errors
    /// Returns an error if the match cannot be set up again; then the table must be loaded again.
    pub fn revert(&mut self, write: &Write, now: Now) -> Result<(), RequestError> {
        if !matches!(write.entry, Entry::Change { .. }) {
            return Ok(());
        }
        let back = self.history.forget_last(&self.setup, &self.sitters, &self.config_cache);
        self.history.wind(now.service);
        back
    }
}
