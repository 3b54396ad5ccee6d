//! A message bus between servers in one process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::stream;
use tokio::sync::broadcast::{self, error::RecvError};

use super::{Bus, Messages};

/// Maximum number of messages that a subscriber has not read yet; when there are more, the oldest are lost.
const UNREAD: usize = 256;

/// A message bus within one process: for a single server, or several in a test. Clones are the same bus.
#[derive(Clone, Debug, Default)]
pub struct InProcess {
    subjects: Arc<Mutex<HashMap<String, broadcast::Sender<Vec<u8>>>>>,
}

impl InProcess {
    /// Creates a bus without subscribers.
    pub fn new() -> InProcess {
        InProcess::default()
    }
}

impl Bus for InProcess {
    fn publish(&self, subject: &str, message: Vec<u8>) {
        let mut subjects = self.subjects.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(listening) = subjects.get(subject)
            && listening.send(message).is_err()
        {
            // The last subscriber has left.
            subjects.remove(subject);
        }
    }

    fn subscribe(&self, subject: &str) -> Messages {
        let mut subjects = self.subjects.lock().unwrap_or_else(PoisonError::into_inner);
        let listening = subjects.entry(subject.to_owned());
        let messages = listening.or_insert_with(|| broadcast::Sender::new(UNREAD)).subscribe();
        Box::pin(stream::unfold(messages, async |mut messages| {
            loop {
                match messages.recv().await {
                    Ok(message) => return Some((message, messages)),
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => return None,
                }
            }
        }))
    }
}
