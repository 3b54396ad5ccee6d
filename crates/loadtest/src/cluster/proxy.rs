//! A TCP proxy that can delay and cut connections.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

/// The treatment of the connections by the proxy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mode {
    /// Forwards data at once.
    Open,
    /// Forwards data after this delay.
    Delayed(Duration),
    /// Closes all connections and accepts no new ones.
    Cut,
}

/// A proxy on a free port.
pub struct Proxy {
    pub address: SocketAddr,
    mode: Arc<watch::Sender<Mode>>,
}

impl Proxy {
    /// Starts a proxy that connects clients to the first reachable of these addresses. It tries them in
    /// rotation.
    pub async fn to(addresses: Vec<SocketAddr>) -> Result<Proxy> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let mode = Arc::new(watch::Sender::new(Mode::Open));
        let current = mode.clone();
        tokio::spawn(async move {
            let mut connections = 0;
            while let Ok((client, _)) = listener.accept().await {
                if *current.borrow() == Mode::Cut {
                    continue;
                }
                connections += 1;
                let mut addresses = addresses.clone();
                let first = connections % addresses.len();
                addresses.rotate_left(first);
                tokio::spawn(connect(client, addresses, current.clone()));
            }
        });
        Ok(Proxy { address, mode })
    }

    pub fn set(&self, mode: Mode) {
        self.mode.send_replace(mode);
    }
}

/// Connects a client to the first reachable address, and forwards data until either end closes the
/// connection or the proxy cuts it.
async fn connect(client: TcpStream, addresses: Vec<SocketAddr>, mode: Arc<watch::Sender<Mode>>) {
    let mut server = None;
    for address in addresses {
        server = TcpStream::connect(address).await.ok();
        if server.is_some() {
            break;
        }
    }
    let Some(server) = server else { return };
    // On failure the connection is only slower.
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let (client_read, client_write) = client.into_split();
    let (server_read, server_write) = server.into_split();
    let mut changes = mode.subscribe();
    tokio::select! {
        () = forward(client_read, server_write, &mode) => {}
        () = forward(server_read, client_write, &mode) => {}
        _ = changes.wait_for(|mode| *mode == Mode::Cut) => {}
    }
}

async fn forward(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mode: &watch::Sender<Mode>) {
    let (sender, mut delayed) = mpsc::channel::<(Instant, Vec<u8>)>(4096);
    let read = async move {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(count) = from.read(&mut buffer).await {
            let delay =
                if let Mode::Delayed(delay) = *mode.borrow() { delay } else { Duration::ZERO };
            let sent = sender.send((Instant::now() + delay, buffer[..count].to_vec())).await;
            if count == 0 || sent.is_err() {
                return;
            }
        }
    };
    let write = async {
        while let Some((time, bytes)) = delayed.recv().await {
            sleep_until(time).await;
            if bytes.is_empty() || to.write_all(&bytes).await.is_err() {
                return;
            }
        }
    };
    tokio::join!(read, write);
}
