//! The bounded queue of messages from a room to one client. A client that does not read is disconnected: the
//! queue is dropped, and its socket is notified at once.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;
use tracing::Span;
use zashiki_core::Seat;

/// Maximum number of queued messages; `BYTES` is their maximum total size. A single larger message is still
/// accepted.
const MESSAGES: usize = 64;
const BYTES: usize = 4 * 1024 * 1024;

/// An outgoing message.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    /// An ordinary message; these messages are sent in order.
    Plain(Utf8Bytes),
    /// A seat's current draft; it replaces an older one that is still queued.
    Draft(Seat, Utf8Bytes),
}

impl Outgoing {
    fn text(&self) -> &Utf8Bytes {
        match self {
            Outgoing::Plain(text) | Outgoing::Draft(_, text) => text,
        }
    }
}

/// The room's end of the queue. After it is dropped, the client receives the queued messages and then nothing
/// more.
pub(crate) struct ClientSender(Arc<Shared>);

/// The socket's end of the queue. Dropping it marks the client as gone.
pub(crate) struct ClientReceiver(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    news: Notify,
}

struct Queue {
    waiting: VecDeque<Outgoing>,
    bytes: usize,
    state: State,
    /// The tracing span of the last queued message that is traced.
    span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// The room has dropped its end; queued messages are still sent.
    Ended,
    /// The client is disconnected; nothing more is sent.
    Cut,
}

/// Creates a queue; returns both ends.
pub(crate) fn client_queue() -> (ClientSender, ClientReceiver) {
    let queue =
        Queue { waiting: VecDeque::new(), bytes: 0, state: State::Open, span: Span::none() };
    let shared = Arc::new(Shared { queue: Mutex::new(queue), news: Notify::new() });
    (ClientSender(shared.clone()), ClientReceiver(shared))
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // The queue is consistent at all times, so a panic of another lock holder does no harm.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn cut(&mut self) {
        self.waiting.clear();
        self.bytes = 0;
        self.state = State::Cut;
    }
}

impl ClientSender {
    /// Queues a message. Returns false if the client is gone, or is disconnected now because the queue is
    /// full.
    pub(crate) fn send(&self, message: Outgoing) -> bool {
        let mut queue = self.0.queue();
        if let Outgoing::Draft(seat, _) = message {
            let old = |old: &Outgoing| matches!(old, Outgoing::Draft(whose, _) if *whose == seat);
            if let Some(place) = queue.waiting.iter().position(old)
                && let Some(old) = queue.waiting.remove(place)
            {
                queue.bytes -= old.text().len();
            }
        }
        let full = queue.waiting.len() >= MESSAGES
            || (queue.bytes > 0 && queue.bytes + message.text().len() > BYTES);
        if queue.state == State::Open && !full {
            queue.bytes += message.text().len();
            queue.waiting.push_back(message);
            let span = Span::current();
            if !span.is_disabled() {
                queue.span = span;
            }
        } else {
            queue.cut();
        }
        let sent = queue.state == State::Open;
        drop(queue);
        self.0.news.notify_waiters();
        sent
    }
}

impl Drop for ClientSender {
    fn drop(&mut self) {
        let mut queue = self.0.queue();
        if queue.state == State::Open {
            queue.state = State::Ended;
        }
        drop(queue);
        self.0.news.notify_waiters();
    }
}

impl ClientReceiver {
    /// Takes the tracing span of a message that is about to be sent, if the message is traced.
    pub(crate) fn take_span(&self) -> Span {
        std::mem::replace(&mut self.0.queue().span, Span::none())
    }

    /// Removes the next message from the queue, if there is one.
    pub(crate) fn take(&self) -> Option<Utf8Bytes> {
        let mut queue = self.0.queue();
        let message = queue.waiting.pop_front()?;
        queue.bytes -= message.text().len();
        Some(message.text().clone())
    }

    /// Waits for the next message; [`None`] when no more will come.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        loop {
            let news = self.0.news.notified();
            if let Some(text) = self.take() {
                return Some(text);
            }
            if self.0.queue().state != State::Open {
                // A message may have arrived between the two checks.
                return self.take();
            }
            news.await;
        }
    }

    /// Completes when the room disconnects the client.
    pub(crate) async fn cut(&self) {
        loop {
            let news = self.0.news.notified();
            if self.0.queue().state == State::Cut {
                return;
            }
            news.await;
        }
    }
}

impl Drop for ClientReceiver {
    fn drop(&mut self) {
        self.0.queue().cut();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Outgoing {
        Outgoing::Plain(text.to_owned().into())
    }

    fn draft(seat: u8, text: &str) -> Outgoing {
        Outgoing::Draft(Seat(seat), text.to_owned().into())
    }

    async fn all(outgoing: &mut ClientReceiver) -> Vec<String> {
        let mut texts = Vec::new();
        while let Some(text) = outgoing.next().await {
            texts.push(text.as_str().to_owned());
        }
        texts
    }

    #[tokio::test]
    async fn only_the_newest_draft_of_a_seat_is_queued() {
        let (client_queue, mut outgoing) = client_queue();
        let sent = [draft(0, "a"), plain("b"), draft(1, "c"), draft(0, "d"), draft(0, "e")];
        assert!(sent.into_iter().all(|message| client_queue.send(message)));
        drop(client_queue);
        assert_eq!(all(&mut outgoing).await, ["b", "c", "e"]);
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_is_disconnected_at_once() {
        let (client_queue, mut outgoing) = client_queue();
        for _ in 0..MESSAGES {
            assert!(client_queue.send(plain("x")));
        }
        assert!(!client_queue.send(plain("one too many")));
        outgoing.cut().await;
        assert_eq!(all(&mut outgoing).await, [""; 0], "what waits is dropped");
    }

    #[tokio::test]
    async fn the_queue_is_also_bounded_in_bytes() {
        let (client_queue, _letters) = super::client_queue();
        let large = "x".repeat(BYTES / 2 + 1);
        assert!(client_queue.send(plain(&large)));
        assert!(!client_queue.send(plain(&large)));
        // A single message is always accepted.
        let (client_queue, _letters) = super::client_queue();
        assert!(client_queue.send(plain(&"x".repeat(BYTES + 1))));
    }

    #[tokio::test]
    async fn sending_to_a_gone_client_fails() {
        let (client_queue, outgoing) = client_queue();
        drop(outgoing);
        assert!(!client_queue.send(plain("x")));
    }
}
