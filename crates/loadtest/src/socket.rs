//! One socket, counting what comes.

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

/// How long anything may take that is waited for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A socket that is open.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// What has come, in bytes and in messages.
    pub received: (u64, u64),
}

impl Socket {
    /// Opens a socket at a path of a server, with this cookie or the one that the server gives,
    /// which is returned.
    ///
    /// # Errors
    /// When the server does not open it.
    pub async fn open(
        address: SocketAddr,
        path: &str,
        cookie: Option<&str>,
    ) -> Result<(Socket, Option<String>)> {
        let cookie = cookie.map(|cookie| (COOKIE.as_str(), cookie));
        Socket::open_with(address, path, &Vec::from_iter(cookie)).await
    }

    /// The same with these headers.
    ///
    /// # Errors
    /// When the server does not open it.
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
        let (stream, answer) = timeout(PATIENCE, opening).await?.context("no socket")?;
        let given = answer.headers().get(SET_COOKIE).and_then(|given| given.to_str().ok());
        let given = given.and_then(|given| given.split(';').next()).map(str::to_owned);
        Ok((Socket { stream, received: (0, 0) }, given))
    }

    /// Sends a message.
    ///
    /// # Errors
    /// When the server has gone.
    pub async fn send(&mut self, text: String) -> Result<()> {
        Ok(self.stream.send(Message::text(text)).await?)
    }

    /// The next message.
    ///
    /// # Errors
    /// When none comes.
    pub async fn next(&mut self) -> Result<String> {
        loop {
            let heard = timeout(PATIENCE, self.stream.next()).await.context("no answer")?;
            match heard.context("the server closed a socket")?? {
                Message::Text(text) => {
                    self.received.0 += text.len() as u64;
                    self.received.1 += 1;
                    return Ok(text.as_str().to_owned());
                }
                // What is long comes packed to who asked for that, as the page does.
                Message::Binary(packed) => {
                    self.received.0 += packed.len() as u64;
                    self.received.1 += 1;
                    let mut text = String::new();
                    GzDecoder::new(&packed[..]).read_to_string(&mut text)?;
                    return Ok(text);
                }
                Message::Ping(_) | Message::Pong(_) => {}
                other => bail!("the server sent {other:?}"),
            }
        }
    }
}
