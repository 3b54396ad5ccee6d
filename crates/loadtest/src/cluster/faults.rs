//! Fault injection: servers and services are killed, suspended, disconnected and delayed while clients and
//! bots play. No acknowledged action may be lost or duplicated, and no game may get stuck.

mod check;
mod inject;
mod player;

use std::cell::Cell;
use std::fmt::{self, Display, Formatter};
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result};
use futures_util::future;
use serde::Serialize;
use serde_json::{Value, json};
use zashiki_core::GameRng;

use super::servers::Cluster;
use check::Counts;
use player::Player;

/// A kind of table: which game, seats and settings it has.
struct TableKind {
    game: &'static str,
    seats: Value,
    /// Settings of the table as JSON; null for the defaults.
    terms: Value,
}

fn table_kinds() -> Vec<TableKind> {
    let (me, open) = (json!({ "kind": "me" }), json!({ "kind": "open" }));
    let bot = json!({ "kind": "bot", "bot": "random" });
    let timed = json!({ "time": { "kind": "decision", "seconds": 5 } });
    [
        ("kokyu", json!([me, open]), Value::Null),
        ("shinra", json!([me, bot]), Value::Null),
        ("sengoku", json!([me, open, bot]), Value::Null),
        ("hostile", json!([me, bot, open, bot]), Value::Null),
        ("honnoji", json!([me, open, bot]), Value::Null),
        ("kokyu", json!([me, bot]), timed),
    ]
    .map(|(game, seats, terms)| TableKind { game, seats, terms })
    .into()
}

/// Result of a run without errors. A lost or duplicated action or a stuck game makes the run fail
/// instead.
#[derive(Serialize)]
pub struct Report {
    /// Number of injected faults, by name of the kind of fault.
    faults: Vec<(&'static str, u64)>,
    #[serde(flatten)]
    counts: Counts,
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (fault, count) in &self.faults {
            writeln!(f, "{count:>6} × {fault}")?;
        }
        let Counts { games, acknowledged, bot_actions, reconnections, views, longest_wait_s } =
            self.counts;
        writeln!(
            f,
            "{games} games: {acknowledged} acknowledged actions, none lost or duplicated; no game stuck"
        )?;
        writeln!(
            f,
            "{bot_actions} actions of bots, each made once; {reconnections} reconnections"
        )?;
        write!(f, "{views} views equal to a replay; longest wait {longest_wait_s:.1} s")
    }
}

/// Plays games and injects faults for the duration, and then finishes all games. Returns an error if an
/// action was lost or duplicated, a game got stuck, or a view differs from a replay.
pub async fn run(
    cluster: &mut Cluster,
    duration: Duration,
    tables_of_each_kind: usize,
    seed: u64,
) -> Result<Report> {
    let servers = cluster.addresses();
    let done = Cell::new(false);
    let kinds = table_kinds();
    let tables = (0..tables_of_each_kind as u64)
        .flat_map(|copy| kinds.iter().zip(0..).map(move |(kind, number)| (copy, kind, number)));
    let playing = tables.map(|(copy, kind, number): (u64, &TableKind, u64)| {
        let rng = GameRng::from_seed(seed ^ (copy << 32) ^ (number << 16));
        play_games(&servers, kind, rng, &done)
    });
    let faults = async {
        let faults = inject::inject(cluster, duration, seed).await;
        done.set(true);
        faults
    };
    let (played, faults) = tokio::join!(future::try_join_all(playing), faults);
    Ok(Report { faults: faults?, counts: played?.into_iter().sum() })
}

/// Plays one game after another. Starts no new game after the time `done`.
async fn play_games(
    servers: &[SocketAddr],
    kind: &TableKind,
    mut rng: GameRng,
    done: &Cell<bool>,
) -> Result<Counts> {
    let mut counts = Counts::default();
    let mut new_rng = || GameRng::from_seed(u64::from(rng.below(u32::MAX)));
    while !done.get() {
        let host = Player::open(servers, kind.game, &kind.seats, &kind.terms, new_rng()).await?;
        let seats = kind.seats.as_array().context("seats are a list")?;
        let open = (0..seats.len()).filter(|seat| seats[*seat]["kind"] == "open");
        let mut guests = Vec::new();
        for seat in open {
            guests.push(host.join(seat, new_rng()).await?);
        }
        let mut players = vec![host];
        players.extend(guests);
        future::try_join_all(players.iter_mut().map(Player::play)).await?;
        check::check(servers, &players, done.get(), &mut counts).await?;
    }
    Ok(counts)
}
