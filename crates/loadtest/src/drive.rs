//! The load: plays games at many tables at once, with one unacknowledged move at a time per table, and
//! measures times and data.

use std::cell::RefCell;
use std::time::Duration;

use anyhow::Result;
use futures_util::{StreamExt, TryStreamExt, future, stream};
use serde::Serialize;
use tokio::time::{Instant, sleep_until};

use crate::socket::Received;

/// Duration of play before the measurement begins.
const WARM_UP: Duration = Duration::from_secs(1);

/// Maximum number of tables that are being opened at the same time.
const OPENING: usize = 32;

/// A server on which tables can be opened.
pub trait Server {
    type Table: Table;
    /// Opens a table and connects all its players. `number` selects the game.
    async fn open(&self, number: usize) -> Result<Self::Table>;
}

/// A table with all its players connected.
pub trait Table {
    /// Plays the next move and waits until all players have received it. Returns the time at which the mover
    /// received the acknowledgement, or `None` if the game is over.
    async fn play_move(&mut self) -> Result<Option<Instant>>;
    /// Data that all players of the table have received so far.
    fn received(&self) -> Received;
}

/// Measured figures of a server.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// Acknowledged moves per second.
    pub moves_per_s: f64,
    /// Median time from a move to its acknowledgement, in milliseconds.
    pub p50_ms: f64,
    /// 95th percentile of the time from a move to its acknowledgement, in milliseconds.
    pub p95_ms: f64,
    /// 99th percentile of the time from a move to its acknowledgement, in milliseconds.
    pub p99_ms: f64,
    /// Bytes that each player receives per move.
    pub bytes_per_move: f64,
    /// Messages that each player receives per move.
    pub messages_per_move: f64,
}

/// Measured values collected so far.
#[derive(Default)]
struct Samples {
    latencies: Vec<Duration>,
    received: Received,
}

/// Parameters of a load.
#[derive(Clone, Copy)]
pub struct Load {
    /// Number of tables that play at the same time.
    pub tables: usize,
    /// Duration of the measurement.
    pub duration: Duration,
    /// Moves per second at all tables together. If `None`, each move follows the acknowledgement of the one
    /// before.
    pub rate: Option<f64>,
}

/// Runs a load on a server and measures it.
pub async fn drive<S: Server>(server: &S, load: Load, seats: u8) -> Result<Figures> {
    let opening = stream::iter(0..load.tables).map(|number| server.open(number));
    let tables: Vec<S::Table> = opening.buffered(OPENING).try_collect().await?;
    let samples = RefCell::new(Samples::default());
    let start = Instant::now() + WARM_UP;
    let span = Span { start, end: start + load.duration };
    let playing = tables.into_iter().enumerate().map(|(number, table)| {
        let pace = load.rate.map(|rate| Pace::new(rate, number, load.tables));
        play(server, number, table, span, pace, &samples)
    });
    future::try_join_all(playing).await?;
    Ok(samples.into_inner().figures(load.duration, seats))
}

/// The measured part of a run: its start and end.
#[derive(Clone, Copy)]
struct Span {
    start: Instant,
    end: Instant,
}

/// Schedule that determines when the moves at one table are made.
struct Pace {
    next: Instant,
    interval: Duration,
}

impl Pace {
    /// Schedule of table `number` of `tables` tables, which together make `rate` moves per second.
    fn new(rate: f64, number: usize, tables: usize) -> Pace {
        let interval = Duration::from_secs_f64(tables as f64 / rate);
        let offset = interval.mul_f64(number as f64 / tables as f64);
        Pace { next: Instant::now() + offset, interval }
    }

    /// Waits for the scheduled time of the next move and returns it. The latency of a late move counts from
    /// its scheduled time.
    async fn wait(&mut self) -> Instant {
        let scheduled = self.next;
        self.next += self.interval;
        sleep_until(scheduled).await;
        scheduled
    }
}

async fn play<S: Server>(
    server: &S,
    mut number: usize,
    mut table: S::Table,
    span: Span,
    mut pace: Option<Pace>,
    samples: &RefCell<Samples>,
) -> Result<()> {
    loop {
        let started = match &mut pace {
            Some(pace) => pace.wait().await,
            None => Instant::now(),
        };
        if started >= span.end {
            return Ok(());
        }
        let before = table.received();
        let Some(acknowledged) = table.play_move().await? else {
            // A new table, so that the number of tables is constant.
            number += 1;
            table = server.open(number).await?;
            continue;
        };
        if acknowledged >= span.start && acknowledged < span.end {
            let after = table.received();
            let mut samples = samples.borrow_mut();
            samples.latencies.push(acknowledged - started);
            samples.received.bytes += after.bytes - before.bytes;
            samples.received.messages += after.messages - before.messages;
        }
    }
}

impl Samples {
    fn figures(mut self, duration: Duration, seats: u8) -> Figures {
        self.latencies.sort_unstable();
        let moves = self.latencies.len() as f64;
        let percentile = |fraction: f64| {
            let latency = self.latencies.get((moves * fraction) as usize);
            latency.map_or(f64::NAN, |latency| latency.as_secs_f64() * 1e3)
        };
        let deliveries = moves * f64::from(seats);
        Figures {
            moves_per_s: moves / duration.as_secs_f64(),
            p50_ms: percentile(0.5),
            p95_ms: percentile(0.95),
            p99_ms: percentile(0.99),
            bytes_per_move: self.received.bytes as f64 / deliveries,
            messages_per_move: self.received.messages as f64 / deliveries,
        }
    }
}
