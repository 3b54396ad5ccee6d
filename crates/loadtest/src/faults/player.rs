//! A person who plays on whatever happens to the servers: they connect again, to any of them, and
//! send again what was not answered, under the same id.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use server::protocol::Patch;
use tokio::time::{Instant, sleep, timeout};
use zashiki_core::GameRng;

use crate::http::Client;
use crate::socket::Socket;

/// How long somebody waits for a sign of life before they load the page again.
const IMPATIENCE: Duration = Duration::from_secs(4);
/// How long before something is tried again.
const AGAIN: Duration = Duration::from_millis(200);
/// How long somebody thinks, at most, in milliseconds.
const THOUGHT: u32 = 120;
/// How long anything may stand still before it is stuck.
pub const STUCK: Duration = Duration::from_secs(60);

/// A person at a table.
pub struct Player {
    pub game: &'static str,
    pub table: String,
    pub seat: usize,
    pub cookie: String,
    servers: Vec<SocketAddr>,
    chance: GameRng,
    socket: Option<Socket>,
    /// How the table stands, as far as it was told.
    pub state: Value,
    /// What was sent and not answered.
    sent: Option<Sent>,
    /// What was answered, in order.
    pub answered: Vec<String>,
    /// How often they connected.
    pub connected: u64,
    /// The longest time without anything new.
    pub longest: Duration,
    /// Whether time may run out, so that a bot decides for them.
    pub timed: bool,
}

struct Sent {
    message: String,
    id: String,
    action: String,
}

impl Player {
    /// Opens a table with these seats and terms, at any server that answers; the first to sit there.
    ///
    /// # Errors
    /// When no server opens it for a long time.
    pub async fn open(
        servers: &[SocketAddr],
        game: &'static str,
        seats: &Value,
        terms: &Value,
        mut chance: GameRng,
    ) -> Result<Player> {
        let mut body = json!({ "game": game, "seats": seats, "name": "Ada" });
        if !terms.is_null() {
            body["terms"] = terms.clone();
        }
        let until = Instant::now() + STUCK;
        let (table, cookie) = loop {
            let server = *chance.pick(servers);
            let opened = timeout(IMPATIENCE, async {
                let mut client = Client::connect(server).await?;
                client.post("/api/tables", None, body.to_string()).await
            });
            match opened.await {
                Ok(Ok((answer, Some(cookie)))) => {
                    break (answer["table"].as_str().context("no table")?.to_owned(), cookie);
                }
                other if Instant::now() > until => bail!("no table could be opened: {other:?}"),
                _ => sleep(AGAIN).await,
            }
        };
        Ok(Player {
            game,
            table,
            seat: 0,
            cookie,
            servers: servers.to_owned(),
            chance,
            socket: None,
            state: Value::Null,
            sent: None,
            answered: Vec::new(),
            connected: 0,
            longest: Duration::ZERO,
            timed: !terms.is_null(),
        })
    }

    /// Another person comes to the table and takes this seat.
    ///
    /// # Errors
    /// When no server lets them for a long time.
    pub async fn join(&self, seat: usize, chance: GameRng) -> Result<Player> {
        let mut other = Player {
            table: self.table.clone(),
            servers: self.servers.clone(),
            seat,
            chance,
            cookie: String::new(),
            socket: None,
            state: Value::Null,
            sent: None,
            answered: Vec::new(),
            ..*self
        };
        let sit = json!({ "type": "sit", "id": "sit", "seat": seat, "name": "Bob" }).to_string();
        let until = Instant::now() + STUCK;
        while other.state["you"] != seat {
            ensure!(Instant::now() < until, "nobody could sit down: {}", other.state["seats"]);
            if other.socket.is_none() {
                other.connect().await;
            }
            // Whether it is said to be done or refused since it is done: the state says so.
            if other.send(sit.clone()).await {
                other.hear().await?;
            }
        }
        Ok(other)
    }

