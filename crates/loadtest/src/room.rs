//! The ceiling: rooms that play no game, check nothing and keep nothing. A message that comes from
//! one person of a room goes to all of it, as long as one of ours, and nothing else happens.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::Result;
use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpListener;
use tokio::sync::broadcast;
use tokio::time::Instant;

use crate::drive::{Seated, Server};
use crate::socket::Socket;

/// How many rooms there are.
const ROOMS: usize = 10_000;

/// Serves rooms whose messages have this length, until the process ends.
///
/// # Errors
/// When it cannot listen.
pub async fn serve(length: usize) -> Result<()> {
    let rooms: Vec<broadcast::Sender<()>> = (0..ROOMS).map(|_| broadcast::channel(16).0).collect();
    let said = axum::extract::ws::Utf8Bytes::from("x".repeat(length));
    let app = Router::new().route("/{room}", get(enter)).with_state(Arc::new((rooms, said)));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("http://{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, app).await?)
}

type Rooms = Arc<(Vec<broadcast::Sender<()>>, axum::extract::ws::Utf8Bytes)>;

async fn enter(
    State(rooms): State<Rooms>,
    Path(room): Path<usize>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.on_upgrade(move |socket| sit(rooms, room, socket))
}

async fn sit(rooms: Rooms, room: usize, socket: WebSocket) {
    let (rooms, said) = &*rooms;
    let mut news = rooms[room].subscribe();
    let (mut sink, mut stream) = socket.split();
    loop {
        tokio::select! {
            Some(Ok(_)) = stream.next() => drop(rooms[room].send(())),
            Ok(()) = news.recv() => {
                if sink.send(Message::Text(said.clone())).await.is_err() { return }
            }
            else => return,
        }
    }
}

/// The bare rooms.
pub struct Bare {
    /// Where they listen.
    pub address: SocketAddr,
    /// How many people each has.
    pub seats: u8,
}

/// One room with its people.
pub struct Room {
    sockets: Vec<Socket>,
    next: usize,
}

impl Server for Bare {
    type Table = Room;

    async fn open(&self, number: usize) -> Result<Room> {
        let mut sockets = Vec::new();
        for _ in 0..self.seats {
            sockets.push(Socket::open(self.address, &format!("/{number}"), None).await?.0);
        }
        Ok(Room { sockets, next: 0 })
    }
}

impl Seated for Room {
    async fn turn(&mut self) -> Result<Option<Instant>> {
        let mover = self.next % self.sockets.len();
        self.next += 1;
        self.sockets[mover].send(format!("{}", self.next)).await?;
        self.sockets[mover].next().await?;
        let answered = Instant::now();
        for (at, socket) in self.sockets.iter_mut().enumerate() {
            if at != mover {
                socket.next().await?;
            }
        }
        Ok(Some(answered))
    }

    fn received(&self) -> (u64, u64) {
        let each = self.sockets.iter().map(|socket| socket.received);
        each.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    }
}
