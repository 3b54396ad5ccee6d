//! The clients connected to a table, and the updates they have yet to receive.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Utf8Bytes;
use zashiki_core::Seat;

use crate::bots::fair_queue::QueueAccount;
use crate::client_addr::Address;
use crate::config::Limits;
use crate::error::Refused;
use crate::limits::Permit;
use crate::protocol::ToClient;
use crate::room::client_queue::{ClientSender, Outgoing, client_queue};
use crate::room::command::{Connection, JoinRequest};
use session::guest::Guest;
use session::messages::broadcast::{Broadcast, ClientCache, to_text};
use session::table::seats::{Requester, ViewKey, seat_of, seats_of};
use session::table::setup::Sitter;
use session::table::snapshot::TableSnapshot;

struct Client {
    requester: Requester,
    address: Address,
    client_queue: ClientSender,
    /// The viewpoint and language of the client's last complete state; `None` before it has received one.
    told: Option<ViewKey>,
    /// The number of valid steps that the client has, for clients that have not received their first complete
    /// state yet.
    steps: usize,
    /// The permit that counts a spectator towards the limit of the whole server.
    onlooker: Option<Permit<()>>,
}

/// All clients connected to a table.
pub(crate) struct Clients {
    clients: HashMap<u64, Client>,
    /// The guests connected to other servers, by the id of the server.
    elsewhere: BTreeMap<String, Vec<Guest>>,
    next: u64,
    /// The data last sent to the clients with each viewpoint and language.
    known: HashMap<ViewKey, ClientCache>,
    /// True while any client is connected. Bots in the queue check it, so that they do not compute for
    /// nobody.
    somebody: Arc<AtomicBool>,
    /// Guests whose connections have ended since the last update.
    gone: Vec<Guest>,
    /// True if the clients have not received the latest changes yet.
    news: bool,
    /// The number of changes to the match that the clients have not received yet.
    untold: usize,
    /// The number of spectators as last sent.
    onlookers: usize,
}

impl Clients {
    /// The state of a table without clients.
    pub(crate) fn new() -> Clients {
        Clients {
            clients: HashMap::new(),
            elsewhere: BTreeMap::new(),
            next: 0,
            known: HashMap::new(),
            somebody: Arc::default(),
            gone: Vec::new(),
            news: false,
            untold: 0,
            onlookers: 0,
        }
    }

    /// Returns true if no client is connected to this server.
    pub(crate) fn is_empty(&self) -> bool {
        self.clients.is_empty()
    }

    /// A shared flag that is true while any client is connected.
    pub(crate) fn somebody(&self) -> Arc<AtomicBool> {
        self.somebody.clone()
    }

    /// The account that bots' time is charged to: that of the client connected longest.
    pub(crate) fn host(&self) -> Option<QueueAccount> {
        let (guest, address) = self.first(|_| true).or_else(|| {
            // Only the other server knows the address.
            self.remote_guests().next().map(|guest| (guest, Address::Unknown))
        })?;
        Some(QueueAccount::new(guest, address))
    }

    /// The guest, with the address, whose connection to this server is the oldest among the guests for which
    /// `matches` returns true.
    pub(crate) fn first(&self, matches: impl Fn(Guest) -> bool) -> Option<(Guest, Address)> {
        let matching = self.clients.iter().filter(|(_, client)| matches(client.requester.guest));
        let (_, Client { requester, address, .. }) = matching.min_by_key(|(client, _)| **client)?;
        Some((requester.guest, *address))
    }

    /// Returns true if a guest is connected to this server or another.
    pub(crate) fn is_here(&self, guest: Guest) -> bool {
        self.clients.values().any(|client| client.requester.guest == guest)
            || self.remote_guests().any(|other| other == guest)
    }

    /// The guests connected to this server.
    pub(crate) fn guests(&self) -> Vec<Guest> {
        let mut guests: Vec<Guest> =
            self.clients.values().map(|client| client.requester.guest).collect();
        guests.sort_unstable();
        guests.dedup();
        guests
    }

    fn remote_guests(&self) -> impl Iterator<Item = Guest> {
        self.elsewhere.values().flatten().copied()
    }

    /// Returns true if any guest is connected to another server.
    pub(crate) fn is_shared(&self) -> bool {
        !self.elsewhere.is_empty()
    }

    /// Sets the guests connected to another server.
    pub(crate) fn set_remote_guests(&mut self, server: String, guests: Vec<Guest>) {
        let before = match guests.is_empty() {
            true => self.elsewhere.remove(&server),
            false => self.elsewhere.insert(server.clone(), guests),
        };
        self.news |= before.as_ref() != self.elsewhere.get(&server);
        self.look_around();
    }

    /// Removes the guests of servers that are no longer alive.
    pub(crate) fn forget_servers(&mut self, is_alive: impl Fn(&str) -> bool) {
        let before = self.elsewhere.len();
        self.elsewhere.retain(|server, _| is_alive(server));
        self.news |= self.elsewhere.len() < before;
        self.look_around();
    }

    fn look_around(&self) {
        let somebody = !(self.clients.is_empty() && self.elsewhere.is_empty());
        self.somebody.store(somebody, Ordering::Relaxed);
    }

