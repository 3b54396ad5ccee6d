//! Plays at all tables at once, one decision in flight at each, and takes the time.

use std::cell::RefCell;
use std::time::Duration;

use anyhow::Result;
use futures_util::{StreamExt, TryStreamExt, future, stream};
use serde::Serialize;
use tokio::time::{Instant, sleep_until};

/// How long tables are played at before anything counts.
const WARM_UP: Duration = Duration::from_secs(1);

/// How many tables are opened at once.
const OPENING: usize = 32;

/// A server at which tables can be opened.
pub trait Server {
    /// A table with everybody connected.
    type Table: Seated;
    /// Opens a table and connects everybody; `number` chooses the play.
    async fn open(&self, number: usize) -> Result<Self::Table>;
}

/// A table with everybody connected.
pub trait Seated {
    /// Takes the next decision and waits until everybody has been told of it; when its maker was
    /// answered, or `None` if the play is over.
    async fn turn(&mut self) -> Result<Option<Instant>>;
    /// What has come by all its sockets, in bytes and in messages.
    fn received(&self) -> (u64, u64);
}

/// How a server did.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// Moves that were answered, each second.
    pub moves_per_s: f64,
    /// The time to an answer that half, 95 and 99 of a hundred moves do not exceed, in
    /// milliseconds.
    pub p50_ms: f64,
    /// See `p50_ms`.
    pub p95_ms: f64,
    /// See `p50_ms`.
    pub p99_ms: f64,
    /// What one move sends to one person, in bytes.
    pub bytes_per_move: f64,
    /// How many messages that is.
    pub messages_per_move: f64,
}

/// What was seen so far.
#[derive(Default)]
struct Seen {
    took: Vec<Duration>,
    bytes: u64,
    messages: u64,
}

/// How a load is laid on.
#[derive(Clone, Copy)]
pub struct Load {
    /// How many tables are played at.
    pub tables: usize,
    /// For how long.
    pub lasts: Duration,
    /// How many moves begin each second at all tables together, if not as many as are answered.
    pub rate: Option<f64>,
}

/// Lays a load on a server.
///
/// # Errors
/// When the server refuses something or goes away.
pub async fn drive<S: Server>(server: &S, load: Load, seats: u8) -> Result<Figures> {
    let opening = stream::iter(0..load.tables).map(|number| server.open(number));
    let tables: Vec<S::Table> = opening.buffered(OPENING).try_collect().await?;
    let seen = RefCell::new(Seen::default());
    let begins = Instant::now() + WARM_UP;
    let span = Span { begins, ends: begins + load.lasts };
    let playing = tables.into_iter().enumerate().map(|(number, table)| {
        let pace = load.rate.map(|rate| Pace::new(rate, number, load.tables));
        play(server, number, table, span, pace, &seen)
    });
    future::try_join_all(playing).await?;
    Ok(seen.into_inner().figures(load.lasts, seats))
}

/// When what is measured begins and ends.
#[derive(Clone, Copy)]
struct Span {
    begins: Instant,
    ends: Instant,
}

/// When the moves of a table are to begin.
struct Pace {
    next: Instant,
    every: Duration,
}

impl Pace {
    /// That of one of `tables` tables which together make `rate` moves a second.
    fn new(rate: f64, number: usize, tables: usize) -> Pace {
        let every = Duration::from_secs_f64(tables as f64 / rate);
        Pace { next: Instant::now() + every.mul_f64(number as f64 / tables as f64), every }
    }

    /// Waits for the next, and says when it was to begin: who comes late has waited since then.
    async fn wait(&mut self) -> Instant {
        let begins = self.next;
        self.next += self.every;
        sleep_until(begins).await;
        begins
    }
}

async fn play<S: Server>(
    server: &S,
    mut number: usize,
    mut table: S::Table,
    span: Span,
    mut pace: Option<Pace>,
    seen: &RefCell<Seen>,
) -> Result<()> {
    loop {
        let begins = match &mut pace {
            Some(pace) => pace.wait().await,
            None => Instant::now(),
        };
        if begins >= span.ends {
            return Ok(());
        }
        let before = table.received();
        let Some(answered) = table.turn().await? else {
            // Another play, so that the tables remain as many.
            number += 1;
            table = server.open(number).await?;
            continue;
        };
        if answered >= span.begins && answered < span.ends {
            let after = table.received();
            let mut seen = seen.borrow_mut();
            seen.took.push(answered - begins);
            seen.bytes += after.0 - before.0;
            seen.messages += after.1 - before.1;
        }
    }
}

impl Seen {
    fn figures(mut self, lasted: Duration, seats: u8) -> Figures {
        self.took.sort_unstable();
        let moves = self.took.len() as f64;
        let percentile = |part: f64| {
            let place = (moves * part) as usize;
            self.took.get(place).map_or(f64::NAN, |took| took.as_secs_f64() * 1e3)
        };
        let told = moves * f64::from(seats);
        Figures {
            moves_per_s: moves / lasted.as_secs_f64(),
            p50_ms: percentile(0.5),
            p95_ms: percentile(0.95),
            p99_ms: percentile(0.99),
            bytes_per_move: self.bytes as f64 / told,
            messages_per_move: self.messages as f64 / told,
        }
    }
}