    /// Plays until it is over.
    ///
    /// # Errors
    /// When something is refused that should not be, or nothing happens for a long time.
    pub async fn play(&mut self) -> Result<()> {
        let (mut version, mut since) = (Value::Null, Instant::now());
        while self.state["outcome"].is_null() || self.sent.is_some() {
            if self.state["version"] != version {
                version = self.state["version"].clone();
                since = Instant::now();
            }
            self.longest = self.longest.max(since.elapsed());
            ensure!(
                since.elapsed() < STUCK,
                "{} {} is stuck at {version}, seat {} waits for {}",
                self.game,
                self.table,
                self.seat,
                self.state["awaiting"]
            );
            if self.socket.is_none() {
                self.connect().await;
                if let Some(sent) = &self.sent {
                    let again = sent.message.clone();
                    self.send(again).await;
                }
                continue;
            }
            if self.sent.is_none() {
                self.decide().await;
            }
            self.hear().await?;
        }
        Ok(())
    }

    /// Makes one of the decisions that are open, if any is.
    async fn decide(&mut self) {
        let Some(choices) = self.state["legal"].as_array().filter(|legal| !legal.is_empty()) else {
            return;
        };
        let choice = self.chance.below(choices.len() as u32) as usize;
        let Some(action) = choices[choice]["action"].as_str() else { return };
        let (action, id) = (action.to_owned(), format!("decision {}", self.answered.len()));
        let version = &self.state["version"];
        let act = json!({ "type": "act", "id": id, "version": version, "action": action });
        sleep(Duration::from_millis(self.chance.below(THOUGHT).into())).await;
        let message = act.to_string();
        self.sent = Some(Sent { message: message.clone(), id, action });
        self.send(message).await;
    }

    /// Connects to one of the servers, if it answers.
    async fn connect(&mut self) {
        let server = *self.chance.pick(&self.servers);
        let path = format!("/api/tables/{}/live?lang=en", self.table);
        let cookie = Some(self.cookie.as_str()).filter(|cookie| !cookie.is_empty());
        match timeout(IMPATIENCE, Socket::open(server, &path, cookie)).await {
            Ok(Ok((socket, given))) => {
                self.connected += 1;
                self.socket = Some(socket);
                self.cookie = given.unwrap_or_else(|| std::mem::take(&mut self.cookie));
            }
            _ => sleep(AGAIN).await,
        }
    }

    async fn send(&mut self, message: String) -> bool {
        let Some(socket) = &mut self.socket else { return false };
        let sent = timeout(IMPATIENCE, socket.send(message)).await.is_ok_and(|sent| sent.is_ok());
        if !sent {
            self.socket = None;
        }
        sent
    }

    /// Hears the next message, or gives the connection up.
    async fn hear(&mut self) -> Result<()> {
        let Some(socket) = &mut self.socket else { return Ok(()) };
        let Ok(Ok(text)) = timeout(IMPATIENCE, socket.next()).await else {
            self.socket = None;
            return Ok(());
        };
        let message: Value = serde_json::from_str(&text)?;
        match message["type"].as_str() {
            Some("state") => self.state = message["state"].clone(),
            Some("changed") => self.change(&message)?,
            Some("done") => {
                if let Some(sent) = self.sent.take_if(|sent| message["id"] == sent.id) {
                    self.answered.push(sent.action);
                }
            }
            Some("refused") => self.refused(&message).await?,
            _ => {}
        }
        Ok(())
    }

    fn change(&mut self, change: &Value) -> Result<()> {
        let apply = |patch: &Value, value: &Value| match patch {
            Value::Null => Some(value.clone()),
            patch => Patch::apply(patch, value),
        };
        let mut new = apply(&change["now"], &self.state).context("a patch of another state")?;
        let mut view = self.state["view"].clone();
        let steps = change["steps"].as_array().into_iter().flatten();
        for told in steps.flat_map(|step| step["told"].as_array().into_iter().flatten()) {
            if let Some(patch) = told.get("view") {
                view = apply(patch, &view).context("a patch of another view")?;
            }
        }
        new["view"] = apply(&change["view"], &view).context("a patch of another view")?;
        new["version"] = change["version"].clone();
        self.state = new;
        Ok(())
    }

    async fn refused(&mut self, message: &Value) -> Result<()> {
        let Some(sent) = self.sent.as_ref().filter(|sent| message["id"] == sent.id) else {
            return Ok(());
        };
        let why = message["message"]["en"].as_str().unwrap_or_default();
        if why.contains("saved") {
            sleep(AGAIN).await;
            let again = sent.message.clone();
            self.send(again).await;
        } else if self.timed {
            // A bot has decided meanwhile.
            self.sent = None;
            self.socket = None;
        } else {
            bail!("{}: {} was refused: {message}", self.game, sent.message);
        }
        Ok(())
    }
}
