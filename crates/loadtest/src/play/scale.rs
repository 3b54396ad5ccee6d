//! Cost of large numbers: memory per open socket and per idle table, and the effect of opening tables at
//! a steady rate.

use std::cell::Cell;
use std::time::Duration;

use anyhow::Result;
use futures_util::{StreamExt, TryStreamExt, future, stream};
use tokio::time::{Instant, sleep_until};

use crate::http::Client;
use crate::process::Process;
use crate::zashiki::Zashiki;

/// Maximum number of sockets or tables that are being opened at the same time.
const CONCURRENT: usize = 32;
/// Number of spectators per table, below the server's limit.
const SPECTATORS: usize = 50;

/// Opens `count` sockets, which stay open. Returns the server's memory per socket, in bytes.
pub async fn bytes_per_socket(server: &Zashiki, process: &Process, count: usize) -> Result<f64> {
    let mut client = Client::connect(server.addresses[0]).await?;
    let mut tables = Vec::new();
    for _ in 0..count.div_ceil(SPECTATORS) {
        tables.push(server.open_table(&mut client, None).await?.0);
    }
    let tables = &tables;
    // The first socket loads everything that sockets share.
    let first = server.connect(server.addresses[0], &tables[0], None).await?;
    let before = process.memory()?;
    let opening = (0..count).map(|number| async move {
        let table = &tables[number / SPECTATORS];
        let mut socket = server.connect(server.addresses[0], table, None).await?;
        socket.next().await.map(|_| socket)
    });
    let open: Vec<_> = stream::iter(opening).buffer_unordered(CONCURRENT).try_collect().await?;
    let after = process.memory()?;
    drop((first, open));
    Ok((after as f64 - before as f64) / count as f64)
}

/// Opens `count` tables, connects to each and disconnects. Returns the server's memory per table, in bytes,
/// before the server unloads the tables.
pub async fn bytes_per_table(server: &Zashiki, process: &Process, count: usize) -> Result<f64> {
    let before = process.memory()?;
    let opening = (0..count).map(|_| async {
        let mut client = Client::connect(server.addresses[0]).await?;
        let (table, cookie) = server.open_table(&mut client, None).await?;
        let mut socket = server.connect(server.addresses[0], &table, Some(&cookie)).await?;
        socket.next().await.map(drop)
    });
    stream::iter(opening).buffer_unordered(CONCURRENT).try_collect::<()>().await?;
    let after = process.memory()?;
    Ok((after as f64 - before as f64) / count as f64)
}

/// Opens tables at this rate per second until `done` is true. Returns the achieved rate.
pub async fn open_tables(server: &Zashiki, rate: f64, done: &Cell<bool>) -> Result<f64> {
    let start = Instant::now();
    let opened = Cell::new(0.0);
    let lane = |number: usize| {
        let opened = &opened;
        async move {
            let interval = Duration::from_secs_f64(CONCURRENT as f64 / rate);
            let mut next = start + interval.mul_f64(number as f64 / CONCURRENT as f64);
            let mut client = Client::connect(server.addresses[0]).await?;
            while !done.get() {
                sleep_until(next).await;
                next += interval;
                server.open_table(&mut client, None).await?;
                opened.set(opened.get() + 1.0);
            }
            anyhow::Ok(())
        }
    };
    future::try_join_all((0..CONCURRENT).map(lane)).await?;
    Ok(opened.get() / start.elapsed().as_secs_f64())
}
