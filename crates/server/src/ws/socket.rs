//! The WebSocket of one client.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use flate2::Compression;
use futures_util::{FutureExt, SinkExt, StreamExt};
use session::guest::Guest;
use session::messages::broadcast::to_text;
use session::table::seats::Requester;
use tokio::sync::broadcast;
use tokio::time::{Instant, MissedTickBehavior, interval_at, timeout};
use tokio_tungstenite::tungstenite::{self, error::ProtocolError};
use tracing::Instrument as _;
use zashiki_core::read_json;

use crate::app::App;
use crate::gzip::gzip;
use crate::protocol::{Refusal, ToClient, ToServer};
use crate::room::client_queue::ClientReceiver;
use crate::room::command::{Command, Connection, Inbox};
use crate::telemetry::metrics::Open;
use crate::telemetry::trace::span;
use crate::users::bot_accounts::BotAccounts;
use crate::users::guest::Token;

/// Size of a socket's read buffer, in bytes: usually enough for a message.
pub(crate) const READ_BUFFER: usize = 4 * 1024;

/// Minimum size in bytes of a message that is compressed for a client that supports it.
const PACK: usize = 2 * 1024;

/// Interval of pings; a client without a sign of life for two intervals is disconnected.
const PING: Duration = Duration::from_secs(20);

/// Interval at which a bot account's token is checked again.
const LOOK_AGAIN: Duration = Duration::from_secs(20);

/// Time limit for sending messages to a client.
const SEND: Duration = Duration::from_secs(10);

/// Time limit for a client's answer to a close frame.
const GOODBYE: Duration = Duration::from_secs(1);

/// The client at the other end of a WebSocket.
pub(crate) struct Client {
    pub(crate) guest: Guest,
    pub(crate) browser: Token,
    pub(crate) requester: Requester,
    /// True if the client accepts compressed messages.
    pub(crate) packed: bool,
}

/// Serves a WebSocket until the client or the room disconnects, the client is signed out, or its token is
/// revoked.
pub(crate) async fn serve(
    app: &App,
    mut socket: WebSocket,
    Client { guest, browser, requester, packed }: Client,
    (inbox, connection): (Inbox, Connection),
    signed_out: broadcast::Receiver<Token>,
) {
    let client = connection.client;
    let close = tokio::select! {
        close = converse(app, requester, &mut socket, &inbox, connection, packed) => close,
        () = is_revoked(app, guest, browser) => Some(REVOKED),
        // The page connects again, as its new person.
        () = is_signed_out(signed_out, browser) => Some(AGAIN),
    };
    // Sending fails if the server shuts down, which does no harm.
    let _ = inbox.send(Command::Leave { client }).await;
    if let Some(close) = close {
        part(&mut socket, close).await;
    }
}

