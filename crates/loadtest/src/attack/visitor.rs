//! A browser somewhere in the network: a cookie, and the address that a proxy names for it.

use std::net::SocketAddr;
use std::time::Instant;

use anyhow::{Context, Result};
use hyper::Method;
use serde_json::{Value, json};

use crate::http::{Answer, Client};
use crate::socket::Socket;

/// What the bystander plays: two seats, and short.
pub const GAME: &str = "kokyu";

/// A browser.
pub struct Visitor {
    server: SocketAddr,
    /// As the proxy writes it.
    from: String,
    /// Its cookie, once it was given one.
    pub cookie: Option<String>,
}

impl Visitor {
    /// A browser without a cookie.
    pub fn new(server: SocketAddr, from: impl Into<String>) -> Visitor {
        Visitor { server, from: from.into(), cookie: None }
    }

    /// A browser that has been to the page.
    ///
    /// # Errors
    /// When the server does not answer.
    pub async fn known(server: SocketAddr, from: impl Into<String>) -> Result<Visitor> {
        let mut visitor = Visitor::new(server, from);
        visitor.ask(Method::GET, "/", Value::Null).await?;
        Ok(visitor)
    }

    /// Sends a request on a connection of its own.
    ///
    /// # Errors
    /// When the server does not answer.
    pub async fn ask(&mut self, method: Method, path: &str, body: Value) -> Result<Answer> {
        let mut headers = vec![("x-forwarded-for", self.from.as_str())];
        headers.extend(self.cookie.as_deref().map(|cookie| ("cookie", cookie)));
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut client = Client::connect(self.server).await?;
        let answer = client.send(method, path, &headers, body).await?;
        if let Some(cookie) = &answer.cookie {
            self.cookie = Some(cookie.clone());
        }
        Ok(answer)
    }

    /// Gets JSON, and how many milliseconds it took.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn get(&mut self, path: &str) -> Result<(Value, f64)> {
        let asked = Instant::now();
        let answer = self.ask(Method::GET, path, Value::Null).await?;
        let value = read(path, &answer)?;
        Ok((value, asked.elapsed().as_secs_f64() * 1000.0))
    }

    /// Posts JSON.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn post(&mut self, path: &str, body: Value) -> Result<Value> {
        let answer = self.ask(Method::POST, path, body).await?;
        read(path, &answer)
    }

    /// Opens a table of [`GAME`] with these seats and terms; its id.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn open(&mut self, name: &str, seats: Value, terms: Value) -> Result<String> {
        let body = json!({ "game": GAME, "seats": seats, "name": name, "terms": terms });
        let opened = self.post("/api/tables", body).await?;
        Ok(opened["table"].as_str().context("an id")?.to_owned())
    }

    /// Connects to a table, and waits for the first message.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn join(&mut self, table: &str) -> Result<(Socket, Value)> {
        let mut headers = vec![("x-forwarded-for", self.from.as_str())];
        headers.extend(self.cookie.as_deref().map(|cookie| ("cookie", cookie)));
        let path = format!("/api/tables/{table}/live?lang=en");
        let (mut socket, cookie) = Socket::open_with(self.server, &path, &headers).await?;
        if cookie.is_some() {
            self.cookie = cookie;
        }
        let first = serde_json::from_str(&socket.next().await?)?;
        Ok((socket, first))
    }
}

fn read(path: &str, answer: &Answer) -> Result<Value> {
    let text = String::from_utf8_lossy(&answer.body);
    anyhow::ensure!(answer.status.is_success(), "{path} answered {}: {text}", answer.status);
    Ok(serde_json::from_str(&text)?)
}

/// A seat for the asker and one for whoever comes.
pub fn two_seats() -> Value {
    json!([{ "kind": "me" }, { "kind": "open" }])
}
