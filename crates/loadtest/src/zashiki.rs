//! Tables of our own server.

use std::net::SocketAddr;
use std::rc::Rc;

use anyhow::{Context, Result, bail};
use memchr::memmem;
use serde_json::json;
use tokio::time::Instant;

use crate::drive::{Seated, Server};
use crate::http::Client;
use crate::plays::Play;
use crate::socket::Socket;

/// Our server and the plays that are played there.
pub struct Zashiki {
    /// Where it listens; several servers of one cluster where there are several.
    pub addresses: Vec<SocketAddr>,
    /// Whether the people of a table connect to different servers, as behind a balancer.
    pub apart: bool,
    /// The game.
    pub game: String,
    /// Its plays.
    pub plays: Vec<Rc<Play>>,
    /// How many seats they have.
    pub seats: u8,
}

impl Zashiki {
    /// The same plays, for a server that listens elsewhere.
    pub fn again(&self, address: SocketAddr) -> Zashiki {
        Zashiki {
            addresses: vec![address],
            apart: false,
            game: self.game.clone(),
            plays: self.plays.clone(),
            seats: self.seats,
        }
    }

    /// Where the person at a seat of a table connects to.
    pub fn address(&self, table: usize, seat: u8) -> SocketAddr {
        let turn = table + if self.apart { usize::from(seat) } else { 0 };
        self.addresses[turn % self.addresses.len()]
    }

    /// Opens a table, for a play or as people do, with all its seats open but the first; its id,
    /// and the cookie of who opened it.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn table(
        &self,
        client: &mut Client,
        cookie: Option<&str>,
        play: Option<&Play>,
    ) -> Result<(String, String)> {
        let mut seats = vec![json!({ "kind": "me" })];
        seats.resize(self.seats.into(), json!({ "kind": "open" }));
        let mut body = json!({ "game": self.game, "seats": seats });
        if let Some(play) = play {
            body["position"] = play.position.clone();
        }
        let (answer, given) = client.post("/api/tables", cookie, body.to_string()).await?;
        let table = answer["table"].as_str().context("the server opened no table")?;
        let cookie = given.or_else(|| cookie.map(str::to_owned)).context("no cookie was given")?;
        Ok((table.to_owned(), cookie))
    }

    /// Connects the person with this cookie to a table, by this server.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn connect(
        &self,
        address: SocketAddr,
        table: &str,
        cookie: Option<&str>,
    ) -> Result<Socket> {
        Ok(Socket::open(address, &format!("/api/tables/{table}/live?lang=en&packed=true"), cookie)
            .await?
            .0)
    }
}

impl Server for Zashiki {
    type Table = Game;

    async fn open(&self, number: usize) -> Result<Game> {
        let play = self.plays[number % self.plays.len()].clone();
        let mut client = Client::connect(self.address(number, 0)).await?;
        let (table, cookie) = self.table(&mut client, None, Some(&play)).await?;
        let mut sockets = vec![self.connect(self.address(number, 0), &table, Some(&cookie)).await?];
        for seat in 1..self.seats {
            let mut socket = self.connect(self.address(number, seat), &table, None).await?;
            let sit = json!({ "type": "sit", "id": "sit", "seat": seat, "name": "" });
            socket.send(sit.to_string()).await?;
            while !is_done(&socket.next().await?)? {}
            sockets.push(socket);
        }
        // The others hear of the last to sit down; what came before is not of the play.
        let (_, others) = sockets.split_last_mut().context("a table has seats")?;
        for socket in others {
            while memmem::find(socket.next().await?.as_bytes(), b"\"started\":true").is_none() {}
        }
        Ok(Game { table, sockets, play, next: 0 })
    }
}

/// A table with everybody connected.
pub struct Game {
    table: String,
    sockets: Vec<Socket>,
    play: Rc<Play>,
    next: usize,
}

impl Game {
    /// The table's id.
    pub fn id(&self) -> &str {
        &self.table
    }
}

impl Seated for Game {
    async fn turn(&mut self) -> Result<Option<Instant>> {
        let Some((seat, action)) = self.play.decisions.get(self.next) else { return Ok(None) };
        let (id, version) = (self.next.to_string(), self.next);
        let act = json!({ "type": "act", "id": id, "version": version, "action": action });
        self.next += 1;
        let told = format!("\"version\":{},", self.next);
        let mover = seat.index();
        self.sockets[mover].send(act.to_string()).await?;
        let (mut done, mut known) = (false, false);
        while !(done && known) {
            let text = self.sockets[mover].next().await?;
            done |= is_done(&text)?;
            known |= memmem::find(text.as_bytes(), told.as_bytes()).is_some();
        }
        let answered = Instant::now();
        for (at, socket) in self.sockets.iter_mut().enumerate() {
            while at != mover
                && memmem::find(socket.next().await?.as_bytes(), told.as_bytes()).is_none()
            {
            }
        }
        Ok(Some(answered))
    }

    fn received(&self) -> (u64, u64) {
        let each = self.sockets.iter().map(|socket| socket.received);
        each.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    }
}

fn is_done(text: &str) -> Result<bool> {
    if text.starts_with(r#"{"type":"refused""#) {
        bail!("the server refused: {text}");
    }
    Ok(text.starts_with(r#"{"type":"done""#))
}
