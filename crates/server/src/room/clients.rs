//! Who is connected to a table, and what each has yet to be told.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use zashiki_core::Seat;

use crate::bots::fair_queue::QueueAccount;
use crate::client_addr::Address;
use crate::config::Limits;
use crate::error::Refused;
use crate::limits::Permit;
use crate::protocol::ToClient;
use crate::room::broadcast::{Broadcast, ClientCache, to_text};
use crate::room::client_queue::{ClientSender, Outgoing, client_queue};
use crate::room::command::{Connection, JoinRequest};
use crate::table::seats::{Requester, ViewKey, seat_of, seats_of};
use crate::table::setup::Sitter;
use crate::table::snapshot::TableSnapshot;
use crate::users::guest::Guest;

struct Client {
    requester: Requester,
    address: Address,
    client_queue: ClientSender,
    /// As whom it was last told how the table stands; `None` if it has yet to be told.
    told: Option<ViewKey>,
    /// How many steps it has that has yet to be told.
    steps: usize,
    /// Counts it among those who look on, in the whole house.
    onlooker: Option<Permit<()>>,
}

/// Everybody who is connected to a table.
pub(crate) struct Clients {
    clients: HashMap<u64, Client>,
    /// Who is connected to other servers, by server.
    elsewhere: BTreeMap<String, Vec<Guest>>,
    next: u64,
    /// What those who have been told know.
    known: HashMap<ViewKey, ClientCache>,
    /// Whether somebody is there; bots in thought look at it.
    somebody: Arc<AtomicBool>,
    /// Whose connections have gone since everybody was last told.
    gone: Vec<Guest>,
    /// Whether there is anything to tell.
    news: bool,
    /// How many changes have yet to be told.
    untold: usize,
    /// How many look on, as was last told.
    onlookers: usize,
}

impl Clients {
    /// Nobody.
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

    /// Whether nobody is connected to this server.
    pub(crate) fn is_empty(&self) -> bool {
        self.clients.is_empty()
    }

    /// Whether somebody is there, for those who look from elsewhere.
    pub(crate) fn somebody(&self) -> Arc<AtomicBool> {
        self.somebody.clone()
    }

    /// The account of who has been there longest: bots think on it.
    pub(crate) fn host(&self) -> Option<QueueAccount> {
        let (guest, address) = self.first(|_| true).or_else(|| {
            // Which address they have, the other server knows.
            self.remote_guests().next().map(|guest| (guest, Address::Unknown))
        })?;
        Some(QueueAccount::new(guest, address))
    }

    /// Who has been connected to this server longest, of those guests who are as wished, and from where.
    pub(crate) fn first(&self, wish: impl Fn(Guest) -> bool) -> Option<(Guest, Address)> {
        let wished = self.clients.iter().filter(|(_, client)| wish(client.requester.guest));
        let (_, Client { requester, address, .. }) = wished.min_by_key(|(client, _)| **client)?;
        Some((requester.guest, *address))
    }

    /// Whether a guest is connected, to this server or another.
    pub(crate) fn is_here(&self, guest: Guest) -> bool {
        self.clients.values().any(|client| client.requester.guest == guest)
            || self.remote_guests().any(|other| other == guest)
    }

    /// Who is connected to this server.
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

    /// Whether anybody is connected to another server.
    pub(crate) fn is_shared(&self) -> bool {
        !self.elsewhere.is_empty()
    }

    /// These are connected to another server.
    pub(crate) fn set_remote_guests(&mut self, server: String, guests: Vec<Guest>) {
        let before = match guests.is_empty() {
            true => self.elsewhere.remove(&server),
            false => self.elsewhere.insert(server.clone(), guests),
        };
        self.news |= before.as_ref() != self.elsewhere.get(&server);
        self.look_around();
    }

    /// Nobody is connected any more to servers that have gone.
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

    /// Lets a client in and tells it how the table stands. `onlooker` counts one without a seat,
    /// if there is room for it in the house. Those who look on never keep a seat out.
    ///
    /// # Errors
    /// If the guest has too many connections here, or too many look on.
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
        // What the others have yet to receive goes out first: it may carry frames, which one
        // who catches up does not get.
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

    /// A client is gone.
    pub(crate) fn leave(&mut self, client: u64) {
        if let Some(gone) = self.clients.remove(&client) {
            self.gone.push(gone.requester.guest);
            self.look_around();
        }
    }

    /// A guest has taken a seat and looks on no longer.
    pub(crate) fn seated(&mut self, guest: Guest) {
        for client in self.clients.values_mut().filter(|client| client.requester.guest == guest) {
            client.onlooker = None;
        }
    }

    /// With whose eyes those see who are connected.
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

    /// How many people look on: those without a seat.
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

    /// Everybody is to be told anew how the table stands: what never changes has changed.
    pub(crate) fn resend_all(&mut self, steps: usize) {
        self.known.clear();
        self.untold = 0;
        self.news = true;
        for client in self.clients.values_mut() {
            (client.told, client.steps) = (None, client.steps.min(steps));
        }
    }

    /// Whether there is something to tell.
    pub(crate) fn has_news(&self) -> bool {
        self.news
    }

    /// There is something to tell.
    pub(crate) fn news(&mut self) {
        self.news = true;
    }

    /// The play has begun or a change was made; there are `steps` steps now.
    pub(crate) fn changed(&mut self, steps: usize) {
        self.untold += 1;
        self.news = true;
        for known in self.known.values_mut() {
            known.steps = known.steps.min(steps);
        }
    }

    /// Tells everybody what is new for them, if anything is.
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
        // What nobody knows any more is forgotten.
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
            for client in clients {
                self.send(client, Outgoing::Plain(text.clone()));
            }
        }
        for client in untold {
            self.welcome(snapshot, client);
        }
    }

    /// Tells a client that has not been told yet how the table stands.
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
        self.send(id, Outgoing::Plain(text));
    }

    /// Tells everybody something.
    pub(crate) fn announce(&mut self, message: &ToClient) {
        let text = to_text(message);
        let all: Vec<u64> = self.clients.keys().copied().collect();
        for client in all {
            self.send(client, Outgoing::Plain(text.clone()));
        }
    }

    /// Answers a client.
    pub(crate) fn answer(&mut self, client: u64, answer: &ToClient) {
        self.send(client, Outgoing::Plain(to_text(answer)));
    }

    /// Shows the draft of a seat to all but its guest.
    pub(crate) fn show_draft(&mut self, guest: Option<Guest>, seat: Seat, draft: &ToClient) {
        let text = to_text(draft);
        let others = self.clients.iter().filter(|(_, other)| Some(other.requester.guest) != guest);
        let others: Vec<u64> = others.map(|(client, _)| *client).collect();
        for other in others {
            self.send(other, Outgoing::Draft(seat, text.clone()));
        }
    }

    /// A client that does not read is let go; it catches up when it connects again.
    fn send(&mut self, client: u64, message: Outgoing) {
        if let Some(to) = self.clients.get(&client)
            && !to.client_queue.send(message)
        {
            self.leave(client);
        }
    }
}
