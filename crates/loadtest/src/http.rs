//! Requests over one connection.

use std::net::SocketAddr;

use anyhow::{Result, bail};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{CONTENT_TYPE, COOKIE, HOST, SET_COOKIE};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

/// An answer, whatever its status.
pub struct Answer {
    /// Its status.
    pub status: StatusCode,
    /// The cookie it gives, if any, as it is sent back.
    pub cookie: Option<String>,
    /// Its body.
    pub body: Bytes,
}

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
        let cookie = cookie.map(|cookie| (COOKIE.as_str(), cookie));
        let headers = Vec::from_iter(cookie);
        let Answer { status, cookie, body } = self.send(method, path, &headers, body).await?;
        if !status.is_success() {
            bail!("{path} answered {status}: {}", String::from_utf8_lossy(&body));
        }
        Ok((serde_json::from_slice(&body)?, cookie))
    }

    /// Sends a request with a JSON body and these headers besides.
    ///
    /// # Errors
    /// When the server does not answer.
    pub async fn send(
        &mut self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: String,
    ) -> Result<Answer> {
        let mut request = Request::builder().method(method).uri(path).header(HOST, &self.host);
        request = request.header(CONTENT_TYPE, "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.sender.ready().await?;
        let answer = self.sender.send_request(request.body(Full::new(body.into()))?).await?;
        let (head, body) = answer.into_parts();
        let body = body.collect().await?.to_bytes();
        let given = head.headers.get(SET_COOKIE).and_then(|given| given.to_str().ok());
        let cookie = given.and_then(|given| given.split(';').next()).map(str::to_owned);
        Ok(Answer { status: head.status, cookie, body })
    }
}
