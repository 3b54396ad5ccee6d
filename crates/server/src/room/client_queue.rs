//! The way from a room to one client: messages wait in order, bounded in number. A client that
//! does not read them is let go: what waits is dropped, and its socket learns so at once.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;
use tracing::Span;
use zashiki_core::Seat;

/// How many messages may wait for a client, and how many bytes. A single message may be longer.
const MESSAGES: usize = 64;
const BYTES: usize = 4 * 1024 * 1024;

/// One message.
#[derive(Clone, Debug)]
pub(crate) enum Outgoing {
    /// Goes out in its turn.
    Plain(Utf8Bytes),
    /// What the draft of this seat means now: one that still waits is out of date, and dropped.
    Draft(Seat, Utf8Bytes),
}

impl Outgoing {
    fn text(&self) -> &Utf8Bytes {
        match self {
            Outgoing::Plain(text) | Outgoing::Draft(_, text) => text,
        }
    }
}

/// The room's end. Dropping it lets the client have what still waits, and then no more.
pub(crate) struct ClientSender(Arc<Shared>);

/// The socket's end. Dropping it tells the room that the client is gone.
pub(crate) struct ClientReceiver(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    news: Notify,
}

struct Queue {
    waiting: VecDeque<Outgoing>,
    bytes: usize,
    state: State,
    /// In which span the last of them was sent that is traced.
    span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// Nothing more comes.
    Ended,
    /// Nothing more goes out.
    Cut,
}

/// Both ends of a new way.
pub(crate) fn client_queue() -> (ClientSender, ClientReceiver) {
    let queue =
        Queue { waiting: VecDeque::new(), bytes: 0, state: State::Open, span: Span::none() };
    let shared = Arc::new(Shared { queue: Mutex::new(queue), news: Notify::new() });
    (ClientSender(shared.clone()), ClientReceiver(shared))
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        // It is whole at every moment, so a panic elsewhere while it was held does no harm.
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
    /// Sends a letter. `false`: the client is gone, or is let go now since too much waits.
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
    /// The span in which something of what goes out now was sent, if that is traced.
    pub(crate) fn take_span(&self) -> Span {
        std::mem::replace(&mut self.0.queue().span, Span::none())
    }

    /// The next letter, if it is there.
    pub(crate) fn take(&self) -> Option<Utf8Bytes> {
        let mut queue = self.0.queue();
        let message = queue.waiting.pop_front()?;
        queue.bytes -= message.text().len();
        Some(message.text().clone())
    }

    /// The next letter; [`None`] when no more will come.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        loop {
            let news = self.0.news.notified();
            if let Some(text) = self.take() {
                return Some(text);
            }
            if self.0.queue().state != State::Open {
                // What came between the two.
                return self.take();
            }
            news.await;
        }
    }

    /// Completes when the room lets the client go.
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
    async fn only_the_newest_draft_of_a_seat_waits() {
        let (client_queue, mut outgoing) = client_queue();
        let sent = [draft(0, "a"), plain("b"), draft(1, "c"), draft(0, "d"), draft(0, "e")];
        assert!(sent.into_iter().all(|message| client_queue.send(message)));
        drop(client_queue);
        assert_eq!(all(&mut outgoing).await, ["b", "c", "e"]);
    }

    #[tokio::test]
    async fn a_client_that_does_not_read_is_let_go_at_once() {
        let (client_queue, mut outgoing) = client_queue();
        for _ in 0..MESSAGES {
            assert!(client_queue.send(plain("x")));
        }
        assert!(!client_queue.send(plain("one too many")));
        outgoing.cut().await;
        assert_eq!(all(&mut outgoing).await, [""; 0], "what waits is dropped");
    }

    #[tokio::test]
    async fn few_large_messages_are_as_many_small_ones() {
        let (client_queue, _letters) = super::client_queue();
        let large = "x".repeat(BYTES / 2 + 1);
        assert!(client_queue.send(plain(&large)));
        assert!(!client_queue.send(plain(&large)));
        // A single one always goes.
        let (client_queue, _letters) = super::client_queue();
        assert!(client_queue.send(plain(&"x".repeat(BYTES + 1))));
    }

    #[tokio::test]
    async fn the_room_learns_that_the_client_is_gone() {
        let (client_queue, outgoing) = client_queue();
        drop(outgoing);
        assert!(!client_queue.send(plain("x")));
    }
}
