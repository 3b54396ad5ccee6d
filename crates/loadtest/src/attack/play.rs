//! A seat at a table: the table as its person sees it, kept up to date by what the server sends.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use server::protocol::Patch;
use tokio::time::{Duration, timeout};

use super::visitor::Visitor;
use crate::socket::Socket;

/// The longest that anything is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// A person at a table.
pub struct Player {
    socket: Socket,
    /// The table without its view and steps.
    pub state: Value,
    sent: u32,
}

impl Player {
    /// Connects somebody to a table.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn join(visitor: &mut Visitor, table: &str) -> Result<Player> {
        let (socket, message) = visitor.join(table).await?;
        Ok(Player { socket, state: message["state"].clone(), sent: 0 })
    }

    /// Sends a message under an id of its own; the id.
    ///
    /// # Errors
    /// When the server has gone.
    pub async fn send(&mut self, mut message: Value) -> Result<String> {
        self.sent += 1;
        let id = format!("m{}", self.sent);
        message["id"] = id.as_str().into();
        self.socket.send(message.to_string()).await?;
        Ok(id)
    }

    /// Sends a message and waits for the answer to it; whether it was done.
    ///
    /// # Errors
    /// When the server has gone.
    pub async fn order(&mut self, message: Value) -> Result<bool> {
        let id = self.send(message).await?;
        loop {
            let answer = self.hear().await?;
            if answer["id"] == id.as_str() {
                return Ok(answer["type"] == "done");
            }
        }
    }

    /// Takes the next message in.
    ///
    /// # Errors
    /// When none comes in time, or it does not fit what came before.
    pub async fn hear(&mut self) -> Result<Value> {
        let text =
            timeout(PATIENCE, self.socket.next()).await.context("the server is silent")??;
        let message: Value = serde_json::from_str(&text)?;
        if message["type"] == "state" {
            self.state = message["state"].clone();
        } else if message["type"] == "changed" {
            if !message["now"].is_null() {
                let now = Patch::apply(&message["now"], &self.state);
                self.state = now.context("a patch that does not fit")?;
            }
            self.state["version"] = message["version"].clone();
        }
        Ok(message)
    }

    /// Waits until the table is as wished.
    ///
    /// # Errors
    /// When it does not become so in time.
    pub async fn wait(&mut self, wish: impl Fn(&Value) -> bool) -> Result<()> {
        while !wish(&self.state) {
            self.hear().await?;
        }
        Ok(())
    }

    /// Whether somebody waits for this person's decision.
    pub fn is_to_decide(&self) -> bool {
        self.state["legal"].as_array().is_some_and(|legal| !legal.is_empty())
    }

    /// Takes the first action that is offered.
    ///
    /// # Errors
    /// When it is refused.
    pub async fn decide(&mut self) -> Result<()> {
        let action = self.state["legal"][0]["action"].clone();
        let version = self.state["version"].clone();
        let done =
            self.order(json!({ "type": "act", "version": version, "action": action })).await?;
        if !done {
            bail!("{action} was refused");
        }
        Ok(())
    }

    /// Says something about the table as it is; whether it was done.
    ///
    /// # Errors
    /// When the server has gone.
    pub async fn say(&mut self, mut message: Value) -> Result<bool> {
        message["version"] = self.state["version"].clone();
        self.order(message).await
    }
}
