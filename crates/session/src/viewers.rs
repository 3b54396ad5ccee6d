//! The clients that view a table, what each of them has received, and the messages that bring them up to date.

use std::collections::{BTreeMap, HashMap};

use zashiki_core::Seat;

use crate::guest::Guest;
use crate::messages::broadcast::{Broadcast, ClientCache, to_text};
use crate::protocol::ToClient;
use crate::table::seats::{Requester, ViewKey, seat_of, seats_of};
use crate::table::setup::Sitter;
use crate::table::snapshot::TableSnapshot;

/// A message for clients.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// The clients that receive it.
    pub clients: Vec<u64>,
    /// The JSON of a [`ToClient`].
    pub text: String,
    /// The seat whose draft the message contains, if it contains one. It replaces an earlier draft of the seat that
    /// a client has not received yet.
    pub draft: Option<Seat>,
}

struct Viewer {
    requester: Requester,
    /// The viewpoint and language of the client's last complete state; `None` before it has received one.
    told: Option<ViewKey>,
    /// The number of valid steps that the client has, for clients that have not received their first complete
    /// state yet.
    steps: usize,
}

/// All clients that view a table.
#[derive(Default)]
pub struct Viewers {
    clients: HashMap<u64, Viewer>,
    /// The guests connected to other processes, by the id of the process.
    elsewhere: BTreeMap<String, Vec<Guest>>,
    next: u64,
    /// The data last sent to the clients with each viewpoint and language.
    known: HashMap<ViewKey, ClientCache>,
    /// Guests whose connections have ended since the last update.
    gone: Vec<Guest>,
    /// True if the clients have not received the latest changes yet.
    news: bool,
    /// The number of changes to the match that the clients have not received yet.
    untold: usize,
    /// The number of spectators as last sent.
    onlookers: usize,
}

impl Viewers {
    /// The state of a table without clients.
    pub(crate) fn new() -> Viewers {
        Viewers::default()
    }

    /// Returns true if no client is connected to this process.
    pub fn is_empty(&self) -> bool {
        self.clients.is_empty()
    }

    /// The person of the client that is connected longest, if any client is connected to this process.
    pub fn first(&self) -> Option<Guest> {
        let first = self.clients.iter().min_by_key(|(client, _)| **client)?;
        Some(first.1.requester.guest)
    }

    /// Returns true if a guest is connected to this process or another.
    pub fn is_here(&self, guest: Guest) -> bool {
        self.clients.values().any(|client| client.requester.guest == guest)
            || self.remote_guests().any(|other| other == guest)
    }

    /// The guests connected to this process.
    pub fn guests(&self) -> Vec<Guest> {
        let mut guests: Vec<Guest> =
            self.clients.values().map(|client| client.requester.guest).collect();
        guests.sort_unstable();
        guests.dedup();
        guests
    }

    /// The guests connected to other processes.
    pub fn remote_guests(&self) -> impl Iterator<Item = Guest> {
        self.elsewhere.values().flatten().copied()
    }

    /// Returns true if any guest is connected to another process.
    pub fn is_shared(&self) -> bool {
        !self.elsewhere.is_empty()
    }

    /// Sets the guests connected to another process.
    pub fn set_remote_guests(&mut self, process: String, guests: Vec<Guest>) {
        let before = match guests.is_empty() {
            true => self.elsewhere.remove(&process),
            false => self.elsewhere.insert(process.clone(), guests),
        };
        self.news |= before.as_ref() != self.elsewhere.get(&process);
    }

    /// Removes the guests of processes that are no longer alive.
    pub fn forget_processes(&mut self, is_alive: impl Fn(&str) -> bool) {
        let before = self.elsewhere.len();
        self.elsewhere.retain(|process, _| is_alive(process));
        self.news |= self.elsewhere.len() < before;
    }

    /// Adds a client that has the table's first `seen` steps as of `version`. Returns its number, and the messages
    /// with the complete state for it and with pending updates for the others.
    pub fn join(
        &mut self,
        snapshot: &TableSnapshot<'_>,
        requester: Requester,
        seen: usize,
        version: Option<u64>,
    ) -> (u64, Vec<Message>) {
        let own = self.clients.values().any(|client| client.requester.guest == requester.guest);
        // Pending updates of other clients are sent first: they may have a view for each event, which a new
        // client does not receive.
        let mut messages = self.tell(snapshot);
        let back = snapshot.seat_of(requester).is_some() && !own;
        let client = self.next;
        self.next += 1;
        let steps = snapshot.kept(seen, version);
        self.clients.insert(client, Viewer { requester, told: None, steps });
        if back {
            self.news = true;
            messages.extend(self.tell(snapshot));
        } else {
            messages.extend(self.welcome(snapshot, client));
        }
        (client, messages)
    }

    /// Removes a client that has disconnected.
    pub fn leave(&mut self, client: u64) {
        if let Some(gone) = self.clients.remove(&client) {
            self.gone.push(gone.requester.guest);
        }
    }

