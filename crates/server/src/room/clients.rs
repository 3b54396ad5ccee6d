//! The clients connected to a table on this server: their queues, addresses and places.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Utf8Bytes;
use session::guest::Guest;
use session::messages::broadcast::to_text;
use session::viewers::{Message, Viewers};

use crate::bots::fair_queue::QueueAccount;
use crate::client_addr::Address;
use crate::config::Limits;
use crate::error::Refused;
use crate::limits::Permit;
use crate::protocol::ToClient;
use crate::room::client_queue::{ClientReceiver, ClientSender, Outgoing, client_queue};

struct Client {
    guest: Guest,
    address: Address,
    client_queue: ClientSender,
    /// The permit that counts a spectator towards the limit of the whole server.
    onlooker: Option<Permit<()>>,
}

/// All clients connected to a table on this server.
#[derive(Default)]
pub(crate) struct Clients {
    clients: HashMap<u64, Client>,
    /// True while any client is connected. Bots in the queue check it, so that they do not compute for
    /// nobody.
    somebody: Arc<AtomicBool>,
}

impl Clients {
    /// A shared flag that is true while any client is connected.
    pub(crate) fn somebody(&self) -> Arc<AtomicBool> {
        self.somebody.clone()
    }

    /// The account that bots' time is charged to: that of the client connected longest.
    pub(crate) fn host(&self, viewers: &Viewers) -> Option<QueueAccount> {
        let (guest, address) = self.first(|_| true).or_else(|| {
            // Only the other server knows the address.
            viewers.remote_guests().next().map(|guest| (guest, Address::Unknown))
        })?;
        Some(QueueAccount::new(guest, address))
    }

    /// The guest, with the address, whose connection is the oldest among the guests for which `matches`
    /// returns true.
    pub(crate) fn first(&self, matches: impl Fn(Guest) -> bool) -> Option<(Guest, Address)> {
        let matching = self.clients.iter().filter(|(_, client)| matches(client.guest));
        let (_, Client { guest, address, .. }) = matching.min_by_key(|(client, _)| **client)?;
        Some((*guest, *address))
    }

    /// Updates the flag that is true while any client is connected here or to another server.
    pub(crate) fn look_around(&self, viewers: &Viewers) {
        let somebody = !self.clients.is_empty() || viewers.is_shared();
        self.somebody.store(somebody, Ordering::Relaxed);
    }

    /// Returns an error if the guest has too many connections here, or there are too many spectators.
    /// Spectators never displace players. `onlooker` is the permit of a spectator, if the server has room for
    /// one.
    pub(crate) fn check_room(
        &self,
        guest: Guest,
        seated: bool,
        onlooker: Option<&Permit<()>>,
        limits: &Limits,
    ) -> Result<(), Refused> {
        let own = self.clients.values().filter(|client| client.guest == guest).count();
        if own >= limits.live_per_guest_and_table {
            return Err(Refused::too_many_tabs());
        }
        let onlookers = self.clients.values().filter(|client| client.onlooker.is_some()).count();
        if !seated && (onlooker.is_none() || onlookers >= limits.onlookers_per_table) {
            return Err(Refused::table_full());
        }
        Ok(())
    }

    /// Adds a client; returns the socket's end of its queue.
    pub(crate) fn add(
        &mut self,
        client: u64,
        guest: Guest,
        address: Address,
        onlooker: Option<Permit<()>>,
    ) -> ClientReceiver {
        let (client_queue, outgoing) = client_queue();
        self.clients.insert(client, Client { guest, address, client_queue, onlooker });
        outgoing
    }

    /// Removes a client that has disconnected.
    pub(crate) fn leave(&mut self, viewers: &mut Viewers, client: u64) {
        self.clients.remove(&client);
        viewers.leave(client);
        self.look_around(viewers);
    }

    /// Records that a guest has taken a seat and is no longer a spectator.
    pub(crate) fn seated(&mut self, guest: Guest) {
        for client in self.clients.values_mut().filter(|client| client.guest == guest) {
            client.onlooker = None;
        }
    }

    /// Queues messages; a client that does not read is disconnected and catches up when it reconnects.
    pub(crate) fn send(
        &mut self,
        viewers: &mut Viewers,
        messages: impl IntoIterator<Item = Message>,
    ) {
        for Message { clients, text, draft } in messages {
            let text = Utf8Bytes::from(text);
            for client in clients {
                let message = match draft {
                    Some(seat) => Outgoing::Draft(seat, text.clone()),
                    None => Outgoing::Plain(text.clone()),
                };
                if let Some(to) = self.clients.get(&client)
                    && !to.client_queue.send(message)
                {
                    self.leave(viewers, client);
                }
            }
        }
    }

    /// Queues an answer to a client.
    pub(crate) fn answer(&mut self, viewers: &mut Viewers, client: u64, answer: &ToClient) {
        let message = Message { clients: vec![client], text: to_text(answer), draft: None };
        self.send(viewers, [message]);
    }
}
