//! An upper bound for any server: rooms that run no game, check nothing and store nothing. A message from one
//! player is sent to all players of the room, in the length of a message of Zashiki.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::Result;
use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt;
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpListener;
use tokio::sync::broadcast;
use tokio::time::Instant;

use crate::drive::{Server, Table};
use crate::socket::{Received, Socket};

/// Number of rooms.
const ROOMS: usize = 10_000;

/// The broadcast channel of each room, and the message that all rooms send.
type Rooms = Arc<(Vec<broadcast::Sender<()>>, Utf8Bytes)>;

/// Serves rooms with messages of this length, in bytes, until the process ends.
pub async fn serve(length: usize) -> Result<()> {
    let rooms = (0..ROOMS).map(|_| broadcast::channel(16).0).collect();
    let message = Utf8Bytes::from("x".repeat(length));
    let app = Router::new().route("/{room}", get(enter)).with_state(Arc::new((rooms, message)));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("http://{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    Ok(axum::serve(listener, app).await?)
}

async fn enter(
    State(rooms): State<Rooms>,
    Path(room): Path<usize>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade.on_upgrade(move |socket| relay(rooms, room, socket))
}

async fn relay(rooms: Rooms, room: usize, socket: WebSocket) {
    let (rooms, message) = &*rooms;
    let mut broadcasts = rooms[room].subscribe();
    let (mut sink, mut stream) = socket.split();
    loop {
        tokio::select! {
            Some(Ok(_)) = stream.next() => drop(rooms[room].send(())),
            Ok(()) = broadcasts.recv() => {
                if sink.send(Message::Text(message.clone())).await.is_err() { return }
            }
            else => return,
        }
    }
}

/// A running server of rooms that run no game, for the clients (see [`serve`]).
pub struct BareRooms {
    pub address: SocketAddr,
    /// Number of players per room.
    pub seats: u8,
}

/// The client side of a room that runs no game: the connections of all its players.
pub struct BareRoom {
    sockets: Vec<Socket>,
    /// Number of moves played so far in the room.
    moves: usize,
}

impl Server for BareRooms {
    type Table = BareRoom;

    async fn open(&self, number: usize) -> Result<BareRoom> {
        let mut sockets = Vec::new();
        for _ in 0..self.seats {
            sockets.push(Socket::open(self.address, &format!("/{number}"), None).await?.0);
        }
        Ok(BareRoom { sockets, moves: 0 })
    }
}

impl Table for BareRoom {
    async fn play_move(&mut self) -> Result<Option<Instant>> {
        let mover = self.moves % self.sockets.len();
        self.moves += 1;
        self.sockets[mover].send(format!("{}", self.moves)).await?;
        self.sockets[mover].next().await?;
        let time = Instant::now();
        for (seat, socket) in self.sockets.iter_mut().enumerate() {
            if seat != mover {
                socket.next().await?;
            }
        }
        Ok(Some(time))
    }

    fn received(&self) -> Received {
        self.sockets.iter().map(|socket| socket.received).sum()
    }
}
