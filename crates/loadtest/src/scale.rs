//! What many of something cost a server: sockets, tables, and tables that are being opened.

use std::cell::Cell;
use std::time::Duration;

use anyhow::Result;
use futures_util::{StreamExt, TryStreamExt, stream};
use tokio::time::{Instant, sleep_until};

use crate::http::Client;
use crate::process::Process;
use crate::zashiki::Zashiki;

/// How many are opened at once.
const AT_ONCE: usize = 32;
/// How many sockets look on at one table; fewer than the most that may.
const LOOKING_ON: usize = 50;

/// Opens so many sockets that stay open, and says what each costs in bytes.
///
/// # Errors
/// When the server refuses.
pub async fn sockets(server: &Zashiki, process: &Process, count: usize) -> Result<f64> {
    let mut client = Client::connect(server.addresses[0]).await?;
    let mut tables = Vec::new();
    for _ in 0..count.div_ceil(LOOKING_ON) {
        tables.push(server.table(&mut client, None, None).await?.0);
    }
    let tables = &tables;
    // The first of them brings everything else into memory.
    let first = server.connect(server.addresses[0], &tables[0], None).await?;
    let before = process.memory()?;
    let opening = (0..count).map(|number| async move {
        let table = &tables[number / LOOKING_ON];
        let mut socket = server.connect(server.addresses[0], table, None).await?;
        socket.next().await.map(|_| socket)
    });
    let open: Vec<_> = stream::iter(opening).buffer_unordered(AT_ONCE).try_collect().await?;
    let after = process.memory()?;
    drop((first, open));
    Ok((after as f64 - before as f64) / count as f64)
}

/// Opens so many tables, looks in at each and leaves, and says what each costs in bytes while the
/// server still has them all at hand.
///
/// # Errors
/// When the server refuses.
pub async fn tables(server: &Zashiki, process: &Process, count: usize) -> Result<f64> {
    let before = process.memory()?;
    let opening = (0..count).map(|_| async {
        let mut client = Client::connect(server.addresses[0]).await?;
        let (table, cookie) = server.table(&mut client, None, None).await?;
        let mut socket = server.connect(server.addresses[0], &table, Some(&cookie)).await?;
        socket.next().await.map(drop)
    });
    stream::iter(opening).buffer_unordered(AT_ONCE).try_collect::<()>().await?;
    let after = process.memory()?;
    Ok((after as f64 - before as f64) / count as f64)
}

/// Opens tables at this rate until `over`; how many each second were opened.
///
/// # Errors
/// When the server refuses.
pub async fn openings(server: &Zashiki, rate: f64, over: &Cell<bool>) -> Result<f64> {
    let begins = Instant::now();
    let opened = Cell::new(0.0);
    let lane = |number: usize| {
        let opened = &opened;
        async move {
            let every = Duration::from_secs_f64(AT_ONCE as f64 / rate);
            let mut next = begins + every.mul_f64(number as f64 / AT_ONCE as f64);
            let mut client = Client::connect(server.addresses[0]).await?;
            while !over.get() {
                sleep_until(next).await;
                next += every;
                server.table(&mut client, None, None).await?;
                opened.set(opened.get() + 1.0);
            }
            anyhow::Ok(())
        }
    };
    futures_util::future::try_join_all((0..AT_ONCE).map(lane)).await?;
    Ok(opened.get() / begins.elapsed().as_secs_f64())
}
