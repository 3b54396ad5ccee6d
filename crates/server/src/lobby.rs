//! The lobby: the publicly listed tables in their current state. It is kept in memory only, because a table
//! is listed only while a player is or recently was connected.

mod listing;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use self::listing::is_present;
pub(crate) use self::listing::{Listing, Visit};
use crate::cluster::{Cluster, ServerMessage};
use crate::limits::LimitKey;
use crate::protocol::{Lobby as Listed, LobbyTable};
use crate::server_clock::ServerClock;

/// Maximum number of listed tables.
const LISTED: usize = 100;

/// Interval at which expired tables are removed, and at which clients receive the progress of matches. They
/// receive other changes at once.
pub(crate) const INTERVAL: Duration = Duration::from_secs(10);

/// Maximum number of tables that a search finds.
const FOUND: usize = 64;

/// The listed tables of all servers of the cluster.
pub(crate) struct Lobby {
    tables: Mutex<Tables>,
    changed: watch::Sender<()>,
    /// The other servers, which list the same tables.
    cluster: Option<Arc<Cluster>>,
}

#[derive(Default)]
struct Tables {
    by_id: HashMap<String, Entry>,
    /// The listed tables as JSON, cached for all clients.
    written: Option<Arc<str>>,
    /// True if matches have progressed since clients were last notified.
    progressed: bool,
}

/// The extent of a change of the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// No change.
    Nothing,
    /// Only the progress of a match changed.
    Progress,
    /// The list changed otherwise.
    List,
}

impl Extent {
    fn list_if(changed: bool) -> Extent {
        if changed { Extent::List } else { Extent::Nothing }
    }
}

/// A listed table, with the id of the server that lists it if it is not this one.
#[derive(PartialEq)]
struct Entry {
    listing: Listing,
    by: Option<String>,
}

impl Lobby {
    /// An empty lobby.
    pub(crate) fn new(cluster: Option<Arc<Cluster>>) -> Lobby {
        Lobby { tables: Mutex::default(), changed: watch::Sender::new(()), cluster }
    }

    /// Shows, updates or removes a table's entry on all servers.
    pub(crate) fn list(&self, id: &str, card: Option<Listing>) {
        let sent = card.clone().map(Box::new);
        if self.show(None, id, card)
            && let Some(cluster) = &self.cluster
        {
            cluster.broadcast(&ServerMessage::Card { table: id.to_owned(), card: sent });
        }
    }

    /// Removes a deleted table from the lobby of all servers.
    pub(crate) fn unlist(&self, id: &str) {
        self.remove(id);
        if let Some(cluster) = &self.cluster {
            cluster.broadcast(&ServerMessage::Removed { table: id.to_owned() });
        }
    }

    /// Shows, updates or removes (`listing` is `None`) a table on behalf of another server, or of this one if
    /// `by` is `None`. A server can remove only tables that it lists itself. Returns true if anything
    /// changed.
    pub(crate) fn show(&self, by: Option<&str>, id: &str, listing: Option<Listing>) -> bool {
        let by = by.map(str::to_owned);
        self.change(|tables| match listing {
            None if tables.get(id).is_some_and(|entry| entry.by == by) => {
                Extent::list_if(tables.remove(id).is_some())
            }
            None => Extent::Nothing,
            Some(listing) => {
                let mut entry = Entry { listing, by };
                let known = tables.get(id);
                if known == Some(&entry) {
                    return Extent::Nothing;
                }
                let progress = entry.listing.card.progress.take();
                let progresses = known.is_some_and(|known| {
                    let card = LobbyTable { progress: None, ..known.listing.card.clone() };
                    let listing = Listing { card, ..known.listing.clone() };
                    listing == entry.listing && known.by == entry.by
                });
                entry.listing.card.progress = progress;
                tables.insert(id.to_owned(), entry);
                if progresses { Extent::Progress } else { Extent::List }
            }
        })
    }

    /// Removes a table, whichever server lists it.
    pub(crate) fn remove(&self, id: &str) {
        self.change(|tables| Extent::list_if(tables.remove(id).is_some()));
    }

    /// Replaces all tables that the server `by` lists.
    pub(crate) fn show_all(&self, by: &str, listings: Vec<Listing>) {
        let listed = |id: &str| listings.iter().any(|listing| listing.table() == id);
        self.forget(|other, id| other == by && !listed(id));
        for listing in listings {
            let table = listing.table().to_owned();
            self.show(Some(by), &table, Some(listing));
        }
    }

