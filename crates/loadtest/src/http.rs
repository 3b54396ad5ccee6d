//! HTTP requests over one connection that stays open.

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

/// A response with any status, also an error status.
pub struct Response {
    pub status: StatusCode,
    /// The cookie that the response sets, in the form in which a client sends it back.
    pub cookie: Option<String>,
    pub body: Bytes,
}

/// An HTTP connection to a server.
pub struct Client {
    sender: SendRequest<Full<Bytes>>,
    host: String,
}

impl Client {
    pub async fn connect(address: SocketAddr) -> Result<Client> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Client { sender, host: address.to_string() })
    }

    /// Posts JSON. Returns the JSON of the response and the cookie that it sets. Returns an error if the
    /// response has an error status.
    pub async fn post(
        &mut self,
        path: &str,
        cookie: Option<&str>,
        body: String,
    ) -> Result<(Value, Option<String>)> {
        self.request(Method::POST, path, cookie, body).await
    }

    /// Gets JSON. Returns an error if the response has an error status.
    pub async fn get(&mut self, path: &str) -> Result<Value> {
        Ok(self.request(Method::GET, path, None, String::new()).await?.0)
    }

    async fn request(
        &mut self,
        method: Method,
        path: &str,
        cookie: Option<&str>,
        body: String,
    ) -> Result<(Value, Option<String>)> {
        let cookie = cookie.map(|cookie| (COOKIE.as_str(), cookie));
        let headers = Vec::from_iter(cookie);
        let Response { status, cookie, body } = self.send(method, path, &headers, body).await?;
        if !status.is_success() {
            bail!("{path} returned {status}: {}", String::from_utf8_lossy(&body));
        }
        Ok((serde_json::from_slice(&body)?, cookie))
    }

    /// Sends a request with a JSON body and additional headers.
    pub async fn send(
        &mut self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: String,
    ) -> Result<Response> {
        let mut request = Request::builder().method(method).uri(path).header(HOST, &self.host);
        request = request.header(CONTENT_TYPE, "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.sender.ready().await?;
        let response = self.sender.send_request(request.body(Full::new(body.into()))?).await?;
        let (head, body) = response.into_parts();
        let body = body.collect().await?.to_bytes();
        let cookie = head.headers.get(SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
        Ok(Response { status: head.status, cookie, body })
    }
}
