//! What goes over the bus, so that who listens there learns nothing: subjects are named by what only
//! this cluster can make of a table's id, and messages are sealed with a key that is in the database
//! alone. All messages are of a few lengths.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cluster::bus::{Bus, Messages};
use crate::ids;
use crate::users::guest::Seal;

/// The form of the messages. Those of another form are not read.
const FORM: u8 = 1;
/// A server's name in a message.
const NAME: usize = 16;
/// The form, who sends it, and its number.
const HEAD: usize = 1 + NAME + 8;
/// Messages are filled up to a multiple of this.
const STEP: usize = 512;

/// A server's end of the bus.
#[derive(Debug)]
pub(crate) struct SealedBus {
    bus: Arc<dyn Bus>,
    key: Seal,
    /// This server's name: another one with each start, so that no number is used twice with its
    /// key.
    me: [u8; NAME],
    /// The key with which it seals its messages.
    own: LessSafeKey,
    /// How many messages this server has sent.
    sent: AtomicU64,
}

/// What servers say to each other about one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Subject(String);

impl SealedBus {
    /// This server's end. The key belongs to the cluster.
    pub(crate) fn new(bus: Arc<dyn Bus>, key: [u8; 32], me: &str) -> SealedBus {
        let me: [u8; NAME] = me.as_bytes().try_into().expect("a server's name has 16 letters");
        let key = Seal(key);
        SealedBus { bus, own: of_server(&key, &me), key, me, sent: AtomicU64::new(0) }
    }

    /// What concerns a table.
    pub(crate) fn table(&self, id: &str) -> Subject {
        self.subject(b"table", id)
    }

    /// What concerns the whole house.
    pub(crate) fn app_subject(&self) -> Subject {
        self.subject(b"house", "")
    }

    fn subject(&self, of: &[u8; 5], id: &str) -> Subject {
        let mac = self.key.over(&[b"subject", of, id.as_bytes()]);
        let name: String = mac.iter().take(24).map(|byte| ids::letter(*byte)).collect();
        Subject(format!("zashiki.{name}"))
    }

    /// Tells everybody who listens.
    pub(crate) fn tell(&self, subject: &Subject, note: &impl Serialize) {
        let mut text = serde_json::to_vec(note).expect("a note is plain data");
        // JSON may end in blanks.
        text.resize(text.len().next_multiple_of(STEP), b' ');
        let number = self.sent.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        let aad = Aad::from(subject.0.as_bytes());
        self.own
            .seal_in_place_append_tag(nonce(number), aad, &mut text)
            .expect("a message is far shorter than what can be sealed");
        let message = [&[FORM], &self.me[..], &number, &text].concat();
        self.bus.publish(&subject.0, message);
    }

    /// What is told from now on.
    pub(crate) fn listen(&self, subject: &Subject) -> Messages {
        self.bus.subscribe(&subject.0)
    }

    /// What another server of this cluster says in a message, and which it is. None where it is
    /// one's own, of another form, or was not sealed by one of them.
    pub(crate) fn read<Note: DeserializeOwned>(
        &self,
        subject: &Subject,
        message: &[u8],
    ) -> Option<(String, Note)> {
        let (head, text) = message.split_at_checked(HEAD)?;
        let (server, number) = head[1..].split_at(NAME);
        if head[0] != FORM || server == self.me {
            return None;
        }
        let mut text = text.to_vec();
        let aad = Aad::from(subject.0.as_bytes());
        let nonce = nonce(number.try_into().ok()?);
        let text = of_server(&self.key, server).open_in_place(nonce, aad, &mut text).ok()?;
        // A newer program may say what this one does not know.
        let note = serde_json::from_slice(text).ok()?;
        Some((String::from_utf8(server.to_vec()).ok()?, note))
    }

    /// The bus itself.
    pub(crate) fn bus(&self) -> &dyn Bus {
        &*self.bus
    }
}

/// The key with which a server seals its messages.
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
    fn servers_of_one_cluster_understand_each_other_and_nobody_else_does() {
        let bus = InProcess::new();
        let line = |key, me| SealedBus::new(Arc::new(bus.clone()), [key; 32], me);
        let (ada, bob, stranger) = (line(1, ADA), line(1, BOB), line(2, BOB));
        let subject = ada.table("t");
        assert_eq!(subject, bob.table("t"));
        assert_ne!(subject, stranger.table("t"));
        assert_ne!(subject, ada.app_subject());
        let mut heard = bob.listen(&subject);
        ada.tell(&subject, &"富察");
        let message = next(&mut heard);
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
    fn who_listens_sees_neither_ids_nor_words_nor_lengths() {
        let bus = InProcess::new();
        let line = SealedBus::new(Arc::new(bus), [1; 32], ADA);
        let subject = line.table("0123456789abcdef");
        assert!(!subject.0.contains("0123456789abcdef"));
        let mut heard = line.listen(&subject);
        let mut lengths = Vec::new();
        for said in ["a", "a", "a much longer draft of a secret layout"] {
            line.tell(&subject, &said);
            let message = next(&mut heard);
            assert!(!message.windows(6).any(|part| part == b"secret"));
            lengths.push(message);
        }
        assert_ne!(lengths[0], lengths[1], "the same again looks like something else");
        assert_eq!(lengths[0].len(), lengths[2].len());
    }
}
