//! `loadtest kill9`: kills the server repeatedly during play, and checks that it still has every
//! acknowledged action after the restart.

mod table;

use std::fmt::{self, Display, Formatter};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use futures_util::future;
use serde::Serialize;
use serde_json::json;
use tokio::time::sleep;
use zashiki_core::GameRng;

use crate::games;
use crate::http::Client;
use crate::output;
use crate::process::{Process, data_folder};
use crate::socket::Socket;
use table::Table;

/// Number of different games to generate for each kind of game.
const GAMES: u64 = 6;
/// Maximum time from the start of the server to the next kill, in milliseconds.
const KILL_WITHIN: u32 = 300;
/// Pause between two openings of tables. Moves are the subject of the test, so a few openings are enough.
const OPENING_INTERVAL: Duration = Duration::from_millis(20);

#[derive(clap::Args)]
pub struct Kill9Args {
    /// Program of the server.
    #[arg(long)]
    server: PathBuf,
    /// Number of kills.
    #[arg(long, default_value_t = 20)]
    cycles: u64,
    /// Number of tables of each game.
    #[arg(long, default_value_t = 2)]
    tables: usize,
    /// RNG seed of the times of the kills.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Result of a run without errors. A lost or duplicated action makes the run fail instead.
#[derive(Default, Serialize)]
struct Report {
    /// Number of kills.
    cycles: u64,
    /// Number of acknowledged actions.
    answered: u64,
    /// Number of actions that were sent but not acknowledged before a kill.
    in_flight: u64,
    /// Number of these unacknowledged actions that the server had stored.
    in_flight_kept: u64,
    /// Number of tables whose opening the server acknowledged.
    openings: u64,
    /// Number of views (the state as a seat may see it) that were compared with a replay.
    views: u64,
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Report { cycles, answered, in_flight, in_flight_kept, openings, views } = self;
        writeln!(f, "{cycles} kills: {answered} acknowledged actions, none lost or duplicated")?;
        writeln!(f, "{in_flight} actions in flight, of which {in_flight_kept} were stored")?;
        write!(f, "{openings} tables opened, none lost; {views} views equal to a replay")
    }
}

/// Runs all cycles and prints the report. Each cycle kills, restarts and checks the server.
pub async fn run(args: &Kill9Args) -> Result<()> {
    let folder = data_folder(&args.server)?;
    let start = || Process::serve(&args.server, folder.path());
    let mut rng = GameRng::from_seed(args.seed);
    let mut games = Vec::new();
    for game in registry::ids() {
        let (seats, scripts) = games::generate(game, GAMES)?;
        games.push((game, seats, scripts));
    }
    let mut process = start().await?;
    let mut tables = Vec::new();
    for number in 0..args.tables {
        for (game, seats, scripts) in &games {
            let script = scripts[number % scripts.len()].clone();
            tables.push(Table::open(process.address, game, *seats, script).await?);
        }
    }
    let mut report = Report::default();
    for cycle in 0..args.cycles {
        let delay = Duration::from_millis(rng.below(KILL_WITHIN).into());
        let playing = future::try_join_all(tables.iter_mut().map(Table::play_until_killed));
        let opening = open_until_killed(process.address);
        let kill = async {
            sleep(delay).await;
            process.kill().await
        };
        let (played, opened, killed) = tokio::join!(playing, opening, kill);
        played?;
        killed?;
        process = start().await?;
        let checking = tables.iter_mut().map(|table| table.reconnect(process.address));
        let checked = future::try_join_all(checking).await;
        for checked in checked.with_context(|| format!("cycle {cycle}"))? {
            report.views += checked.views;
            report.in_flight += u64::from(checked.in_flight);
            report.in_flight_kept += u64::from(checked.kept);
        }
        for table in &opened {
            let path = format!("/api/tables/{table}/live");
            let socket = Socket::open(process.address, &path, None).await;
            socket.with_context(|| format!("table {table} was opened and is lost"))?;
        }
        report.openings += opened.len() as u64;
        for (number, table) in tables.iter_mut().enumerate() {
            if table.is_over() {
                let (id, seats, scripts) = &games[number % games.len()];
                report.answered += table.acknowledged() as u64;
                let script = scripts[rng.below(scripts.len() as u32) as usize].clone();
                *table = Table::open(process.address, id, *seats, script).await?;
            }
        }
        report.cycles += 1;
    }
    report.answered += tables.iter().map(|table| table.acknowledged() as u64).sum::<u64>();
    output::print(&report, args.json)
}

/// Opens tables until the server is killed. Returns the ids of the tables that the server acknowledged.
async fn open_until_killed(address: SocketAddr) -> Vec<String> {
    let mut opened = Vec::new();
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let body = json!({ "game": "kokyu", "seats": seats }).to_string();
    let Ok(mut client) = Client::connect(address).await else { return opened };
    while let Ok((response, _)) = client.post("/api/tables", None, body.clone()).await {
        opened.extend(response["table"].as_str().map(str::to_owned));
        sleep(OPENING_INTERVAL).await;
    }
    opened
}
