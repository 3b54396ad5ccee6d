//! Who is connected to a table, and what each has yet to be told.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Utf8Bytes;
use table::Seat;

use crate::command::Connection;
use crate::config::Limits;
use crate::guest::Guest;
use crate::outbox::{Letter, Outbox, outbox};
use crate::refusal::Refused;
use crate::scene::Scene;
use crate::tally::Ticket;
use crate::wire::ToClient;

struct Client {
    guest: Guest,
    outbox: Outbox,
    /// How many steps it has.
    steps: usize,
    /// Counts it among those who look on, in the whole house.
    onlooker: Option<Ticket<()>>,
}

/// Everybody who is connected to a table.
pub(crate) struct Audience {
    clients: HashMap<u64, Client>,
    next: u64,
    /// Whether somebody is there; bots in thought look at it.
    somebody: Arc<AtomicBool>,
    /// Whose connections have gone since everybody was last told.
    gone: Vec<Guest>,
    /// Whether there is anything to tell.
    news: bool,
    /// How many changes have yet to be told.
    untold: usize,
}

impl Audience {
    /// Nobody.
    pub(crate) fn new() -> Audience {
        Audience {
            clients: HashMap::new(),
            next: 0,
            somebody: Arc::default(),
            gone: Vec::new(),
            news: false,
            untold: 0,
        }
    }

    /// Whether nobody is there.
    pub(crate) fn is_empty(&self) -> bool {
        self.clients.is_empty()
    }

    /// Whether somebody is there, for those who look from elsewhere.
    pub(crate) fn somebody(&self) -> Arc<AtomicBool> {
        self.somebody.clone()
    }

    /// Who has been there longest: bots think on their account.
    pub(crate) fn host(&self) -> Option<Guest> {
        let first = self.clients.iter().min_by_key(|(client, _)| **client);
        first.map(|(_, client)| client.guest)
    }

    /// Whether a guest is connected.
    pub(crate) fn is_here(&self, guest: Guest) -> bool {
        self.clients.values().any(|client| client.guest == guest)
    }

    /// Lets a client in and tells it how the table stands. `onlooker` counts one without a seat,
    /// if there is room for it in the house. Those who look on never keep a seat out.
    ///
    /// # Errors
    /// If the guest has too many connections here, or too many look on.
    pub(crate) fn join(
        &mut self,
        scene: &Scene<'_>,
        guest: Guest,
        (seen, version): (usize, Option<u64>),
        onlooker: Option<Ticket<()>>,
        limits: &Limits,
    ) -> Result<Connection, Refused> {
        let seat = scene.seat_of(guest);
        let own = self.clients.values().filter(|client| client.guest == guest).count();
        if own >= limits.live_per_guest_and_table {
            return Err(Refused::too_many_tabs());
        }
        let onlookers = self.clients.values().filter(|client| client.onlooker.is_some()).count();
        if seat.is_none() && (onlooker.is_none() || onlookers >= limits.onlookers_per_table) {
            return Err(Refused::table_full());
        }
        // What the others have yet to receive goes out first: it may carry frames, which one
        // who catches up does not get.
        self.tell(scene);
        let back = seat.is_some() && own == 0;
        let client = self.next;
        self.next += 1;
        let (outbox, letters) = outbox();
        let steps = scene.kept(seen, version);
        let onlooker = onlooker.filter(|_| seat.is_none());
        self.clients.insert(client, Client { guest, outbox, steps, onlooker });
        self.somebody.store(true, Ordering::Relaxed);
        if back {
            self.news = true;
            self.tell(scene);
        } else {
            let text = self.state(scene, seat, steps, false);
            self.send(client, Letter::Plain(text));
            self.has(client, scene.steps());
        }
        Ok(Connection { client, letters })
    }

    /// A client is gone.
    pub(crate) fn leave(&mut self, client: u64) {
        if let Some(gone) = self.clients.remove(&client) {
            self.gone.push(gone.guest);
            self.somebody.store(!self.clients.is_empty(), Ordering::Relaxed);
        }
    }

    /// A guest has taken a seat and looks on no longer.
    pub(crate) fn seated(&mut self, guest: Guest) {
        for client in self.clients.values_mut().filter(|client| client.guest == guest) {
            client.onlooker = None;
        }
    }

    /// There is something to tell.
    pub(crate) fn news(&mut self) {
        self.news = true;
    }

    /// The play has begun or a change was made; there are `steps` steps now.
    pub(crate) fn changed(&mut self, steps: usize) {
        self.untold += 1;
        self.news = true;
        for client in self.clients.values_mut() {
            client.steps = client.steps.min(steps);
        }
    }

    /// Tells everybody what is new for them, if anything is.
    pub(crate) fn tell(&mut self, scene: &Scene<'_>) {
        for guest in std::mem::take(&mut self.gone) {
            self.news |= scene.seat_of(guest).is_some() && !self.is_here(guest);
        }
        if !std::mem::take(&mut self.news) {
            return;
        }
        let fresh = std::mem::take(&mut self.untold) == 1;
        // Clients with the same eyes and the same steps get the same bytes.
        let mut written: HashMap<(Option<Seat>, usize), Utf8Bytes> = HashMap::new();
        let clients: Vec<u64> = self.clients.keys().copied().collect();
        for client in clients {
            let Some(Client { guest, steps, .. }) = self.clients.get(&client) else { continue };
            let key = (scene.seat_of(*guest), *steps);
            let text = match written.get(&key) {
                Some(text) => text.clone(),
                None => {
                    written.entry(key).or_insert(self.state(scene, key.0, key.1, fresh)).clone()
                }
            };
            self.send(client, Letter::Plain(text));
            self.has(client, scene.steps());
        }
    }

    /// Answers a client.
    pub(crate) fn answer(&mut self, client: u64, answer: &ToClient) {
        self.send(client, Letter::Plain(to_text(answer)));
    }

    /// Shows the draft of a guest's seat to all others.
    pub(crate) fn show_draft(&mut self, guest: Guest, seat: Seat, draft: &ToClient) {
        let text = to_text(draft);
        let others = self.clients.iter().filter(|(_, other)| other.guest != guest);
        let others: Vec<u64> = others.map(|(client, _)| *client).collect();
        for other in others {
            self.send(other, Letter::Draft(seat, text.clone()));
        }
    }

    fn state(&self, scene: &Scene<'_>, you: Option<Seat>, has: usize, fresh: bool) -> Utf8Bytes {
        let state = scene.state(you, has, fresh, |guest| self.is_here(guest));
        to_text(&ToClient::State { state: Box::new(state) })
    }

    fn has(&mut self, client: u64, steps: usize) {
        if let Some(client) = self.clients.get_mut(&client) {
            client.steps = steps;
        }
    }

    /// A client that does not read is let go; it catches up when it connects again.
    fn send(&mut self, client: u64, letter: Letter) {
        if let Some(to) = self.clients.get(&client)
            && !to.outbox.send(letter)
        {
            self.leave(client);
        }
    }
}

/// A message as it goes over the wire.
pub(crate) fn to_text(message: &ToClient) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message is plain data").into()
}
