//! Tables on the Zashiki server, as targets of the load.

use std::net::SocketAddr;
use std::rc::Rc;

use anyhow::{Context, Result};
use memchr::memmem;
use serde_json::json;
use tokio::time::Instant;

use crate::drive::{Server, Table};
use crate::games::ScriptedGame;
use crate::http::Client;
use crate::socket::{Received, Socket, is_acknowledgement};

/// The Zashiki server, or several servers of one cluster, with the games to be played.
pub struct Zashiki {
    /// Addresses of the servers, at least one.
    pub addresses: Vec<SocketAddr>,
    /// True if the players of a table connect to different servers, as behind a load balancer.
    pub spread: bool,
    /// Id of the game.
    pub game: String,
    /// The games, which tables play in rotation.
    pub games: Vec<Rc<ScriptedGame>>,
    /// Number of seats of the games.
    pub seats: u8,
}

impl Zashiki {
    /// The same games on the server at `address`.
    pub fn at(&self, address: SocketAddr) -> Zashiki {
        Zashiki {
            addresses: vec![address],
            spread: false,
            game: self.game.clone(),
            games: self.games.clone(),
            seats: self.seats,
        }
    }

    /// Address of the server to which the player at a seat of a table connects.
    fn address(&self, table: usize, seat: u8) -> SocketAddr {
        let offset = if self.spread { usize::from(seat) } else { 0 };
        self.addresses[(table + offset) % self.addresses.len()]
    }

    /// Opens a table where all seats but the first are open, either at the position of a generated game
    /// or with a new deal. Returns the id of the table and the cookie of its host.
    pub async fn open_table(
        &self,
        client: &mut Client,
        game: Option<&ScriptedGame>,
    ) -> Result<(String, String)> {
        let mut seats = vec![json!({ "kind": "me" })];
        seats.resize(self.seats.into(), json!({ "kind": "open" }));
        let mut body = json!({ "game": self.game, "seats": seats });
        if let Some(game) = game {
            body["position"] = game.position.clone();
        }
        let (response, cookie) = client.post("/api/tables", None, body.to_string()).await?;
        let table = response["table"].as_str().context("the server opened no table")?;
        Ok((table.to_owned(), cookie.context("the server set no cookie")?))
    }

    /// Connects the client with this cookie to a table through the server at `address`.
    pub async fn connect(
        &self,
        address: SocketAddr,
        table: &str,
        cookie: Option<&str>,
    ) -> Result<Socket> {
        let path = format!("/api/tables/{table}/live?lang=en&packed=true");
        Ok(Socket::open(address, &path, cookie).await?.0)
    }
}

impl Server for Zashiki {
    type Table = ZashikiTable;

    async fn open(&self, number: usize) -> Result<ZashikiTable> {
        let game = self.games[number % self.games.len()].clone();
        let mut client = Client::connect(self.address(number, 0)).await?;
        let (id, cookie) = self.open_table(&mut client, Some(&game)).await?;
        let mut sockets = vec![self.connect(self.address(number, 0), &id, Some(&cookie)).await?];
        for seat in 1..self.seats {
            let mut socket = self.connect(self.address(number, seat), &id, None).await?;
            let sit = json!({ "type": "sit", "id": "sit", "seat": seat, "name": "" });
            socket.send(sit.to_string()).await?;
            socket.acknowledged().await?;
            sockets.push(socket);
        }
        // The others receive messages until the game starts. These do not count.
        let (_, others) = sockets.split_last_mut().context("a table has seats")?;
        for socket in others {
            while memmem::find(socket.next().await?.as_bytes(), b"\"started\":true").is_none() {}
        }
        Ok(ZashikiTable { id, sockets, game, next: 0 })
    }
}

/// A table with all its players connected.
pub struct ZashikiTable {
    id: String,
    sockets: Vec<Socket>,
    game: Rc<ScriptedGame>,
    /// Index of the game's next decision.
    next: usize,
}

impl ZashikiTable {
    pub fn id(&self) -> &str {
        &self.id
    }
}

impl Table for ZashikiTable {
    async fn play_move(&mut self) -> Result<Option<Instant>> {
        let Some((seat, action)) = self.game.decisions.get(self.next) else { return Ok(None) };
        let (id, version) = (self.next.to_string(), self.next);
        let act = json!({ "type": "act", "id": id, "version": version, "action": action });
        self.next += 1;
        let new_version = format!("\"version\":{},", self.next);
        let is_change =
            |text: &str| memmem::find(text.as_bytes(), new_version.as_bytes()).is_some();
        let mover = seat.index();
        self.sockets[mover].send(act.to_string()).await?;
        let (mut acknowledged, mut changed) = (false, false);
        while !(acknowledged && changed) {
            let text = self.sockets[mover].next().await?;
            acknowledged |= is_acknowledgement(&text)?;
            changed |= is_change(&text);
        }
        let time = Instant::now();
        for (seat, socket) in self.sockets.iter_mut().enumerate() {
            while seat != mover && !is_change(&socket.next().await?) {}
        }
        Ok(Some(time))
    }

    fn received(&self) -> Received {
        self.sockets.iter().map(|socket| socket.received).sum()
    }
}
