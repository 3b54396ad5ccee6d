//! A client that continues to play despite all faults: it reconnects to any server, and repeats
//! unacknowledged messages with the same id.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use server::protocol::Patch;
use tokio::time::{Instant, sleep, timeout};
use zashiki_core::GameRng;

use crate::http::Client;
use crate::socket::Socket;

/// Maximum time to wait for a message before the client reconnects.
const TIMEOUT: Duration = Duration::from_secs(4);
/// Pause between two attempts to connect.
const RETRY: Duration = Duration::from_millis(200);
/// Maximum time before a decision, in milliseconds.
const MAX_THINKING_TIME: u32 = 120;
/// Maximum time without a change at the table. After that the game counts as stuck.
pub const STUCK: Duration = Duration::from_secs(60);

/// A client at a table.
pub struct Player {
    pub game: &'static str,
    pub table: String,
    pub seat: usize,
    pub cookie: String,
    servers: Vec<SocketAddr>,
    rng: GameRng,
    socket: Option<Socket>,
    /// State of the table, as received so far.
    pub state: Value,
    /// The message that was sent and is not acknowledged yet, if any.
    pending: Option<Pending>,
    /// Actions that the server acknowledged, in order.
    pub acknowledged: Vec<String>,
    /// Number of connections that the client has made so far.
    pub connections: u64,
    /// Longest time without a change at the table.
    pub longest_wait: Duration,
    /// True if the table has a time limit, after which a bot decides.
    pub timed: bool,
}

/// A message that the server has not acknowledged yet.
struct Pending {
    message: String,
    id: String,
    action: String,
}

impl Player {
    /// Opens a table with these seats and settings on any server, and takes the first seat.
    pub async fn open(
        servers: &[SocketAddr],
        game: &'static str,
        seats: &Value,
        terms: &Value,
        mut rng: GameRng,
    ) -> Result<Player> {
        let mut body = json!({ "game": game, "seats": seats, "name": "Ada" });
        if !terms.is_null() {
            body["terms"] = terms.clone();
        }
        let end = Instant::now() + STUCK;
        let (table, cookie) = loop {
            let server = *rng.pick(servers);
            let opened = timeout(TIMEOUT, async {
                let mut client = Client::connect(server).await?;
                client.post("/api/tables", None, body.to_string()).await
            });
            match opened.await {
                Ok(Ok((response, Some(cookie)))) => {
                    break (response["table"].as_str().context("no table id")?.to_owned(), cookie);
                }
                other if Instant::now() > end => bail!("no table could be opened: {other:?}"),
                _ => sleep(RETRY).await,
            }
        };
        Ok(Player {
            game,
            table,
            seat: 0,
            cookie,
            servers: servers.to_owned(),
            rng,
            socket: None,
            state: Value::Null,
            pending: None,
            acknowledged: Vec::new(),
            connections: 0,
            longest_wait: Duration::ZERO,
            timed: !terms.is_null(),
        })
    }

    /// Connects a second client, which takes this seat of the table.
    pub async fn join(&self, seat: usize, rng: GameRng) -> Result<Player> {
        let mut guest = Player {
            table: self.table.clone(),
            servers: self.servers.clone(),
            seat,
            rng,
            cookie: String::new(),
            socket: None,
            state: Value::Null,
            pending: None,
            acknowledged: Vec::new(),
            ..*self
        };
        let sit = json!({ "type": "sit", "id": "sit", "seat": seat, "name": "Bob" }).to_string();
        let end = Instant::now() + STUCK;
        while guest.state["you"] != seat {
            ensure!(Instant::now() < end, "seat {seat} is not taken: {}", guest.state["seats"]);
            if guest.socket.is_none() {
                guest.connect().await;
            }
            // The state shows the seat, also if a repeated command is refused because the first succeeded.
            if guest.send(sit.clone()).await {
                guest.receive().await?;
            }
        }
        Ok(guest)
    }

    /// Plays until the game is over. Returns an error if the game gets stuck, or the server refuses an action.
    pub async fn play(&mut self) -> Result<()> {
        let (mut version, mut since) = (Value::Null, Instant::now());
        while self.state["outcome"].is_null() || self.pending.is_some() {
            if self.state["version"] != version {
                version = self.state["version"].clone();
                since = Instant::now();
            }
            self.longest_wait = self.longest_wait.max(since.elapsed());
            ensure!(
                since.elapsed() < STUCK,
                "{} {} is stuck at version {version}: seat {} waits for {}",
                self.game,
                self.table,
                self.seat,
                self.state["awaiting"]
            );
            if self.socket.is_none() {
                self.connect().await;
                if let Some(pending) = &self.pending {
                    let message = pending.message.clone();
                    self.send(message).await;
                }
                continue;
            }
            if self.pending.is_none() {
                self.decide().await;
            }
            self.receive().await?;
        }
        Ok(())
    }