    /// Adds a client and sends it the complete state. `onlooker` is the permit of a spectator, if the server
    /// has room for one. Spectators never displace players.
    ///
    /// # Errors
    /// Returns an error if the guest has too many connections here, or there are too many spectators.
    pub(crate) fn join(
        &mut self,
        snapshot: &TableSnapshot<'_>,
        arriving: JoinRequest,
        onlooker: Option<Permit<()>>,
        limits: &Limits,
    ) -> Result<Connection, Refused> {
        let JoinRequest { requester, address, seen, version } = arriving;
        let seat = snapshot.seat_of(requester);
        let ours = |client: &&Client| client.requester.guest == requester.guest;
        let own = self.clients.values().filter(ours).count();
        if own >= limits.live_per_guest_and_table {
            return Err(Refused::too_many_tabs());
        }
        let onlookers = self.clients.values().filter(|client| client.onlooker.is_some()).count();
        if seat.is_none() && (onlooker.is_none() || onlookers >= limits.onlookers_per_table) {
            return Err(Refused::table_full());
        }
        // Pending updates of other clients are sent first: they may have a view for each event, which a new
        // client does not receive.
        self.tell(snapshot);
        let back = seat.is_some() && own == 0;
        let client = self.next;
        self.next += 1;
        let (client_queue, outgoing) = client_queue();
        let steps = snapshot.kept(seen, version);
        let onlooker = onlooker.filter(|_| seat.is_none());
        self.clients.insert(
            client,
            Client { requester, address, client_queue, told: None, steps, onlooker },
        );
        self.look_around();
        if back {
            self.news = true;
            self.tell(snapshot);
        } else {
            self.welcome(snapshot, client);
        }
        Ok(Connection { client, outgoing })
    }

    /// Removes a client that has disconnected.
    pub(crate) fn leave(&mut self, client: u64) {
        if let Some(gone) = self.clients.remove(&client) {
            self.gone.push(gone.requester.guest);
            self.look_around();
        }
    }

    /// Records that a guest has taken a seat and is no longer a spectator.
    pub(crate) fn seated(&mut self, guest: Guest) {
        for client in self.clients.values_mut().filter(|client| client.requester.guest == guest) {
            client.onlooker = None;
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
    pub(crate) fn onlookers(&self, sitters: &[Sitter]) -> usize {
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
    pub(crate) fn has_news(&self) -> bool {
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

    /// Sends all pending changes to the clients, if there are any.
    pub(crate) fn tell(&mut self, snapshot: &TableSnapshot<'_>) {
        for guest in std::mem::take(&mut self.gone) {
            self.news |= snapshot.seats_guest(guest) && !self.is_here(guest);
        }
        self.news |=
            std::mem::replace(&mut self.onlookers, snapshot.onlookers) != snapshot.onlookers;
        if !std::mem::take(&mut self.news) {
            return;
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
        for (reader, clients) in groups {
            let Some(known) = known.remove(&reader) else {
                untold.extend(clients);
                continue;
            };
            let (text, known) = broadcast.change(reader, &known, |guest| self.is_here(guest));
            self.known.insert(reader, known);
            let text = Utf8Bytes::from(text);
            for client in clients {
                self.send(client, Outgoing::Plain(text.clone()));
            }
        }
        for client in untold {
            self.welcome(snapshot, client);
        }
    }

    /// Sends the complete state to a client.
    fn welcome(&mut self, snapshot: &TableSnapshot<'_>, id: u64) {
        let Some(client) = self.clients.get_mut(&id) else { return };
        let (requester, has) = (client.requester, client.steps);
        let reader = snapshot.reader(requester);
        client.told = Some(reader);
        let state = snapshot.state(requester, has, |guest| self.is_here(guest));
        if !self.known.contains_key(&reader) {
            let known = ClientCache::of(snapshot, reader, |guest| self.is_here(guest));
            self.known.insert(reader, known);
        }
        let text = to_text(&ToClient::State { state: Box::new(state) });
        self.send(id, Outgoing::Plain(text.into()));
    }

    /// Sends a message to all clients.
    pub(crate) fn announce(&mut self, message: &ToClient) {
        let text = Utf8Bytes::from(to_text(message));
        let all: Vec<u64> = self.clients.keys().copied().collect();
        for client in all {
            self.send(client, Outgoing::Plain(text.clone()));
        }
    }

    /// Sends an answer to a client.
    pub(crate) fn answer(&mut self, client: u64, answer: &ToClient) {
        self.send(client, Outgoing::Plain(to_text(answer).into()));
    }

    /// Sends a seat's draft (its unfinished decision) to all clients except those of `guest`, who made it.
    pub(crate) fn show_draft(&mut self, guest: Option<Guest>, seat: Seat, draft: &ToClient) {
        let text = Utf8Bytes::from(to_text(draft));
        let others = self.clients.iter().filter(|(_, other)| Some(other.requester.guest) != guest);
        let others: Vec<u64> = others.map(|(client, _)| *client).collect();
        for other in others {
            self.send(other, Outgoing::Draft(seat, text.clone()));
        }
    }

    /// Queues a message; a client that does not read is disconnected and catches up when it reconnects.
    fn send(&mut self, client: u64, message: Outgoing) {
        if let Some(to) = self.clients.get(&client)
            && !to.client_queue.send(message)
        {
            self.leave(client);
        }
    }
}
