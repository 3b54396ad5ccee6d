//! Matches on the server of boardgame.io, another game engine, for comparison. The protocol is Socket.IO
//! 4 over a WebSocket.

use std::net::SocketAddr;

use anyhow::{Result, bail};
use tokio::time::Instant;

use crate::drive::{Server, Table};
use crate::socket::{Received, Socket};

/// Name of the game in `peer/server.mjs`.
const GAME: &str = "like";

/// A server of boardgame.io.
pub struct Boardgame {
    pub address: SocketAddr,
    /// Number of players per match.
    pub seats: u8,
}

/// A match with all its players connected.
pub struct Match {
    name: String,
    sockets: Vec<Socket>,
    /// Number of moves played so far in the match.
    moves: usize,
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
        Ok(Match { name, sockets, moves: 0 })
    }
}

impl Table for Match {
    async fn play_move(&mut self) -> Result<Option<Instant>> {
        let (name, state) = (&self.name, self.moves);
        let mover = state % self.sockets.len();
        self.moves += 1;
        let new_state = format!("\"_stateID\":{}", self.moves);
        let is_update = |text: &str| {
            let after = text.split_once(&new_state).map(|(_, after)| after);
            text.contains("[\"update\",")
                && after.is_some_and(|after| after.starts_with([',', '}']))
        };
        let act = format!(
            "42/{GAME},[\"update\",{{\"type\":\"MAKE_MOVE\",\"payload\":{{\"type\":\"act\",\
             \"args\":[{state}],\"playerID\":\"{mover}\",\"credentials\":null}}}},{state},\
             \"{name}\",\"{mover}\"]"
        );
        self.sockets[mover].send(act).await?;
        until(&mut self.sockets[mover], is_update).await?;
        let time = Instant::now();
        for (seat, socket) in self.sockets.iter_mut().enumerate() {
            if seat != mover {
                until(socket, is_update).await?;
            }
        }
        Ok(Some(time))
    }

    fn received(&self) -> Received {
        self.sockets.iter().map(|socket| socket.received).sum()
    }
}

/// Reads messages until `is_wanted` returns true for one, and answers the server's pings.
async fn until(socket: &mut Socket, is_wanted: impl Fn(&str) -> bool) -> Result<()> {
    loop {
        let text = socket.next().await?;
        if is_wanted(&text) {
            return Ok(());
        }
        match text.as_bytes() {
            b"2" => socket.send("3".to_owned()).await?,
            [b'4', b'4', ..] => bail!("boardgame.io refused: {text}"),
            _ => {}
        }
    }
}
