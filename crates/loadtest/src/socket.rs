//! A WebSocket client that counts the data it receives.

use std::io::Read;
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use flate2::read::GzDecoder;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::http::header::{COOKIE, SET_COOKIE};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Maximum time to wait for a connection or a message.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Amount of received data.
#[derive(Clone, Copy, Default)]
pub struct Received {
    pub bytes: u64,
    pub messages: u64,
}

impl std::iter::Sum for Received {
    fn sum<I: Iterator<Item = Received>>(all: I) -> Received {
        all.fold(Received::default(), |sum, one| Received {
            bytes: sum.bytes + one.bytes,
            messages: sum.messages + one.messages,
        })
    }
}

/// An open WebSocket.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// Data received so far.
    pub received: Received,
}

impl Socket {
    /// Opens a socket with this cookie, if any. Returns also the cookie that the server sets.
    pub async fn open(
        address: SocketAddr,
        path: &str,
        cookie: Option<&str>,
    ) -> Result<(Socket, Option<String>)> {
        let cookie = cookie.map(|cookie| (COOKIE.as_str(), cookie));
        Socket::open_with(address, path, &Vec::from_iter(cookie)).await
    }

    /// Opens a socket with these headers. Returns also the cookie that the server sets.
    pub async fn open_with(
        address: SocketAddr,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<(Socket, Option<String>)> {
        let mut request = format!("ws://{address}{path}").into_client_request()?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, HeaderValue::from_str(value)?);
        }
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default().read_buffer_size(16 * 1024);
        let opening = client_async_with_config(request, stream, Some(config));
        let (stream, response) =
            timeout(TIMEOUT, opening).await?.context("the server opened no socket")?;
        let cookie = response.headers().get(SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
        let cookie = cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
        Ok((Socket { stream, received: Received::default() }, cookie))
    }

    pub async fn send(&mut self, text: String) -> Result<()> {
        Ok(self.stream.send(Message::text(text)).await?)
    }

    /// Waits for the next message and returns it, decompressed.
    pub async fn next(&mut self) -> Result<String> {
        loop {
            let message = timeout(TIMEOUT, self.stream.next()).await.context("no message")?;
            match message.context("the server closed the socket")?? {
                Message::Text(text) => {
                    self.count(text.len());
                    return Ok(text.as_str().to_owned());
                }
                // With `packed=true` the server compresses long messages, as for the page.
                Message::Binary(packed) => {
                    self.count(packed.len());
                    let mut text = String::new();
                    GzDecoder::new(&packed[..]).read_to_string(&mut text)?;
                    return Ok(text);
                }
                Message::Ping(_) | Message::Pong(_) => {}
                other => bail!("the server sent {other:?}"),
            }
        }
    }

    /// Waits until the server acknowledges a command. Returns an error if it refuses one.
    pub async fn acknowledged(&mut self) -> Result<()> {
        while !is_acknowledgement(&self.next().await?)? {}
        Ok(())
    }

    fn count(&mut self, bytes: usize) {
        self.received.bytes += bytes as u64;
        self.received.messages += 1;
    }
}

/// Returns true if the message acknowledges a command, and an error if it refuses one.
pub fn is_acknowledgement(message: &str) -> Result<bool> {
    if message.starts_with(r#"{"type":"refused""#) {
        bail!("the server refused: {message}");
    }
    Ok(message.starts_with(r#"{"type":"done""#))
}
