//! Measurement of the same load on three setups: one server with SQLite, one with PostgreSQL, and three
//! with PostgreSQL.

use std::fmt::{self, Display, Formatter};
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use super::servers::{Cluster, SERVERS};
use crate::drive::{Figures, Load, drive};
use crate::games;
use crate::process::{Process, cpu_of, data_folder};
use crate::zashiki::Zashiki;

/// Number of generated games, which the tables play in rotation.
const GAMES: u64 = 24;
/// Id of the game that the tables play.
const GAME: &str = "kokyu";

/// Figures of one setup of servers, with the processor time of each program.
#[derive(Serialize)]
struct Measured {
    /// Name of the setup.
    name: &'static str,
    #[serde(flatten)]
    figures: Figures,
    /// Processor time of the servers per move, in microseconds.
    servers_us: f64,
    /// Processor time of PostgreSQL per move, in microseconds.
    postgres_us: f64,
    /// Processor time of NATS per move, in microseconds.
    nats_us: f64,
    /// Processor time of the load test per move, in microseconds.
    load_us: f64,
}

/// Measurements of all setups of servers.
#[derive(Serialize)]
pub struct Report {
    tables: usize,
    seconds: u64,
    measured: Vec<Measured>,
}

impl Display for Report {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        writeln!(out, "{GAME} at {} tables, {} s each", self.tables, self.seconds)?;
        writeln!(
            out,
            "{:36}{:>9}{:>7}{:>9}{:>9}{:>12}{:>13}{:>9}{:>9}",
            "",
            "moves/s",
            "ratio",
            "p50 ms",
            "p99 ms",
            "servers µs",
            "postgres µs",
            "nats µs",
            "load µs"
        )?;
        let base = self.measured.first().map_or(f64::NAN, |first| first.figures.moves_per_s);
        for row in &self.measured {
            let Figures { moves_per_s, p50_ms, p99_ms, .. } = row.figures;
            writeln!(
                out,
                "{:36}{moves_per_s:9.0}{:7.2}{p50_ms:9.2}{p99_ms:9.2}{:12.0}{:13.0}{:9.0}{:9.0}",
                row.name,
                moves_per_s / base,
                row.servers_us,
                row.postgres_us,
                row.nats_us,
                row.load_us
            )?;
        }
        write!(out, "µs: processor time per move")
    }
}

/// Runs the same load on each setup of servers.
pub async fn measure(
    program: &Path,
    cluster: Cluster,
    tables: usize,
    seconds: u64,
) -> Result<Report> {
    let (seats, games) = games::generate(GAME, GAMES)?;
    let load = Load { tables, duration: Duration::from_secs(seconds), rate: None };
    let mut report = Report { tables, seconds, measured: Vec::new() };
    let folder = data_folder(program)?;
    let single = Process::serve(program, folder.path()).await?;
    let mut run = async |name, addresses: &[SocketAddr], spread, processes: &[&Process]| {
        let addresses = addresses.to_vec();
        let game = GAME.to_owned();
        let zashiki = Zashiki { addresses, spread, game, games: games.clone(), seats };
        let cpu = || -> Result<[f64; 4]> {
            let servers = processes.iter().map(|process| process.cpu()).sum::<Result<f64>>()?;
            let load = cpu_of(std::process::id())?;
            Ok([servers, cluster.postgres.cpu()?, cluster.nats.cpu()?, load])
        };
        let before = cpu()?;
        let figures = drive(&zashiki, load, seats).await?;
        let after = cpu()?;
        // The processor time includes the opening of the tables and the warm-up.
        let moves = figures.moves_per_s * seconds as f64;
        let per_move = |part: usize| (after[part] - before[part]) / moves * 1e6;
        report.measured.push(Measured {
            name,
            figures,
            servers_us: per_move(0),
            postgres_us: per_move(1),
            nats_us: per_move(2),
            load_us: per_move(3),
        });
        anyhow::Ok(())
    };
    run("one with SQLite", &[single.address], false, &[&single]).await?;
    drop((single, folder));
    let all = cluster.addresses();
    let processes: Vec<&Process> =
        cluster.servers.iter().map(|server| server.process()).collect::<Result<_>>()?;
    run("one with PostgreSQL", &all[..1], false, &processes[..1]).await?;
    debug_assert_eq!(SERVERS, 3, "the names of the rows contain the number");
    run("three, one server per table", &all, false, &processes).await?;
    run("three, one server per player", &all, true, &processes).await?;
    Ok(report)
}
