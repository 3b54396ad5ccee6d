//! A simulated browser with its cookie, at the address that a reverse proxy reports for it.

use std::net::SocketAddr;

use anyhow::{Context, Result};
use hyper::Method;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::http::{Client, Response};
use crate::socket::Socket;

/// Id of the game that bystanders play: a short one for two seats.
pub const GAME: &str = "kokyu";

/// A simulated browser.
pub struct Visitor {
    server: SocketAddr,
    /// Address of the browser, as the proxy writes it.
    address: String,
    /// Cookie from the server, if it has set one.
    cookie: Option<String>,
}

impl Visitor {
    /// A browser without a cookie.
    pub fn new(server: SocketAddr, address: impl Into<String>) -> Visitor {
        Visitor { server, address: address.into(), cookie: None }
    }

    /// A browser that has loaded the page, with the cookie from it.
    pub async fn with_cookie(server: SocketAddr, address: impl Into<String>) -> Result<Visitor> {
        let mut visitor = Visitor::new(server, address);
        visitor.request(Method::GET, "/", Value::Null).await?;
        Ok(visitor)
    }

    /// Sends a request over a new connection.
    pub async fn request(&mut self, method: Method, path: &str, body: Value) -> Result<Response> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut client = Client::connect(self.server).await?;
        let response = client.send(method, path, &self.headers(), body).await?;
        if let Some(cookie) = &response.cookie {
            self.cookie = Some(cookie.clone());
        }
        Ok(response)
    }

    /// Gets JSON. Returns also the response time in milliseconds.
    pub async fn get(&mut self, path: &str) -> Result<(Value, f64)> {
        let start = Instant::now();
        let response = self.request(Method::GET, path, Value::Null).await?;
        let value = json_of(path, &response)?;
        Ok((value, start.elapsed().as_secs_f64() * 1000.0))
    }

    /// Posts JSON. Returns an error if the response has an error status.
    pub async fn post(&mut self, path: &str, body: Value) -> Result<Value> {
        let response = self.request(Method::POST, path, body).await?;
        json_of(path, &response)
    }

    /// Opens a table of [`GAME`] with these seats and settings. Returns its id.
    pub async fn open(&mut self, name: &str, seats: Value, terms: Value) -> Result<String> {
        let body = json!({ "game": GAME, "seats": seats, "name": name, "terms": terms });
        let opened = self.post("/api/tables", body).await?;
        Ok(opened["table"].as_str().context("no table id")?.to_owned())
    }

    /// Connects to a table. Returns the socket and the first message.
    pub async fn join(&mut self, table: &str) -> Result<(Socket, Value)> {
        let path = format!("/api/tables/{table}/live?lang=en");
        let (mut socket, cookie) = Socket::open_with(self.server, &path, &self.headers()).await?;
        if cookie.is_some() {
            self.cookie = cookie;
        }
        let first = serde_json::from_str(&socket.next().await?)?;
        Ok((socket, first))
    }

    fn headers(&self) -> Vec<(&'static str, &str)> {
        let mut headers = vec![("x-forwarded-for", self.address.as_str())];
        headers.extend(self.cookie.as_deref().map(|cookie| ("cookie", cookie)));
        headers
    }
}

fn json_of(path: &str, response: &Response) -> Result<Value> {
    let text = String::from_utf8_lossy(&response.body);
    anyhow::ensure!(response.status.is_success(), "{path} returned {}: {text}", response.status);
    Ok(serde_json::from_str(&text)?)
}

/// Seats of a table: one for the host and an open one.
pub fn two_seats() -> Value {
    json!([{ "kind": "me" }, { "kind": "open" }])
}