    /// The viewpoints of the connected clients: their seats, or `None` for spectators.
    pub(crate) fn eyes(&self, sitters: &[Sitter]) -> Vec<Option<Seat>> {
        let mut eyes = Vec::new();
        for client in self.clients.values() {
            let you = seat_of(sitters, client.requester);
            if !eyes.contains(&you) {
                eyes.push(you);
            }
        }
        eyes
    }

    /// The number of spectators: connected people without a seat.
    pub fn onlookers(&self, sitters: &[Sitter]) -> usize {
        let mut counted: Vec<Guest> = Vec::new();
        let here = self.clients.values().map(|client| client.requester.guest);
        for guest in here.chain(self.remote_guests()) {
            if seats_of(sitters, guest).is_empty() && !counted.contains(&guest) {
                counted.push(guest);
            }
        }
        counted.len()
    }

    /// Marks the complete state to be sent to all clients again, because data that is otherwise constant has
    /// changed. At most `steps` of each client's steps are still valid.
    pub(crate) fn resend_all(&mut self, steps: usize) {
        self.known.clear();
        self.untold = 0;
        self.news = true;
        for client in self.clients.values_mut() {
            (client.told, client.steps) = (None, client.steps.min(steps));
        }
    }

    /// Returns true if the clients have not received the latest changes yet.
    pub fn has_news(&self) -> bool {
        self.news
    }

    /// Marks that there are changes to send to the clients.
    pub(crate) fn news(&mut self) {
        self.news = true;
    }

    /// Records a change to the match, or its start; the match has `steps` steps now.
    pub(crate) fn changed(&mut self, steps: usize) {
        self.untold += 1;
        self.news = true;
        for known in self.known.values_mut() {
            known.steps = known.steps.min(steps);
        }
    }

    /// The messages with all pending changes.
    pub(crate) fn tell(&mut self, snapshot: &TableSnapshot<'_>) -> Vec<Message> {
        for guest in std::mem::take(&mut self.gone) {
            self.news |= snapshot.seats_guest(guest) && !self.is_here(guest);
        }
        self.news |=
            std::mem::replace(&mut self.onlookers, snapshot.onlookers) != snapshot.onlookers;
        if !std::mem::take(&mut self.news) {
            return Vec::new();
        }
        let single = std::mem::take(&mut self.untold) == 1;
        let mut groups: BTreeMap<ViewKey, Vec<u64>> = BTreeMap::new();
        let mut untold = Vec::new();
        for (id, client) in &self.clients {
            let reader = snapshot.reader(client.requester);
            match client.told {
                Some(told) if told == reader => groups.entry(reader).or_default().push(*id),
                _ => untold.push(*id),
            }
        }
        // Cached data of viewpoints without clients is dropped.
        let mut known = std::mem::take(&mut self.known);
        let readers: Vec<ViewKey> = groups.keys().copied().collect();
        let mut broadcast = Broadcast::new(snapshot, &readers, single);
        let mut messages = Vec::new();
        for (reader, mut clients) in groups {
            let Some(known) = known.remove(&reader) else {
                untold.extend(clients);
                continue;
            };
            let (text, known) = broadcast.change(reader, &known, |guest| self.is_here(guest));
            self.known.insert(reader, known);
            clients.sort_unstable();
            messages.push(Message { clients, text, draft: None });
        }
        untold.sort_unstable();
        messages.extend(untold.into_iter().filter_map(|client| self.welcome(snapshot, client)));
        messages
    }

    /// The message with the complete state for a client.
    fn welcome(&mut self, snapshot: &TableSnapshot<'_>, id: u64) -> Option<Message> {
        let client = self.clients.get_mut(&id)?;
        let (requester, has) = (client.requester, client.steps);
        let reader = snapshot.reader(requester);
        client.told = Some(reader);
        let state = snapshot.state(requester, has, |guest| self.is_here(guest));
        if !self.known.contains_key(&reader) {
            let known = ClientCache::of(snapshot, reader, |guest| self.is_here(guest));
            self.known.insert(reader, known);
        }
        let text = to_text(&ToClient::State { state: Box::new(state) });
        Some(Message { clients: vec![id], text, draft: None })
    }

    /// A message for all clients.
    pub fn announcement(&self, message: &ToClient) -> Message {
        let mut clients: Vec<u64> = self.clients.keys().copied().collect();
        clients.sort_unstable();
        Message { clients, text: to_text(message), draft: None }
    }

    /// A message with a seat's draft (its unfinished decision) for all clients except those of `guest`, who made it.
    pub(crate) fn draft_message(
        &self,
        guest: Option<Guest>,
        seat: Seat,
        draft: &ToClient,
    ) -> Message {
        let others = self.clients.iter().filter(|(_, other)| Some(other.requester.guest) != guest);
        let mut clients: Vec<u64> = others.map(|(client, _)| *client).collect();
        clients.sort_unstable();
        Message { clients, text: to_text(draft), draft: Some(seat) }
    }
}
