//! Requests over one connection.

use std::net::SocketAddr;

use anyhow::{Result, bail};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

/// A connection to a server.
pub struct Client {
    sender: SendRequest<Full<Bytes>>,
    host: String,
}

impl Client {
    /// Connects.
    ///
    /// # Errors
    /// When the server does not listen.
    pub async fn connect(address: SocketAddr) -> Result<Client> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Client { sender, host: address.to_string() })
    }

    /// Posts JSON: the answer, and the cookie if one was given.
    ///
    /// # Errors
    /// When the server refuses or answers no JSON.
    pub async fn post(
        &mut self,
        path: &str,
        cookie: Option<&str>,
        body: String,
    ) -> Result<(Value, Option<String>)> {
        self.ask(Method::POST, path, cookie, body).await
    }

    /// Gets JSON.
    ///
    /// # Errors
    /// When the server refuses or answers no JSON.
    pub async fn get(&mut self, path: &str) -> Result<Value> {
        Ok(self.ask(Method::GET, path, None, String::new()).await?.0)
    }

    async fn ask(
        &mut self,
        method: Method,
        path: &str,
        cookie: Option<&str>,
        body: String,
    ) -> Result<(Value, Option<String>)> {
        let mut request = Request::builder().method(method).uri(path).header(HOST, &self.host);
        request = request.header(CONTENT_TYPE, "application/json");
        if let Some(cookie) = cookie {
            request = request.header(COOKIE, cookie);
        }
        self.sender.ready().await?;
        let answer = self.sender.send_request(request.body(Full::new(body.into()))?).await?;
        let (head, body) = answer.into_parts();
        let body = body.collect().await?.to_bytes();
        if !head.status.is_success() {
            bail!("{path} answered {}: {}", head.status, String::from_utf8_lossy(&body));
        }
        let given = head.headers.get(SET_COOKIE).and_then(|given| given.to_str().ok());
        let given = given.and_then(|given| given.split(';').next()).map(str::to_owned);
        Ok((serde_json::from_slice(&body)?, given))
    }
}
