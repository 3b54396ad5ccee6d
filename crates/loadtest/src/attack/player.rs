//! A client at a table, which keeps the state of the table up to date by the server's patches.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use server::protocol::Patch;
use tokio::time::{Duration, timeout};

use super::visitor::Visitor;
use crate::socket::Socket;

/// Maximum time to wait for a message.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A client at a table.
pub struct Player {
    socket: Socket,
    /// State of the table. The view is the one at the time of joining.
    pub state: Value,
    /// Number of messages sent so far.
    sent: u32,
}

impl Player {
    /// Connects the visitor to a table.
    pub async fn join(visitor: &mut Visitor, table: &str) -> Result<Player> {
        let (socket, message) = visitor.join(table).await?;
        Ok(Player { socket, state: message["state"].clone(), sent: 0 })
    }

    /// Sends a message with a new id. Returns the id.
    pub async fn send(&mut self, mut message: Value) -> Result<String> {
        self.sent += 1;
        let id = format!("m{}", self.sent);
        message["id"] = id.as_str().into();
        self.socket.send(message.to_string()).await?;
        Ok(id)
    }

    /// Sends a command and waits for the reply. Returns true if the server acknowledges the command, and
    /// false if the server refuses it.
    pub async fn command(&mut self, message: Value) -> Result<bool> {
        let id = self.send(message).await?;
        loop {
            let reply = self.receive().await?;
            if reply["id"] == id.as_str() {
                return Ok(reply["type"] == "done");
            }
        }
    }

    /// Receives the next message and updates the state.
    pub async fn receive(&mut self) -> Result<Value> {
        let text =
            timeout(TIMEOUT, self.socket.next()).await.context("the server sent no message")??;
        let message: Value = serde_json::from_str(&text)?;
        if message["type"] == "state" {
            self.state = message["state"].clone();
        } else if message["type"] == "changed" {
            if !message["now"].is_null() {
                let now = Patch::apply(&message["now"], &self.state);
                self.state = now.context("the patch does not apply to the state")?;
            }
            self.state["version"] = message["version"].clone();
        }
        Ok(message)
    }

    /// Waits until the state meets the condition.
    pub async fn wait(&mut self, condition: impl Fn(&Value) -> bool) -> Result<()> {
        while !condition(&self.state) {
            self.receive().await?;
        }
        Ok(())
    }

    /// Returns true if the decision of this client's seat is awaited.
    pub fn is_to_decide(&self) -> bool {
        self.state["legal"].as_array().is_some_and(|legal| !legal.is_empty())
    }

    /// Plays the first legal action. Returns an error if the server refuses it.
    pub async fn decide(&mut self) -> Result<()> {
        let action = self.state["legal"][0]["action"].clone();
        let version = self.state["version"].clone();
        let act = json!({ "type": "act", "version": version, "action": action });
        if !self.command(act).await? {
            bail!("the server refused {action}");
        }
        Ok(())
    }

    /// Sends a command with the current version of the table, like [`Player::command`].
    pub async fn command_at_version(&mut self, mut message: Value) -> Result<bool> {
        message["version"] = self.state["version"].clone();
        self.command(message).await
    }
}
