//! Tables of boardgame.io's server, in the words of its own protocol: Socket.IO 4 over a socket.

use std::net::SocketAddr;

use anyhow::{Result, bail};
use tokio::time::Instant;

use crate::drive::{Seated, Server};
use crate::socket::Socket;

/// The name of the game in `peer/server.mjs`.
const GAME: &str = "like";

/// boardgame.io's server.
pub struct Boardgame {
    /// Where it listens.
    pub address: SocketAddr,
    /// How many people sit at a table.
    pub seats: u8,
}

/// One of its matches with its people.
pub struct Match {
    name: String,
    sockets: Vec<Socket>,
    next: usize,
}

impl Server for Boardgame {
    type Table = Match;

    async fn open(&self, number: usize) -> Result<Match> {
        let name = format!("match{number}");
        let mut sockets = Vec::new();
        for seat in 0..self.seats {
            let path = "/socket.io/?EIO=4&transport=websocket";
            let mut socket = Socket::open(self.address, path, None).await?.0;
            until(&mut socket, |text| text.starts_with('0')).await?;
            socket.send(format!("40/{GAME},")).await?;
            until(&mut socket, |text| text.starts_with("40/")).await?;
            let seats = self.seats;
            socket.send(format!("42/{GAME},[\"sync\",\"{name}\",\"{seat}\",null,{seats}]")).await?;
            until(&mut socket, |text| text.contains("[\"sync\",")).await?;
            sockets.push(socket);
        }
        Ok(Match { name, sockets, next: 0 })
    }
}

impl Seated for Match {
    async fn turn(&mut self) -> Result<Option<Instant>> {
        let (name, state) = (&self.name, self.next);
        let mover = state % self.sockets.len();
        self.next += 1;
        let done = format!("\"_stateID\":{}", self.next);
        let known = |text: &str| {
            let after = text.split_once(&done).map(|(_, after)| after);
            text.contains("[\"update\",")
                && after.is_some_and(|after| after.starts_with([',', '}']))
        };
        let act = format!(
            "42/{GAME},[\"update\",{{\"type\":\"MAKE_MOVE\",\"payload\":{{\"type\":\"act\",\
             \"args\":[{state}],\"playerID\":\"{mover}\",\"credentials\":null}}}},{state},\
             \"{name}\",\"{mover}\"]"
        );
        self.sockets[mover].send(act).await?;
        until(&mut self.sockets[mover], known).await?;
        let answered = Instant::now();
        for (at, socket) in self.sockets.iter_mut().enumerate() {
            if at != mover {
                until(socket, known).await?;
            }
        }
        Ok(Some(answered))
    }

    fn received(&self) -> (u64, u64) {
        let each = self.sockets.iter().map(|socket| socket.received);
        each.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    }
}

/// Reads until what is waited for comes, and answers the server's own questions.
async fn until(socket: &mut Socket, wanted: impl Fn(&str) -> bool) -> Result<()> {
    loop {
        let text = socket.next().await?;
        if wanted(&text) {
            return Ok(());
        }
        match text.as_bytes() {
            b"2" => socket.send("3".to_owned()).await?,
            [b'4', b'4', ..] => bail!("boardgame.io refused: {text}"),
            _ => {}
        }
    }
}
