//! The lobby: the tables that are open to everybody who comes by, as they are now. It is kept in
//! memory only, since a table is listed while somebody sits there.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::wire::{Lobby as Listed, LobbyTable};

/// The most tables that are listed at once; the longest waiting come first.
const LISTED: usize = 100;

/// The tables that are listed.
pub(crate) struct Lobby {
    tables: Mutex<HashMap<String, Listing>>,
    /// What is listed, as JSON: written once for all who look.
    written: watch::Sender<Arc<str>>,
}

/// A table that is listed, and by which other server if not by this one.
#[derive(PartialEq)]
struct Listing {
    card: LobbyTable,
    by: Option<String>,
}

impl Lobby {
    /// Empty.
    pub(crate) fn new() -> Lobby {
        let written = watch::Sender::new(written(&Listed { tables: Vec::new() }));
        Lobby { tables: Mutex::default(), written }
    }

    /// Lists a table so, or no longer, as this server or another says. Who did not list it cannot
    /// have it listed no longer. Gives whether that is new.
    pub(crate) fn show(&self, by: Option<&str>, id: &str, card: Option<LobbyTable>) -> bool {
        let mut tables = self.tables();
        let by = by.map(str::to_owned);
        let changed = match card {
            None if tables.get(id).is_some_and(|listing| listing.by == by) => {
                tables.remove(id).is_some()
            }
            None => false,
            Some(card) => {
                let listing = Listing { card, by };
                tables.get(id) != Some(&listing) && {
                    tables.insert(id.to_owned(), listing);
                    true
                }
            }
        };
        drop(tables);
        if changed {
            self.write();
        }
        changed
    }

    /// Lists a table no longer, whichever server did.
    pub(crate) fn remove(&self, id: &str) {
        let removed = self.tables().remove(id).is_some();
        if removed {
            self.write();
        }
    }

    /// These and no others are listed by another server.
    pub(crate) fn show_all(&self, by: &str, cards: Vec<LobbyTable>) {
        let listed = |id: &str| cards.iter().any(|card| card.table == id);
        self.forget(|other, id| other == by && !listed(id));
        for card in cards {
            self.show(Some(by), &card.table.clone(), Some(card));
        }
    }

    /// Forgets what other servers listed, of which this is so.
    pub(crate) fn forget(&self, gone: impl Fn(&str, &str) -> bool) {
        let mut tables = self.tables();
        let before = tables.len();
        tables.retain(|id, listing| !listing.by.as_ref().is_some_and(|by| gone(by, id)));
        let changed = tables.len() < before;
        drop(tables);
        if changed {
            self.write();
        }
    }

    /// What this server lists.
    pub(crate) fn own(&self) -> Vec<LobbyTable> {
        self.sorted(|listing| listing.by.is_none())
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<String, Listing>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) {
        self.written.send_replace(written(&self.listed()));
    }

    /// What is listed now: those that wait for people first, then those to look on at, each with
    /// the oldest first.
    fn listed(&self) -> Listed {
        Listed { tables: self.sorted(|_| true) }
    }

    fn sorted(&self, wish: impl Fn(&Listing) -> bool) -> Vec<LobbyTable> {
        let tables = self.tables();
        let mut cards: Vec<&LobbyTable> =
            tables.values().filter(|listing| wish(listing)).map(|listing| &listing.card).collect();
        cards.sort_by(|a, b| {
            (a.started, a.created, &a.table).cmp(&(b.started, b.created, &b.table))
        });
        cards.into_iter().take(LISTED).cloned().collect()
    }

    /// A table that waits for somebody and is as wished.
    pub(crate) fn find(&self, wish: impl Fn(&LobbyTable) -> bool) -> Option<String> {
        let waiting = |table: &LobbyTable| !table.started && wish(table);
        self.listed().tables.into_iter().find(waiting).map(|table| table.table)
    }

    /// What is listed, as the JSON of a [`Listed`], now and after every change.
    pub(crate) fn watch(&self) -> watch::Receiver<Arc<str>> {
        self.written.subscribe()
    }
}

fn written(listed: &Listed) -> Arc<str> {
    serde_json::to_string(listed).expect("a list is plain data").into()
}
