//! The lobby: the tables that are open to everybody who comes by, as they are now. It is kept in
//! memory only, since a table is listed while somebody sits there.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use crate::wire::{Lobby as Listed, LobbyTable};

/// The most tables that are listed at once; the longest waiting come first.
const LISTED: usize = 100;

/// The tables that are listed.
pub(crate) struct Lobby {
    tables: Mutex<HashMap<String, LobbyTable>>,
    /// What is listed, as JSON: written once for all who look.
    written: watch::Sender<Arc<str>>,
}

impl Lobby {
    /// Empty.
    pub(crate) fn new() -> Lobby {
        let written = watch::Sender::new(written(&Listed { tables: Vec::new() }));
        Lobby { tables: Mutex::default(), written }
    }

    /// Lists a table so, or no longer.
    pub(crate) fn show(&self, id: &str, card: Option<LobbyTable>) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = match card {
            None => tables.remove(id).is_some(),
            Some(card) if tables.get(id) == Some(&card) => false,
            Some(card) => {
                tables.insert(id.to_owned(), card);
                true
            }
        };
        drop(tables);
        if changed {
            self.written.send_replace(written(&self.listed()));
        }
    }

    /// What is listed now: those that wait for people first, then those to look on at, each with
    /// the oldest first.
    fn listed(&self) -> Listed {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tables: Vec<LobbyTable> = tables.values().cloned().collect();
        tables.sort_by(|a, b| {
            (a.started, a.created, &a.table).cmp(&(b.started, b.created, &b.table))
        });
        tables.truncate(LISTED);
        Listed { tables }
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