    /// Sends a random legal action, if this seat is to decide.
    async fn decide(&mut self) {
        let Some(legal) = self.state["legal"].as_array().filter(|legal| !legal.is_empty()) else {
            return;
        };
        let index = self.rng.below(legal.len() as u32) as usize;
        let Some(action) = legal[index]["action"].as_str() else { return };
        let (action, id) = (action.to_owned(), format!("decision {}", self.acknowledged.len()));
        let version = &self.state["version"];
        let act = json!({ "type": "act", "id": id, "version": version, "action": action });
        sleep(Duration::from_millis(self.rng.below(MAX_THINKING_TIME).into())).await;
        let message = act.to_string();
        self.pending = Some(Pending { message: message.clone(), id, action });
        self.send(message).await;
    }

    /// Connects to a random server. On failure the client stays disconnected.
    async fn connect(&mut self) {
        let server = *self.rng.pick(&self.servers);
        let path = format!("/api/tables/{}/live?lang=en", self.table);
        let cookie = Some(self.cookie.as_str()).filter(|cookie| !cookie.is_empty());
        match timeout(TIMEOUT, Socket::open(server, &path, cookie)).await {
            Ok(Ok((socket, cookie))) => {
                self.connections += 1;
                self.socket = Some(socket);
                self.cookie = cookie.unwrap_or_else(|| std::mem::take(&mut self.cookie));
            }
            _ => sleep(RETRY).await,
        }
    }

    /// Sends a message. Returns false and disconnects on failure.
    async fn send(&mut self, message: String) -> bool {
        let Some(socket) = &mut self.socket else { return false };
        let sent = timeout(TIMEOUT, socket.send(message)).await.is_ok_and(|sent| sent.is_ok());
        if !sent {
            self.socket = None;
        }
        sent
    }

    /// Receives the next message. On failure or timeout the client disconnects.
    async fn receive(&mut self) -> Result<()> {
        let Some(socket) = &mut self.socket else { return Ok(()) };
        let Ok(Ok(text)) = timeout(TIMEOUT, socket.next()).await else {
            self.socket = None;
            return Ok(());
        };
        let message: Value = serde_json::from_str(&text)?;
        match message["type"].as_str() {
            Some("state") => self.state = message["state"].clone(),
            Some("changed") => self.apply_change(&message)?,
            Some("done") => {
                if let Some(pending) = self.pending.take_if(|it| message["id"] == it.id) {
                    self.acknowledged.push(pending.action);
                }
            }
            Some("refused") => self.handle_refusal(&message).await?,
            _ => {}
        }
        Ok(())
    }

    fn apply_change(&mut self, change: &Value) -> Result<()> {
        let apply = |patch: &Value, value: &Value| match patch {
            Value::Null => Some(value.clone()),
            patch => Patch::apply(patch, value),
        };
        let mut new =
            apply(&change["now"], &self.state).context("the patch does not apply to the state")?;
        let mut view = self.state["view"].clone();
        let steps = change["steps"].as_array().into_iter().flatten();
        for event in steps.flat_map(|step| step["told"].as_array().into_iter().flatten()) {
            if let Some(patch) = event.get("view") {
                view = apply(patch, &view).context("the patch does not apply to the view")?;
            }
        }
        new["view"] =
            apply(&change["view"], &view).context("the patch does not apply to the view")?;
        new["version"] = change["version"].clone();
        self.state = new;
        Ok(())
    }

    async fn handle_refusal(&mut self, message: &Value) -> Result<()> {
        let Some(pending) = self.pending.as_ref().filter(|it| message["id"] == it.id) else {
            return Ok(());
        };
        let reason = message["message"]["en"].as_str().unwrap_or_default();
        if reason.contains("saved") {
            // The server could not store the action now.
            sleep(RETRY).await;
            let message = pending.message.clone();
            self.send(message).await;
        } else if self.timed {
            // The time limit passed, and a bot has decided.
            self.pending = None;
            self.socket = None;
        } else {
            bail!("{}: the server refused {}: {message}", self.game, pending.message);
        }
        Ok(())
    }
}