    /// Removes the tables of other servers for which `gone` returns true. Its arguments are the ids of the
    /// server and of the table.
    pub(crate) fn forget(&self, gone: impl Fn(&str, &str) -> bool) {
        self.keep(|id, entry| !entry.by.as_ref().is_some_and(|by| gone(by, id)));
    }

    /// Removes the tables whose time in the list has expired.
    pub(crate) fn expire(&self, now: i64) {
        self.keep(|_, entry| now < entry.listing.until);
    }

    fn keep(&self, matches: impl Fn(&str, &Entry) -> bool) {
        self.change(|tables| {
            let before = tables.len();
            tables.retain(|id, entry| matches(id, entry));
            Extent::list_if(tables.len() < before)
        });
    }

    /// The last visit of a player at a table in the lobby; `None` if another server lists it.
    pub(crate) fn visit(&self, id: &str) -> Option<Visit> {
        self.tables().by_id.get(id)?.listing.visit
    }

    /// The tables that this server lists.
    pub(crate) fn own(&self) -> Vec<Listing> {
        let tables = self.tables();
        let own = ranked(&tables, |entry| entry.by.is_none());
        own.into_iter().take(LISTED).map(|(_, listing)| listing.clone()).collect()
    }

    /// Applies `change` to the listed tables, and notifies the clients of more than progress. Returns true if
    /// anything changed.
    fn change(&self, change: impl FnOnce(&mut HashMap<String, Entry>) -> Extent) -> bool {
        let mut tables = self.tables();
        let extent = change(&mut tables.by_id);
        if extent != Extent::Nothing {
            tables.written = None;
            tables.progressed = extent == Extent::Progress;
            drop(tables);
            if extent == Extent::List {
                self.changed.send_replace(());
            }
        }
        extent != Extent::Nothing
    }

