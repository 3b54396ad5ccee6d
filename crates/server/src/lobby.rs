//! The lobby: the tables that are open to everybody who comes by, as they are now. It is kept in
//! memory only, since a table is listed while somebody sits there, or was there lately.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::client_addr::Address;
use crate::limits::{LimitKey, guest_and_networks};
use crate::protocol::{Lobby as Listed, LobbyTable};
use crate::users::guest::Guest;

/// The most tables that are listed at once.
const LISTED: usize = 100;
/// The most of them at which one person sits, and at which people of one address do.
const PER_PERSON: usize = 3;
const PER_ADDRESS: usize = 8;
/// The most tables that a search finds.
const FOUND: usize = 64;

const HOUR: i64 = 60 * 60 * 1000;
/// For how many milliseconds a table waits in the list that is played in one go.
const WAITS: i64 = 12 * HOUR;
/// For how many milliseconds one waits that lasts for days.
const WAITS_DAYS: i64 = 14 * 24 * HOUR;
/// After so many milliseconds without anybody who sits there it is listed no longer, until one of them
/// visits it again.
const VISITED: i64 = 48 * HOUR;

/// The tables that are listed.
pub(crate) struct Lobby {
    tables: Mutex<Tables>,
    changed: watch::Sender<()>,
}

#[derive(Default)]
struct Tables {
    by_id: HashMap<String, Entry>,
    /// What is listed, as JSON: written once for all who look.
    written: Option<Arc<str>>,
}

/// A table, and by which other server it is listed if not by this one.
#[derive(PartialEq)]
struct Entry {
    listing: Listing,
    by: Option<String>,
}

/// A table that is to be listed. Servers tell each other so; a card alone is what older ones tell.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Listing {
    #[serde(flatten)]
    card: LobbyTable,
    /// Who has a share of the list by it, and the most tables each may have there.
    #[serde(default)]
    shares: Vec<(LimitKey, usize)>,
    /// Milliseconds since 1970 until which it is listed.
    #[serde(default = "for_ever")]
    until: i64,
    /// Who was there last; this server's own alone.
    #[serde(skip)]
    visit: Option<Visit>,
}

fn for_ever() -> i64 {
    i64::MAX
}

/// Somebody who sits at a table, and from where they last came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Visit {
    pub(crate) guest: Guest,
    pub(crate) address: Address,
    /// Milliseconds since 1970 when they were last there.
    pub(crate) at: i64,
}

impl Listing {
    /// A table on the account of who sits there; nothing if it is listed no longer at the time `now`.
    pub(crate) fn new(card: LobbyTable, visit: Visit, now: i64) -> Option<Listing> {
        let Visit { guest, address, at } = visit;
        let until = match (card.started, card.terms.slow()) {
            (true, _) => for_ever(),
            (false, false) => card.created + WAITS,
            (false, true) if is_present(&card) => card.created + WAITS_DAYS,
            (false, true) => (card.created + WAITS_DAYS).min(at + VISITED),
        };
        let shares = guest_and_networks((guest, PER_PERSON), address, PER_ADDRESS);
        Some(Listing { card, shares, until, visit: Some(visit) })
            .filter(|listing| now < listing.until)
    }

    /// The table's id.
    pub(crate) fn table(&self) -> &str {
        &self.card.table
    }
}

/// Returns true if somebody who sits there is connected. Bots of the house always are.
fn is_present(card: &LobbyTable) -> bool {
    card.seats.iter().any(|seat| seat.online && seat.bot.is_none())
}

impl Lobby {
    /// Empty.
    pub(crate) fn new() -> Lobby {
        Lobby { tables: Mutex::default(), changed: watch::Sender::new(()) }
    }

    /// Lists a table so, or no longer, as this server or another says. Who did not list it cannot
    /// have it listed no longer. Gives whether that is new.
    pub(crate) fn show(&self, by: Option<&str>, id: &str, listing: Option<Listing>) -> bool {
        let by = by.map(str::to_owned);
        self.change(|tables| match listing {
            None if tables.get(id).is_some_and(|entry| entry.by == by) => {
                tables.remove(id).is_some()
            }
            None => false,
            Some(listing) => {
                let entry = Entry { listing, by };
                tables.get(id) != Some(&entry) && {
                    tables.insert(id.to_owned(), entry);
                    true
                }
            }
        })
    }

    /// Lists a table no longer, whichever server did.
    pub(crate) fn remove(&self, id: &str) {
        self.change(|tables| tables.remove(id).is_some());
    }

    /// These and no others are listed by another server.
    pub(crate) fn show_all(&self, by: &str, listings: Vec<Listing>) {
        let listed = |id: &str| listings.iter().any(|listing| listing.table() == id);
        self.forget(|other, id| other == by && !listed(id));
        for listing in listings {
            let table = listing.table().to_owned();
            self.show(Some(by), &table, Some(listing));
        }
    }

    /// Forgets what other servers listed, of which this is so.
    pub(crate) fn forget(&self, gone: impl Fn(&str, &str) -> bool) {
        self.keep(|id, entry| !entry.by.as_ref().is_some_and(|by| gone(by, id)));
    }

    /// Lists no longer what is listed until this time or before.
    pub(crate) fn expire(&self, now: i64) {
        self.keep(|_, entry| now < entry.listing.until);
    }

