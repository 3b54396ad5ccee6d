//! The latest events about people and their messages, in bounded lists.

use zashiki_core::Seat;

use crate::protocol::{ChatLine, PersonEvent};

/// Maximum number of entries in a list. A full list loses its older half, so that clients seldom receive the
/// whole list again.
const MOST: usize = 64;

/// The maximum length of a chat message, in characters.
pub const CHAT_LENGTH: usize = 200;

/// The maximum size of a chat message as a client sends it, in bytes.
pub const CHAT_SIZE: usize = 1024;

/// A list of the latest entries.
#[derive(Clone, Debug)]
pub struct Latest<Entry>(Vec<Entry>);

/// The latest events about people.
pub type EventList = Latest<PersonEvent>;

/// The latest chat messages.
pub type Chat = Latest<ChatLine>;

/// The latest phrases: for each, the seat that sent it and the id of its message.
pub type Phrases = Latest<(Seat, String)>;

impl<Entry> Default for Latest<Entry> {
    fn default() -> Self {
        Latest(Vec::new())
    }
}

impl<Entry> Latest<Entry> {
    /// Adds the latest entry.
    pub fn push(&mut self, entry: Entry) {
        if self.0.len() == MOST {
            self.0.drain(..MOST / 2);
        }
        self.0.push(entry);
    }

    /// The entries, oldest first.
    pub fn latest(&self) -> &[Entry] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_keeps_the_latest_entries_only() {
        let mut list = Latest::default();
        (0..1000).for_each(|number| list.push(number));
        assert!(list.latest().len() <= MOST);
        assert_eq!(list.latest().last(), Some(&999));
        assert!(list.latest().is_sorted());
    }
}