    /// Notifies the clients if matches have progressed since the last notification.
    fn notify_progress(&self) {
        if std::mem::take(&mut self.tables().progressed) {
            self.changed.send_replace(());
        }
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        // The list is consistent at all times, so a panic of another lock holder does no harm.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ids of the waiting tables for which `matches` returns true, including tables that the list leaves
    /// out; in the order of the list, and at most [`FOUND`].
    pub(crate) fn find(&self, matches: impl Fn(&LobbyTable) -> bool) -> Vec<String> {
        let tables = self.tables();
        let found =
            ranked(&tables, |entry| !entry.listing.card.started && matches(&entry.listing.card));
        found.into_iter().take(FOUND).map(|(_, listing)| listing.table().to_owned()).collect()
    }

    /// Returns true if the table is listed for spectators: its match has started.
    pub(crate) fn can_be_watched(&self, id: &str) -> bool {
        let tables = self.tables();
        tables.by_id.get(id).is_some_and(|entry| entry.listing.card.started)
    }

    /// The current list, as the JSON of a [`Listed`], which all clients share.
    pub(crate) fn written(&self) -> Arc<str> {
        let mut tables = self.tables();
        if let Some(written) = &tables.written {
            return written.clone();
        }
        let listed = ranked(&tables, |_| true);
        let listed = listed.into_iter().filter(|(within, _)| *within).take(LISTED);
        let listed = Listed { tables: listed.map(|(_, listing)| listing.card.clone()).collect() };
        let written = serde_json::to_string(&listed).expect("a list is plain data");
        tables.written.insert(written.into()).clone()
    }

    /// A receiver that is notified of every change of the list.
    pub(crate) fn watch(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Removes expired tables and notifies clients of progress from time to time, until the task is dropped.
    pub(crate) async fn keep_current(&self, clock: &ServerClock) {
        loop {
            clock.reaches(clock.now() + INTERVAL).await;
            self.expire(clock.day());
            self.notify_progress();
        }
    }
}

/// The tables for which `matches` returns true, in the order of the list: tables that wait for players before
/// tables to watch, and tables with a connected player first. A party is a person or a network that lists
/// tables. Within each group, the first table of every party comes before the second of any, newest first.
/// The boolean is true if no party of the table exceeds its share of the list.
fn ranked(tables: &Tables, matches: impl Fn(&Entry) -> bool) -> Vec<(bool, &Listing)> {
    let matching = tables.by_id.values().filter(|entry| matches(entry));
    let mut all: Vec<&Listing> = matching.map(|entry| &entry.listing).collect();
    let kind = |listing: &Listing| (listing.card.started, !is_present(&listing.card));
    all.sort_by(|one, other| {
        let key = |listing: &Listing| (kind(listing), Reverse(listing.card.created));
        key(one).cmp(&key(other)).then_with(|| one.table().cmp(other.table()))
    });
    let mut counts: HashMap<LimitKey, usize> = HashMap::new();
    let mut counted: Vec<(usize, bool, &Listing)> = Vec::new();
    for listing in all {
        let (mut before, mut within) = (0, true);
        for (party, most) in &listing.shares {
            let count = counts.entry(*party).or_default();
            before = before.max(*count);
            within &= *count < *most;
            *count += 1;
        }
        counted.push((before, within, listing));
    }
    // The sort is stable: among tables with the same count, the newest stay first.
    counted.sort_by_key(|(before, _, listing)| (kind(listing), *before));
    counted.into_iter().map(|(_, within, listing)| (within, listing)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::listing::{PER_PERSON, VISITED, WAITS, WAITS_DAYS};
    use super::*;
    use crate::client_addr::Address;
    use crate::protocol::{Progress, SeatState};
    use crate::protocol::{Terms, TimeControl};
    use session::guest::Guest;

    /// A waiting table: with a connected player, or otherwise a correspondence table.
    fn card(table: &str, created: i64, present: bool) -> LobbyTable {
        let seats = json!([
            { "name": "Host", "online": present, "deserted": false },
            { "name": "Novice", "bot": "novice", "online": true, "deserted": false },
            { "name": "", "online": false, "deserted": false },
        ]);
        let seats: Vec<SeatState> = serde_json::from_value(seats).unwrap();
        let time = (!present).then_some(TimeControl::Decision { seconds: 14 * 24 * 60 * 60 });
        LobbyTable {
            table: table.to_owned(),
            game: "kokyu".to_owned(),
            options: Value::Null,
            from_position: false,
            own_components: false,
            terms: Terms { listed: true, time, ..Terms::default() },
            seats,
            started: false,
            progress: None,
            onlookers: 0,
            created,
        }
    }

    fn visit(guest: u8, address: &str, at: i64) -> Visit {
        Visit { guest: Guest([guest; 32]), address: Address::At(address.parse().unwrap()), at }
    }

    fn show(lobby: &Lobby, card: LobbyTable, visit: Visit, now: i64) {
        let table = card.table.clone();
        lobby.show(None, &table, Listing::new(card, visit, now));
    }

    fn listed(lobby: &Lobby) -> Vec<String> {
        let listed: Value = serde_json::from_str(&lobby.written()).unwrap();
        let tables = listed["tables"].as_array().unwrap();
        tables.iter().map(|card| card["table"].as_str().unwrap().to_owned()).collect()
    }

    /// A lobby in which clients with these addresses have listed 120 tables, with six cookies.
    fn filled(addresses: &[String]) -> Lobby {
        let lobby = Lobby::new(None);
        for number in 0..120 {
            let address = &addresses[number % addresses.len()];
            let stranger = visit(u8::try_from(number % 6).unwrap(), address, 1000);
            show(&lobby, card(&format!("spam-{number}"), 1000, false), stranger, 1000);
        }
        lobby
    }

    #[test]
    fn one_client_cannot_fill_the_list() {
        let two = ["198.51.100.1", "198.51.100.2"].map(str::to_owned);
        let wide: Vec<String> =
            (0..60).map(|number| format!("2001:db8:1:{number:x}00::1")).collect();
        for addresses in [&two[..], &wide] {
            let lobby = filled(addresses);
            assert!(listed(&lobby).len() <= 6 * PER_PERSON, "each cookie has its share");
            // Two other tables: one with a connected player, and one older than all others.
            show(&lobby, card("slow", 500, false), visit(98, "203.0.113.1", 1000), 1000);
            show(&lobby, card("here", 10, true), visit(99, "192.0.2.1", 1000), 1000);
            let listed = listed(&lobby);
            assert_eq!(listed[0], "here");
            assert!(
                listed[..3].contains(&"slow".to_owned()),
                "one of each network first: {listed:?}"
            );
        }
    }

    #[test]
    fn a_search_includes_unlisted_tables() {
        let lobby = filled(&["198.51.100.1".to_owned()]);
        let quick = |card: &LobbyTable| !card.terms.slow();
        assert!(lobby.find(quick).is_empty());
        // Two hundred people wait, of whom a hundred are listed.
        for number in 0..200 {
            let address = format!("203.0.{number}.1");
            let waits = card(&format!("waits-{number}"), 2000 + i64::from(number), true);
            show(&lobby, waits, visit(number, &address, 2000), 2000);
        }
        assert_eq!(listed(&lobby).len(), LISTED);
        assert!(!listed(&lobby).contains(&"waits-3".to_owned()));
        assert_eq!(lobby.find(|card| card.table == "waits-3"), ["waits-3"]);
        assert_eq!(lobby.find(quick).len(), FOUND);
    }

    #[test]
    fn waiting_tables_are_listed_for_a_limited_time() {
        let lobby = Lobby::new(None);
        let host = |at| visit(1, "192.0.2.1", at);
        show(&lobby, card("quick", 0, true), host(0), 0);
        show(&lobby, card("days", 0, false), host(0), 0);
        lobby.expire(WAITS - 1);
        assert_eq!(listed(&lobby), ["quick", "days"]);
        lobby.expire(WAITS);
        assert_eq!(listed(&lobby), ["days"]);
        show(&lobby, card("quick", 0, true), host(WAITS), WAITS);
        assert_eq!(listed(&lobby), ["days"], "its time is over");
        // Occasional visits keep a correspondence table in the list.
        lobby.expire(VISITED);
        assert!(listed(&lobby).is_empty());
        for days in 1..7 {
            show(&lobby, card("days", 0, false), host(days * VISITED), days * VISITED);
            lobby.expire((days + 1) * VISITED - 1);
            assert_eq!(listed(&lobby), ["days"]);
            lobby.expire((days + 1) * VISITED);
            assert!(listed(&lobby).is_empty());
        }
        show(&lobby, card("days", 0, false), host(WAITS_DAYS), WAITS_DAYS);
        assert!(listed(&lobby).is_empty(), "but not forever");
    }

    #[test]
    fn progress_of_matches_is_sent_at_intervals_only() {
        let lobby = Lobby::new(None);
        let mut changed = lobby.watch();
        let progresses = |table: &str, decisions| {
            let progress = Some(Progress { decisions, scores: vec![3, 1, 0] });
            let card = LobbyTable { started: true, progress, ..card(table, 0, true) };
            show(&lobby, card, visit(1, "192.0.2.1", 0), 0);
        };
        progresses("one", 1);
        assert!(changed.has_changed().unwrap(), "a new table is sent at once");
        changed.mark_unchanged();
        for decisions in 2..100 {
            progresses("one", decisions);
        }
        assert!(!changed.has_changed().unwrap());
        let listed: Value = serde_json::from_str(&lobby.written()).unwrap();
        let progress = json!({ "decisions": 99, "scores": [3, 1, 0] });
        assert_eq!(listed["tables"][0]["progress"], progress, "who asks receives the newest state");
        lobby.notify_progress();
        assert!(changed.has_changed().unwrap());
        changed.mark_unchanged();
        lobby.notify_progress();
        progresses("one", 99);
        lobby.notify_progress();
        assert!(!changed.has_changed().unwrap(), "nothing is new");
    }

    #[test]
    fn other_servers_receive_the_parties_of_a_listing() {
        let listing = Listing::new(card("here", 0, true), visit(1, "2001:db8::1", 0), 0).unwrap();
        let sent = serde_json::to_string(&listing).unwrap();
        let received: Listing = serde_json::from_str(&sent).unwrap();
        assert_eq!(received, Listing { visit: None, ..listing });
        assert_eq!(received.shares.len(), 4, "of a guest and three networks");
        // An older server sends the card alone.
        let older = serde_json::to_string(&card("here", 0, true)).unwrap();
        let received: Listing = serde_json::from_str(&older).unwrap();
        assert_eq!((received.shares, received.until), (Vec::new(), i64::MAX));
    }
}