    fn keep(&self, wish: impl Fn(&str, &Entry) -> bool) {
        self.change(|tables| {
            let before = tables.len();
            tables.retain(|id, entry| wish(id, entry));
            tables.len() < before
        });
    }

    /// Who was at a table last that this server lists.
    pub(crate) fn visit(&self, id: &str) -> Option<Visit> {
        self.tables().by_id.get(id)?.listing.visit
    }

    /// What this server lists.
    pub(crate) fn own(&self) -> Vec<Listing> {
        let tables = self.tables();
        let own = ranked(&tables, |entry| entry.by.is_none());
        own.into_iter().take(LISTED).map(|(_, listing)| listing.clone()).collect()
    }

    /// Changes what is listed; gives what `change` gives, which is whether it did.
    fn change(&self, change: impl FnOnce(&mut HashMap<String, Entry>) -> bool) -> bool {
        let mut tables = self.tables();
        let changed = change(&mut tables.by_id);
        if changed {
            tables.written = None;
            drop(tables);
            self.changed.send_replace(());
        }
        changed
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        // It is whole at every moment, so a panic elsewhere while it was held does no harm.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables that wait for somebody and are as wished, of all there are, those first that come first
    /// in the list; at most [`FOUND`].
    pub(crate) fn find(&self, wish: impl Fn(&LobbyTable) -> bool) -> Vec<String> {
        let tables = self.tables();
        let found =
            ranked(&tables, |entry| !entry.listing.card.started && wish(&entry.listing.card));
        found.into_iter().take(FOUND).map(|(_, listing)| listing.table().to_owned()).collect()
    }

    /// What is listed now, as the JSON of a [`Listed`].
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

    /// Every change of what is listed.
    pub(crate) fn watch(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }
}

/// The tables that are as wished: those that wait for people before those to look on at, those where
/// somebody is present first; of each kind one of every network before the second of any, and the newest
/// first. With each, whether all who have a share of the list by it have room for it.
fn ranked(tables: &Tables, wish: impl Fn(&Entry) -> bool) -> Vec<(bool, &Listing)> {
    let wished = tables.by_id.values().filter(|entry| wish(entry));
    let mut all: Vec<&Listing> = wished.map(|entry| &entry.listing).collect();
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
    // It is stable: of those with as many before them the newest stay first.
    counted.sort_by_key(|(before, _, listing)| (kind(listing), *before));
    counted.into_iter().map(|(_, within, listing)| (within, listing)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::protocol::SeatState;
    use crate::protocol::table_settings::{Terms, TimeControl};

    /// A table that waits; somebody who sits there is connected, or it lasts for days.
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
            terms: Terms { listed: true, time, ..Terms::default() },
            seats,
            started: false,
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

    /// A stranger with these addresses has listed 120 tables, with six cookies.
    fn filled(addresses: &[String]) -> Lobby {
        let lobby = Lobby::new();
        for number in 0..120 {
            let address = &addresses[number % addresses.len()];
            let stranger = visit(u8::try_from(number % 6).unwrap(), address, 1000);
            show(&lobby, card(&format!("spam-{number}"), 1000, false), stranger, 1000);
        }
        lobby
    }

    #[test]
    fn one_stranger_does_not_fill_the_list() {
        let two = ["198.51.100.1", "198.51.100.2"].map(str::to_owned);
        let wide: Vec<String> =
            (0..60).map(|number| format!("2001:db8:1:{number:x}00::1")).collect();
        for addresses in [&two[..], &wide] {
            let lobby = filled(addresses);
            assert!(listed(&lobby).len() <= 6 * PER_PERSON, "each cookie has its share");
            // Somebody who is there, and somebody whose table is older than all of them.
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
    fn a_search_looks_at_all_tables() {
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
    fn tables_that_wait_are_listed_for_a_time() {
        let lobby = Lobby::new();
        let host = |at| visit(1, "192.0.2.1", at);
        show(&lobby, card("quick", 0, true), host(0), 0);
        show(&lobby, card("days", 0, false), host(0), 0);
        lobby.expire(WAITS - 1);
        assert_eq!(listed(&lobby), ["quick", "days"]);
        lobby.expire(WAITS);
        assert_eq!(listed(&lobby), ["days"]);
        show(&lobby, card("quick", 0, true), host(WAITS), WAITS);
        assert_eq!(listed(&lobby), ["days"], "its time is over");
        // A visit now and then keeps one that lasts for days.
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
        assert!(listed(&lobby).is_empty(), "but not for ever");
    }

    #[test]
    fn other_servers_are_told_whose_share_a_table_takes() {
        let listing = Listing::new(card("here", 0, true), visit(1, "2001:db8::1", 0), 0).unwrap();
        let told = serde_json::to_string(&listing).unwrap();
        let heard: Listing = serde_json::from_str(&told).unwrap();
        assert_eq!(heard, Listing { visit: None, ..listing });
        assert_eq!(heard.shares.len(), 4, "of a guest and three networks");
        // An older server tells the card alone.
        let older = serde_json::to_string(&card("here", 0, true)).unwrap();
        let heard: Listing = serde_json::from_str(&older).unwrap();
        assert_eq!((heard.shares, heard.until), (Vec::new(), i64::MAX));
    }
}
