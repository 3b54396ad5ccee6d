//! A way between two programs that can be cut and slowed down.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};

/// How what goes through is treated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Way {
    /// It arrives at once.
    Open,
    /// It arrives so much later.
    Slow(Duration),
    /// Nothing arrives, and nobody connects.
    Cut,
}

/// A way between two programs.
pub struct Proxy {
    /// Where to connect to.
    pub address: SocketAddr,
    way: Arc<watch::Sender<Way>>,
}

impl Proxy {
    /// A way to the first of these that can be reached, beginning with another one each time.
    ///
    /// # Errors
    /// When no port is free.
    pub async fn to(addresses: Vec<SocketAddr>, port: u16) -> Result<Proxy> {
        let listener = TcpListener::bind(("127.0.0.1", port)).await?;
        let address = listener.local_addr()?;
        let way = Arc::new(watch::Sender::new(Way::Open));
        let ways = way.clone();
        tokio::spawn(async move {
            let mut turn = 0;
            while let Ok((from, _)) = listener.accept().await {
                if *ways.borrow() == Way::Cut {
                    continue;
                }
                turn += 1;
                let mut addresses = addresses.clone();
                let first = turn % addresses.len();
                addresses.rotate_left(first);
                tokio::spawn(carry(from, addresses, ways.clone()));
            }
        });
        Ok(Proxy { address, way })
    }

    /// Treats what goes through so from now on.
    pub fn set(&self, way: Way) {
        self.way.send_replace(way);
    }
}

async fn carry(from: TcpStream, addresses: Vec<SocketAddr>, way: Arc<watch::Sender<Way>>) {
    let mut found = None;
    for address in addresses {
        found = TcpStream::connect(address).await.ok();
        if found.is_some() {
            break;
        }
    }
    let Some(to) = found else { return };
    // If it cannot be set it is slower.
    let _ = (from.set_nodelay(true), to.set_nodelay(true));
    let ((from_read, from_write), (to_read, to_write)) = (from.into_split(), to.into_split());
    let mut cut = way.subscribe();
    tokio::select! {
        () = pass(from_read, to_write, &way) => {}
        () = pass(to_read, from_write, &way) => {}
        _ = cut.wait_for(|way| *way == Way::Cut) => {}
    }
}

async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, way: &watch::Sender<Way>) {
    let (send, mut waiting) = mpsc::channel::<(Instant, Vec<u8>)>(4096);
    let read = async move {
        let mut bytes = vec![0; 64 * 1024];
        while let Ok(count) = from.read(&mut bytes).await {
            let delay = if let Way::Slow(delay) = *way.borrow() { delay } else { Duration::ZERO };
            let passed = send.send((Instant::now() + delay, bytes[..count].to_vec())).await;
            if count == 0 || passed.is_err() {
                return;
            }
        }
    };
    let write = async {
        while let Some((at, bytes)) = waiting.recv().await {
            sleep_until(at).await;
            if bytes.is_empty() || to.write_all(&bytes).await.is_err() {
                return;
            }
        }
    };
    tokio::join!(read, write);
}
