//! Encryption of bus messages, so that eavesdroppers learn nothing. Subject names are derived from table ids
//! by a keyed hash. Messages are encrypted with a key that is stored only in the database, and padded to hide
//! their lengths.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cluster::bus::{Bus, Messages};
use crate::ids;
use crate::users::guest::Seal;

/// Version of the message format. Messages with another version are ignored.
const FORMAT: u8 = 1;
/// Length of a server's id in a message, in bytes.
const NAME: usize = 16;
/// Length of a message's header in bytes: format version, sender's id, and message number.
const HEAD: usize = 1 + NAME + 8;
/// The length of a message is padded to a multiple of this number of bytes.
const STEP: usize = 512;

/// A server's connection to the bus, which encrypts all its messages.
#[derive(Debug)]
pub(crate) struct SealedBus {
    bus: Arc<dyn Bus>,
    key: Seal,
    /// This server's id. It is new with each start, so no message number is used twice with the same key.
    me: [u8; NAME],
    /// The key with which this server encrypts (seals) its messages.
    own: LessSafeKey,
    /// The number of messages that this server has sent.
    sent: AtomicU64,
}

/// The subject under which messages about one table, or messages to all servers, are published.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Subject(String);

impl SealedBus {
    /// Creates this server's connection. `key` is the cluster's key from the database, and `me` this server's
    /// id.
    pub(crate) fn new(bus: Arc<dyn Bus>, key: [u8; 32], me: &str) -> SealedBus {
        let me: [u8; NAME] = me.as_bytes().try_into().expect("a server's name has 16 letters");
        let key = Seal(key);
        SealedBus { bus, own: of_server(&key, &me), key, me, sent: AtomicU64::new(0) }
    }

    /// The subject under which messages about a table are published.
    pub(crate) fn table(&self, id: &str) -> Subject {
        self.subject(b"table", id)
    }

    /// The subject under which messages to all servers are published.
    pub(crate) fn app_subject(&self) -> Subject {
        self.subject(b"house", "")
    }

    fn subject(&self, of: &[u8; 5], id: &str) -> Subject {
        let mac = self.key.over(&[b"subject", of, id.as_bytes()]);
        let name: String = mac.iter().take(24).map(|byte| ids::letter(*byte)).collect();
        Subject(format!("zashiki.{name}"))
    }

    /// Encrypts and publishes a message.
    pub(crate) fn publish(&self, subject: &Subject, content: &impl Serialize) {
        let mut text = serde_json::to_vec(content).expect("messages are plain data");
        // JSON may end in blanks, so they serve as padding.
        text.resize(text.len().next_multiple_of(STEP), b' ');
        let number = self.sent.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        let aad = Aad::from(subject.0.as_bytes());
        self.own
            .seal_in_place_append_tag(nonce(number), aad, &mut text)
            .expect("a message is far shorter than what can be sealed");
        let message = [&[FORMAT], &self.me[..], &number, &text].concat();
        self.bus.publish(&subject.0, message);
    }

    /// Subscribes to future messages with a subject.
    pub(crate) fn listen(&self, subject: &Subject) -> Messages {
        self.bus.subscribe(&subject.0)
    }

    /// Decrypts and parses a message: returns the sending server's id and the content. `None` if the message
    /// is this server's own, has another format version, or was not encrypted by a server of this cluster.
    pub(crate) fn read<Message: DeserializeOwned>(
        &self,
        subject: &Subject,
        message: &[u8],
    ) -> Option<(String, Message)> {
        let (head, text) = message.split_at_checked(HEAD)?;
        let (server, number) = head[1..].split_at(NAME);
        if head[0] != FORMAT || server == self.me {
            return None;
        }
        let mut text = text.to_vec();
        let aad = Aad::from(subject.0.as_bytes());
        let nonce = nonce(number.try_into().ok()?);
        let text = of_server(&self.key, server).open_in_place(nonce, aad, &mut text).ok()?;
        // A newer program may send messages that this one does not know.
        let content = serde_json::from_slice(text).ok()?;
        Some((String::from_utf8(server.to_vec()).ok()?, content))
    }

    /// The underlying bus, which carries the encrypted messages.
    pub(crate) fn bus(&self) -> &dyn Bus {
        &*self.bus
    }
}

/// The key with which the server with this id encrypts its messages, derived from the cluster's key.
fn of_server(key: &Seal, server: &[u8]) -> LessSafeKey {
    let key = key.over(&[b"message", server]);
    LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, &key).expect("a key of 32 bytes"))
}

fn nonce(number: [u8; 8]) -> Nonce {
    let mut nonce = [0; NONCE_LEN];
    nonce[NONCE_LEN - 8..].copy_from_slice(&number);
    Nonce::assume_unique_for_key(nonce)
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt, StreamExt};

    use super::*;
    use crate::cluster::bus::InProcess;

    const ADA: &str = "aaaaaaaaaaaaaaaa";
    const BOB: &str = "bbbbbbbbbbbbbbbb";

    fn next(messages: &mut Messages) -> Vec<u8> {
        messages.next().now_or_never().flatten().expect("a message")
    }

    #[test]
    fn only_servers_of_the_same_cluster_can_open_messages() {
        let bus = InProcess::new();
        let line = |key, me| SealedBus::new(Arc::new(bus.clone()), [key; 32], me);
        let (ada, bob, stranger) = (line(1, ADA), line(1, BOB), line(2, BOB));
        let subject = ada.table("t");
        assert_eq!(subject, bob.table("t"));
        assert_ne!(subject, stranger.table("t"));
        assert_ne!(subject, ada.app_subject());
        let mut messages = bob.listen(&subject);
        ada.publish(&subject, &"富察");
        let message = next(&mut messages);
        assert_eq!(bob.read(&subject, &message), Some((ADA.to_owned(), "富察".to_owned())));
        assert_eq!(ada.read::<String>(&subject, &message), None, "one's own");
        assert_eq!(stranger.read::<String>(&subject, &message), None, "another key");
        assert_eq!(bob.read::<String>(&bob.table("u"), &message), None, "another table's");
        for place in 0..message.len() {
            let mut changed = message.clone();
            changed[place] ^= 1;
            assert_eq!(bob.read::<String>(&subject, &changed), None, "byte {place}");
        }
        assert_eq!(bob.read::<String>(&subject, &message[..20]), None);
    }

    #[test]
    fn published_messages_reveal_neither_ids_nor_texts_nor_lengths() {
        let bus = InProcess::new();
        let line = SealedBus::new(Arc::new(bus), [1; 32], ADA);
        let subject = line.table("0123456789abcdef");
        assert!(!subject.0.contains("0123456789abcdef"));
        let mut messages = line.listen(&subject);
        let mut lengths = Vec::new();
        for text in ["a", "a", "a much longer draft of a secret layout"] {
            line.publish(&subject, &text);
            let message = next(&mut messages);
            assert!(!message.windows(6).any(|part| part == b"secret"));
            lengths.push(message);
        }
        assert_ne!(lengths[0], lengths[1], "the same again looks like something else");
        assert_eq!(lengths[0].len(), lengths[2].len());
    }
}
