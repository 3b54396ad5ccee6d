//! A table with all its players, which plays a generated game across all kills of the server.

use std::net::SocketAddr;
use std::rc::Rc;

use anyhow::{Context, Result, anyhow, ensure};
use serde_json::{Value, json};
use zashiki_core::{MatchStart, Seat, Viewer};

use crate::games::ScriptedGame;
use crate::http::Client;
use crate::socket::{Socket, is_acknowledgement};

/// A table with all its players.
pub struct Table {
    game: &'static str,
    id: String,
    cookies: Vec<String>,
    sockets: Vec<Socket>,
    script: Rc<ScriptedGame>,
    /// Number of decisions that the server acknowledged.
    acknowledged: usize,
    /// True if the next decision was sent and is not acknowledged yet.
    sent: bool,
}

/// Result of the check of a table after a kill.
pub struct Checked {
    /// Number of views that were compared with a replay.
    pub views: u64,
    /// True if an action was sent but not acknowledged.
    pub in_flight: bool,
    /// True if the server had stored the unacknowledged action.
    pub kept: bool,
}

impl Table {
    /// Opens a table at the first position of a generated game, and seats all players.
    pub async fn open(
        address: SocketAddr,
        game: &'static str,
        seats: u8,
        script: Rc<ScriptedGame>,
    ) -> Result<Table> {
        let mut seat_kinds = vec![json!({ "kind": "open" }); seats.into()];
        seat_kinds[0] = json!({ "kind": "me" });
        let body = json!({ "game": game, "seats": seat_kinds, "position": script.position });
        let mut client = Client::connect(address).await?;
        let (response, cookie) = client.post("/api/tables", None, body.to_string()).await?;
        let id = response["table"].as_str().context("the server opened no table")?.to_owned();
        let path = format!("/api/tables/{id}/live");
        let mut cookies = vec![cookie.context("the server set no cookie")?];
        let mut sockets = vec![Socket::open(address, &path, Some(&cookies[0])).await?.0];
        for seat in 1..seats {
            let (mut socket, cookie) = Socket::open(address, &path, None).await?;
            let sit = json!({ "type": "sit", "id": "sit", "seat": seat, "name": "" });
            socket.send(sit.to_string()).await?;
            socket.acknowledged().await?;
            sockets.push(socket);
            cookies.push(cookie.context("the server set no cookie")?);
        }
        Ok(Table { game, id, cookies, sockets, script, acknowledged: 0, sent: false })
    }

    /// Number of decisions that the server acknowledged.
    pub fn acknowledged(&self) -> usize {
        self.acknowledged
    }

    /// Returns true if all decisions of the game are acknowledged.
    pub fn is_over(&self) -> bool {
        self.acknowledged == self.script.decisions.len()
    }

    /// The seat and the message of the next decision; `None` after the last. When repeated, the message
    /// has the same id.
    fn message(&self) -> Option<(usize, String)> {
        let (seat, action) = self.script.decisions.get(self.acknowledged)?;
        let (id, version) = (format!("decision {}", self.acknowledged), self.acknowledged);
        let act = json!({ "type": "act", "id": id, "version": version, "action": action });
        Some((seat.index(), act.to_string()))
    }

    /// Plays until the server is killed or the game is over.
    pub async fn play_until_killed(&mut self) -> Result<()> {
        while let Some((mover, message)) = self.message() {
            let mover = &mut self.sockets[mover];
            self.sent = true;
            if mover.send(message).await.is_err() {
                return Ok(());
            }
            loop {
                // An error means that the server was killed before the acknowledgement.
                let Ok(message) = mover.next().await else { return Ok(()) };
                if is_acknowledgement(&message)? {
                    break;
                }
            }
            self.acknowledged += 1;
            self.sent = false;
        }
        Ok(())
    }

    /// Connects all players again and compares their views with a replay of the acknowledged actions.
    /// Repeats the unacknowledged action, if there is one. Returns an error if an action was lost or
    /// duplicated.
    pub async fn reconnect(&mut self, address: SocketAddr) -> Result<Checked> {
        let path = format!("/api/tables/{}/live", self.id);
        let (game, acknowledged, in_flight) = (self.game, self.acknowledged, self.sent);
        let (mut kept, mut views) = (false, 0);
        self.sockets.clear();
        for (seat, cookie) in (0..).zip(&self.cookies) {
            let (mut socket, _) = Socket::open(address, &path, Some(cookie)).await?;
            let message: Value = serde_json::from_str(&socket.next().await?)?;
            let state = &message["state"];
            let version = state["version"].as_u64().context("the state has no version")?;
            let version = usize::try_from(version)?;
            kept = in_flight && version == acknowledged + 1;
            ensure!(
                kept || version == acknowledged,
                "{game}: {acknowledged} actions were acknowledged and {version} are stored",
            );
            let view = self.replayed_view(version, Seat(seat))?;
            ensure!(state["view"] == view, "{game}: the view of seat {seat} has changed");
            views += 1;
            self.sockets.push(socket);
        }
        if let Some((mover, message)) = self.message().filter(|_| in_flight) {
            let mover = &mut self.sockets[mover];
            mover.send(message).await?;
            mover.acknowledged().await?;
            self.acknowledged += 1;
            self.sent = false;
            let (mut socket, _) = Socket::open(address, &path, Some(&self.cookies[0])).await?;
            let message: Value = serde_json::from_str(&socket.next().await?)?;
            let version = &message["state"]["version"];
            ensure!(*version == self.acknowledged, "{game}: an action was duplicated");
        }
        Ok(Checked { views, in_flight, kept })
    }

    /// The view of a seat after this number of decisions, computed by replaying the game.
    fn replayed_view(&self, decisions: usize, seat: Seat) -> Result<Value> {
        let start = MatchStart {
            position: Some(self.script.position.clone()),
            ..MatchStart::dealt(self.cookies.len(), 0)
        };
        let mut match_ =
            registry::start(self.game, &start).map_err(|error| anyhow!("{}", error.text().en))?;
        for (seat, action) in &self.script.decisions[..decisions] {
            let played = match_.play(*seat, action);
            played.map_err(|illegal| anyhow!("{action}: {}", illegal.message.en))?;
        }
        Ok(match_.view(Viewer::Seat(seat)).value())
    }
}