/// Sends a close frame, and waits briefly for the client's answer.
async fn part(socket: &mut WebSocket, (code, reason): (u16, &'static str)) {
    let frame = CloseFrame { code, reason: reason.into() };
    if matches!(timeout(GOODBYE, socket.send(Message::Close(Some(frame)))).await, Ok(Ok(()))) {
        let closed = socket.by_ref().take_while(|heard| {
            let open = matches!(heard, Ok(message) if !matches!(message, Message::Close(_)));
            async move { open }.boxed()
        });
        let _ = timeout(GOODBYE, closed.for_each(async |_| ())).await;
    }
}

/// Waits until the token of a bot account is revoked; never completes for other clients.
async fn is_revoked(app: &App, guest: Guest, token: Token) {
    let bots = |accounts: &&Arc<BotAccounts>| accounts.name_of(guest).is_some();
    let Some(accounts) = app.users.bot_accounts.as_ref().filter(bots) else {
        return std::future::pending().await;
    };
    loop {
        app.clock.reaches(app.clock.now() + LOOK_AGAIN).await;
        if accounts.find(token).is_none() {
            return;
        }
    }
}

/// Waits until the browser is signed out, or may have been.
async fn is_signed_out(mut signed_out: broadcast::Receiver<Token>, browser: Token) {
    while signed_out.recv().await.is_ok_and(|other| other != browser) {}
}

/// Relays messages between client and room until one of them ends. Returns the close frame to send if the
/// client is still connected.
async fn converse(
    app: &App,
    requester: Requester,
    socket: &mut WebSocket,
    inbox: &Inbox,
    connection: Connection,
    packed: bool,
) -> Option<(u16, &'static str)> {
    let Connection { client, mut outgoing } = connection;
    let _open = Open::new(&app.metrics.sockets);
    let mut ping = interval_at(Instant::now() + PING, PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_heard = Instant::now();
    loop {
        tokio::select! {
            text = outgoing.next() => match text {
                Some(text) => {
                    let more = std::iter::from_fn(|| outgoing.take());
                    let all = std::iter::once(text).chain(more).map(|text| wrap(text, packed));
                    let of = outgoing.take_span();
                    let sent = send(app, socket, &outgoing, all);
                    let sent = match of.is_disabled() {
                        true => sent.await,
                        false => sent.instrument(of.in_scope(|| span!("send"))).await,
                    };
                    if !sent { break cut(app, &outgoing).await }
                }
                None if app.shutdown.has_started() => {
                    break Some((close_code::AWAY, "the server is closing"));
                }
                // The room has disconnected a client that did not read, or has failed.
                None => break Some(AGAIN),
            },
            heard = socket.next() => {
                last_heard = Instant::now();
                let answer = match heard {
                    Some(Ok(Message::Text(text))) => match read_json::<ToServer>(text.as_str()) {
                        Ok(message) => {
                            // If the room has ended, its last messages are in the queue.
                            let message = Box::new((message, span!("message")));
                            let _ = inbox.send(Command::Say { client, requester, message }).await;
                            continue;
                        }
                        Err(fault) => Refusal::unreadable(fault),
                    },
                    Some(Ok(Message::Binary(_))) => Refusal::NOT_TEXT,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
                    Some(Ok(Message::Close(_))) | None => break None,
                    Some(Err(error)) => {
                        tracing::debug!(%error, "a socket failed");
                        break complaint(error);
                    }
                };
                let refused = ToClient::Refused { id: String::new(), refusal: answer };
                let refused = Message::Text(to_text(&refused).into());
                if !send(app, socket, &outgoing, [refused]).await { break cut(app, &outgoing).await }
            }
            _ = ping.tick() => {
                if last_heard.elapsed() > 2 * PING { break None }
                let ping = Message::Ping(Vec::new().into());
                if !send(app, socket, &outgoing, [ping]).await { break cut(app, &outgoing).await }
            }
        }
    }
}

/// The close frame for a client that did not read, or should reconnect for another reason.
const AGAIN: (u16, &str) = (close_code::AGAIN, "connect again");

/// The close frame for a bot account whose token was revoked; it should not reconnect.
const REVOKED: (u16, &str) = (close_code::POLICY, "this token is no longer good");

/// The close frame after a failed send, if the room has disconnected the client; `None` if the client is
/// gone.
async fn cut(app: &App, outgoing: &ClientReceiver) -> Option<(u16, &'static str)> {
    outgoing.cut().now_or_never()?;
    app.metrics.disconnected.inc();
    Some(AGAIN)
}

/// Wraps a text, compressed if it is long. A state may contain a thousand legal actions and dozens of similar
/// views, and shrinks to a tenth. The server does not include WebSocket's own compression.
fn wrap(text: Utf8Bytes, packed: bool) -> Message {
    if packed && text.len() >= PACK {
        Message::Binary(gzip(text.as_bytes(), Compression::fast()).into())
    } else {
        Message::Text(text)
    }
}

/// Sends messages together; returns false if that fails, takes too long, or the room disconnects the client
/// meanwhile.
async fn send(
    app: &App,
    socket: &mut WebSocket,
    outgoing: &ClientReceiver,
    messages: impl IntoIterator<Item = Message>,
) -> bool {
    let sending = async {
        let mut bytes = 0;
        for message in messages {
            bytes += length(&message);
            socket.feed(message).await?;
        }
        app.metrics.sent.inc_by(bytes);
        socket.flush().await
    };
    tokio::select! {
        biased;
        () = outgoing.cut() => false,
        sent = timeout(SEND, sending) => matches!(sent, Ok(Ok(()))),
    }
}

/// The length of a message's content, in bytes.
fn length(message: &Message) -> u64 {
    let length = match message {
        Message::Text(text) => text.len(),
        Message::Binary(bytes) => bytes.len(),
        _ => 0,
    };
    length as u64
}

/// The close frame for a client that violates the protocol.
fn complaint(error: axum::Error) -> Option<(u16, &'static str)> {
    match *error.into_inner().downcast::<tungstenite::Error>().ok()? {
        tungstenite::Error::Capacity(_) => Some((close_code::SIZE, "messages have at most 16 KiB")),
        tungstenite::Error::Utf8(_) => Some((close_code::INVALID, "text is UTF-8")),
        tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        tungstenite::Error::Protocol(_) => {
            Some((close_code::PROTOCOL, "the frames are not those of WebSocket"))
        }
        _ => None,
    }
}
